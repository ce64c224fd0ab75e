import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Chosen } from '#imports/plan/steps.ts';
import type { ReadingRequest } from './reading-request.ts';

/** A job for a reader process. Without bytes it reads the stored file, and gives null if none is stored. */
export type ReaderJob =
  | { kind: 'preview'; request: ReadingRequest; bytes: Uint8Array }
  | { kind: 'page'; request: ReadingRequest; after: number; limit: number }
  | { kind: 'plan'; request: ReadingRequest; chosen: Chosen };

/** The outcome of a job. */
export type ReaderOutcome =
  | { value: unknown }
  | { unreadable: string }
  | { impossible: { line: number; message: string } }
  /** `code` is the error's code, which an error loses between processes. */
  | { error: unknown; code: unknown };

/** The first message of a process: it can be given jobs. */
export const READY = 'ready';

/** The message to a job: its outcome, and the imports whose files the process has as it read them. */
export type ReaderAnswer = { outcome: ReaderOutcome; held: string[] };

/** A process that is not ready after this time is ended. */
const START_MS_MAX = 120_000;
/** The longest time of the processor for a job. A file of the largest size takes a tenth of it. */
const JOB_PROCESSOR_MS_MAX = 30_000;
/** The longest time for a job on a busy machine, where it waits for the processor. Clients wait for 120 seconds. */
const JOB_MS_MAX = 100_000;
/** The unit in which Linux tells the processor's time of a process. */
const TICK_MS = 10;
/** The heap of JavaScript. `child.ts` limits the memory of the whole process, which is more. */
const HEAP_MB_MAX = 320;
/**
 * Signals that end a process that takes too much memory: from its watchdog or the system, and from JavaScript's heap.
 */
const OUT_OF_MEMORY: readonly unknown[] = ['SIGKILL', 'SIGABRT'];

const TOO_LARGE: ReaderOutcome = { unreadable: 'This file takes too much memory to read' };

/** Whether a job ended its process by the memory that it took. */
export function isOutOfMemory(outcome: ReaderOutcome): boolean {
  return outcome === TOO_LARGE;
}

/** Settings of glibc by which freed memory goes back to the system at once, instead of counting towards the limit. */
const GIVING_BACK = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '65536' };

/** The time for which a process has used the processor, in milliseconds, or null if the system doesn't tell. */
function processorMsOf(pid: number | undefined): number | null {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return ((user ?? 0) + (system ?? 0)) * TICK_MS;
  } catch {
    return null;
  }
}

/** A process that reads files, one after the other (`child.ts`). It ends when this process does. */
export class ReaderProcess {
  /** The imports whose files it has as it read them. */
  held: readonly string[] = [];
  /** Whether it has done a job before. */
  hasServed = false;
  readonly #child: ChildProcess;
  #isReady = false;

  constructor(databaseUrl: string) {
    this.#child = fork(new URL('./child.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MB_MAX}`, '--expose-gc'],
      // Under `node --watch` a process that it starts would send this one the names of its modules.
      env: { ...process.env, ...GIVING_BACK, DATABASE_URL: databaseUrl, WATCH_REPORT_DEPENDENCIES: undefined },
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // A process that can't be started has no id, and is not running.
    this.#child.on('error', () => {});
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
  }

  /**
   * Does a job: one at a time. A job that takes too long or too much memory ends the process. Throws where it ends by
   * itself.
   */
  async ask(job: ReaderJob): Promise<ReaderOutcome> {
    if (!this.#isReady) {
      const started = await this.#next(START_MS_MAX);
      if (!('message' in started)) throw new Error(`The process that reads files did not start: ${started.endedBy}`);
      this.#isReady = true;
    }
    this.#child.send(job, () => {}); // Where it fails, the process ends.
    const next = await this.#next(JOB_MS_MAX, JOB_PROCESSOR_MS_MAX);
    if ('message' in next) {
      const { outcome, held } = next.message as ReaderAnswer;
      this.held = held;
      this.hasServed = true;
      return outcome;
    }
    if (next.isLate) return { unreadable: 'This file takes too long to read' };
    if (OUT_OF_MEMORY.includes(next.endedBy)) return TOO_LARGE;
    throw new Error(`The process that reads files ended: ${next.endedBy}`);
  }

  /**
   * The next message of the process, or by which signal or code it has ended instead. It is killed after `msMax`, and
   * where it used the processor for `processorMsMax`.
   */
  async #next(
    msMax: number,
    processorMsMax = msMax,
  ): Promise<{ message: unknown } | { endedBy: unknown; isLate: boolean }> {
    const child = this.#child;
    if (!this.isRunning) return { endedBy: child.signalCode ?? child.exitCode, isLate: false };
    const stopped = new AbortController();
    const { signal } = stopped;
    let isLate = false;
    const [startMs, usedAtStartMs] = [performance.now(), processorMsOf(child.pid)];
    const look = () => {
      const passedMs = performance.now() - startMs;
      const usedMs = usedAtStartMs === null ? passedMs : (processorMsOf(child.pid) ?? 0) - usedAtStartMs;
      const leftMs = Math.min(msMax - passedMs, processorMsMax - usedMs);
      if (leftMs > 0) {
        timer = setTimeout(look, leftMs);
        return;
      }
      isLate = true;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(look, Math.min(msMax, processorMsMax));
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([message]) => ({ message })),
        once(child, 'exit', { signal }).then(([code, by]) => ({ endedBy: by ?? code, isLate })),
      ]);
    } finally {
      clearTimeout(timer);
      stopped.abort();
    }
  }

  /** Ends the process. */
  async end(): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}
