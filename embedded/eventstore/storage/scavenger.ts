import { randomUUID } from 'node:crypto';
import { type ScavengeParts, scavenge } from './scavenge.ts';

const EVERY_MS = 24 * 60 * 60 * 1000;

/** How a scavenge ended: with an error, or stopped by somebody, or neither. */
export type ScavengeOutcome = {
  readonly removed: number;
  readonly stopped: boolean;
  readonly error: Error | undefined;
};

type Run = {
  readonly id: string;
  readonly stopping: AbortController;
  readonly outcome: Promise<ScavengeOutcome>;
};

/** Scavenges once at the start, once a day, and by hand; never two at a time. */
export class Scavenger {
  readonly #parts: ScavengeParts;
  readonly #log: (line: string) => void;
  #run: Run | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param log is told what each scavenge removed, or why it failed */
  constructor(parts: ScavengeParts, log: (line: string) => void) {
    this.#parts = parts;
    this.#log = log;
  }

  /** Scavenges now and then every day, until `close`. */
  startDaily(): void {
    this.start();
    this.#timer = setInterval(() => this.start(), EVERY_MS);
    this.#timer.unref();
  }

  /** Starts one, or joins the one under way: `isNew` tells which. */
  start(): { id: string; isNew: boolean; outcome: Promise<ScavengeOutcome> } {
    if (this.#run) return { ...this.#run, isNew: false };
    const stopping = new AbortController();
    const run = { id: randomUUID(), stopping, outcome: this.#carryOut(stopping.signal) };
    this.#run = run;
    void run.outcome.then(() => {
      this.#run = undefined;
    });
    return { ...run, isNew: true };
  }

  /** Ends the one under way after its present step, if it is this one; gives whether it is. */
  stop(id: string): boolean {
    if (this.#run?.id !== id) return false;
    this.#run.stopping.abort();
    return true;
  }

  /** Starts no more, and ends the one under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#run?.stopping.abort();
    await this.#run?.outcome;
  }

  async #carryOut(signal: AbortSignal): Promise<ScavengeOutcome> {
    try {
      const removed = await scavenge(this.#parts, signal);
      if (removed > 0) this.#log(`A scavenge removed ${removed} events that could not be seen any more.`);
      return { removed, stopped: signal.aborted, error: undefined };
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      if (!signal.aborted) this.#log(`A scavenge failed, the next one goes on with it: ${error.message}`);
      return { removed: 0, stopped: signal.aborted, error };
    }
  }
}
