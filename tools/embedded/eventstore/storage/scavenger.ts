import { randomUUID } from 'node:crypto';
import { type ScavengeParts, scavenge } from './scavenge.ts';

const INTERVAL_MS = 24 * 60 * 60 * 1000;

/** The end of a scavenge: completed, stopped, or with an error. */
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

/**
 * Runs scavenges at the start, once a day, and on request; never two at a time. `log` gets the number of events that
 * each removed, or why it failed.
 */
export class Scavenger {
  readonly #parts: ScavengeParts;
  readonly #log: (line: string) => void;
  #run: Run | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ScavengeParts, log: (line: string) => void) {
    this.#parts = parts;
    this.#log = log;
  }

  /** Starts a scavenge now and once a day, until `close`. */
  startDaily(): void {
    this.start();
    this.#timer = setInterval(() => this.start(), INTERVAL_MS);
    this.#timer.unref();
  }

  /** Starts a scavenge, or joins the running one (`isNew` is false). */
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

  /** Stops the running scavenge after its current step, if it has this id; gives whether it has. */
  stop(id: string): boolean {
    if (this.#run?.id !== id) return false;
    this.#run.stopping.abort();
    return true;
  }

  /** Starts no more scavenges, and stops the running one. */
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
      if (!signal.aborted) this.#log(`A scavenge failed, the next one continues it: ${error.message}`);
      return { removed: 0, stopped: signal.aborted, error };
    }
  }
}
