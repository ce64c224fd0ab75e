import { setTimeout as pause } from 'node:timers/promises';
import { inWords, isPlain, StartFailure } from './failure.ts';
import type { Program } from './program.ts';

const MINUTE_MS = 60_000;

/** What `SupervisedProgram` needs: `launch` is called for the first start and each later one, and may wait until it makes sense. */
export type SupervisedOptions = {
  name: string;
  log: string;
  launch: (stopping: AbortSignal) => Promise<Program>;
  say: (line: string) => void;
  launched: () => Promise<void>;
  /** Whether the disk is too full for the program to run, and a way to wait until it isn't. */
  isDiskFull: () => Promise<boolean>;
  diskSpace: (stopping: AbortSignal) => Promise<void>;
  giveUp: (failure: StartFailure) => void;
};

/**
 * A program that is started again whenever it ends, until it is stopped or has ended 5 times within a minute. While the disk
 * is full it waits for space.
 */
export class SupervisedProgram {
  readonly #options: SupervisedOptions;
  readonly #stopping = new AbortController();
  #launching: Promise<Program> | undefined;
  #up = Promise.withResolvers<void>();
  #watch: Promise<void> = Promise.resolve();
  #pid: number | undefined;

  constructor(options: SupervisedOptions) {
    this.#options = options;
  }

  /** The `pid` of the program, if it runs. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Resolves when the program is ready, at once where it is; rejects with the reason of `stopping` once that aborts. */
  async up(stopping: AbortSignal): Promise<void> {
    const { promise, reject } = Promise.withResolvers<void>();
    const refuse = () => reject(stopping.reason);
    stopping.addEventListener('abort', refuse, { once: true });
    await Promise.race([this.#up.promise, promise]).finally(() => stopping.removeEventListener('abort', refuse));
  }

  /** Starts it and resolves when it is ready. Throws a `StartFailure` with the reason and the path of its log. */
  async start(): Promise<void> {
    try {
      const program = await this.#begin();
      this.#watch = this.#supervise(program);
    } catch (error) {
      if (isPlain(error)) throw error;
      const { name, log } = this.#options;
      throw new StartFailure(`${name} can't start: ${inWords(error)} (its log is ${log})`, { cause: error });
    }
  }

  /** Stops it for good, even while it is starting; `hasten` as for a `Program`. */
  async stop(hasten: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error('Daybook is stopping'));
    const program = await this.#launching?.catch(() => undefined);
    await program?.stop(hasten);
    await this.#watch;
  }

  async #begin(): Promise<Program> {
    this.#stopping.signal.throwIfAborted();
    this.#launching = this.#options.launch(this.#stopping.signal);
    const program = await this.#launching;
    this.#pid = program.pid;
    program.exited.then(() => {
      this.#pid = undefined;
    });
    await this.#options.launched();
    await program.ready;
    this.#up.resolve();
    return program;
  }

  async #supervise(first: Program): Promise<void> {
    const { name, log, say, isDiskFull, diskSpace, giveUp } = this.#options;
    let program: Program | undefined = first;
    let reason = '';
    let deaths: number[] = [];
    for (;;) {
      if (program) {
        reason = await program.exited;
        this.#up = Promise.withResolvers<void>();
      }
      if (this.#stopping.signal.aborted) return;
      if (await isDiskFull()) {
        say(`${name} ended while the disk is full, and is started again when there is space (its log is ${log}).`);
        deaths = [];
        await diskSpace(this.#stopping.signal).catch(() => undefined);
        if (this.#stopping.signal.aborted) return;
      }
      const now = performance.now();
      deaths = [...deaths.filter((death) => death > now - MINUTE_MS), now];
      if (deaths.length === 5) {
        giveUp(new StartFailure(`${name} ended 5 times within a minute, at last with: ${reason} (its log is ${log})`));
        return;
      }
      say(`${name} ended unexpectedly (${reason}) and is started again (its log is ${log}).`);
      try {
        await pause(125 * 2 ** deaths.length, undefined, { signal: this.#stopping.signal });
        program = await this.#begin();
      } catch (error) {
        program = undefined;
        reason = inWords(error);
      }
    }
  }
}
