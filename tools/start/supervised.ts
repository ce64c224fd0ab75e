import { setTimeout as pause } from 'node:timers/promises';
import { errorText, isUserFacing, StartFailure } from './failure.ts';
import type { ChildProgram } from './program.ts';

const MINUTE_MS = 60_000;

/** Options of `SupervisedProgram`. `launch` is called for each start, and may wait for another program. */
export type SupervisedOptions = {
  name: string;
  log: string;
  launch: (stopping: AbortSignal) => Promise<ChildProgram>;
  print: (line: string) => void;
  onLaunched: () => Promise<void>;
  /** Whether the disk is too full to start the program. */
  isDiskFull: () => Promise<boolean>;
  /** Resolves when the disk has space again. */
  diskSpace: (stopping: AbortSignal) => Promise<void>;
  onGiveUp: (failure: StartFailure) => void;
};

/**
 * Restarts a program with exponential backoff whenever it exits, until it is stopped or has exited 5 times within a
 * minute. On a full disk it waits for space first.
 */
export class SupervisedProgram {
  readonly #options: SupervisedOptions;
  readonly #stopping = new AbortController();
  #launching: Promise<ChildProgram> | undefined;
  #up = Promise.withResolvers<void>();
  #watch: Promise<void> = Promise.resolve();
  #pid: number | undefined;

  constructor(options: SupervisedOptions) {
    this.#options = options;
  }

  /** The pid of the running program. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** Resolves when the program is ready. Rejects with the reason of `stopping` when that aborts. */
  async up(stopping: AbortSignal): Promise<void> {
    const { promise, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(stopping.reason);
    stopping.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#up.promise, promise]).finally(() => stopping.removeEventListener('abort', onAbort));
  }

  /**
   * Starts the program and resolves when it is ready. Throws a `StartFailure` with the reason and the path of the log.
   */
  async start(): Promise<void> {
    try {
      const program = await this.#begin();
      this.#watch = this.#supervise(program);
    } catch (error) {
      if (isUserFacing(error)) throw error;
      const { name, log } = this.#options;
      throw new StartFailure(`${name} can't start: ${errorText(error)} (its log is ${log})`, { cause: error });
    }
  }

  /** Stops the program, even while it is starting; `forced` as in `ChildProgram`. */
  async stop(forced: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error('Daybook is stopping'));
    const program = await this.#launching?.catch(() => undefined);
    await program?.stop(forced);
    await this.#watch;
  }

  async #begin(): Promise<ChildProgram> {
    this.#stopping.signal.throwIfAborted();
    this.#launching = this.#options.launch(this.#stopping.signal);
    const program = await this.#launching;
    this.#pid = program.pid;
    program.exited.then(() => {
      this.#pid = undefined;
    });
    await this.#options.onLaunched();
    await program.ready;
    this.#up.resolve();
    return program;
  }

  async #supervise(first: ChildProgram): Promise<void> {
    const { name, log, print, isDiskFull, diskSpace, onGiveUp } = this.#options;
    let program: ChildProgram | undefined = first;
    let reason = '';
    let exitTimes: number[] = [];
    for (;;) {
      if (program) {
        reason = await program.exited;
        this.#up = Promise.withResolvers<void>();
      }
      if (this.#stopping.signal.aborted) return;
      if (await isDiskFull()) {
        print(`${name} ended while the disk is full, and is started again when there is space (its log is ${log}).`);
        exitTimes = [];
        await diskSpace(this.#stopping.signal).catch(() => undefined);
        if (this.#stopping.signal.aborted) return;
      }
      const now = performance.now();
      exitTimes = [...exitTimes.filter((time) => time > now - MINUTE_MS), now];
      if (exitTimes.length === 5) {
        onGiveUp(
          new StartFailure(`${name} ended 5 times within a minute, at last with: ${reason} (its log is ${log})`),
        );
        return;
      }
      print(`${name} ended unexpectedly (${reason}) and is started again (its log is ${log}).`);
      try {
        await pause(125 * 2 ** exitTimes.length, undefined, { signal: this.#stopping.signal });
        program = await this.#begin();
      } catch (error) {
        program = undefined;
        reason = errorText(error);
      }
    }
  }
}
