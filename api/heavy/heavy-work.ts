import { Worker } from 'node:worker_threads';
import { readAtScrape } from '#platform/telemetry/metrics.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { traceparent, traceSpan } from '#platform/telemetry/traces.ts';
import { Turns } from '#platform/turns.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Job } from './job.ts';

/** The URLs of the stores, and the folder with their data where it is on this machine. */
export type StoreAddresses = { databaseUrl: string; eventStoreUrl: string; dataFolder?: string | undefined };

/** A job for a thread, with the context of its trace, and the thread's answer; `cause` is for the log. */
export type Ask = { module: string; name: string; input: unknown; trace: string | null };
export type WorkAnswer =
  | { value: unknown }
  | { problem: Pick<ProblemError, 'code' | 'errors' | 'details'>; cause: unknown };

/**
 * For each kind of job the jobs at a time, in all (`permits`) and of one ledger (`permitsOfKey`), and the time after
 * which its thread is ended.
 */
const LIMITS = {
  read: { permits: 3, permitsOfKey: 2, msMax: 60_000 },
  check: { permits: 2, permitsOfKey: 1, msMax: 600_000 },
  command: { permits: 2, permitsOfKey: 1, msMax: 600_000 },
} as const;
/** A thread ends after this time without a job. */
const IDLE_MS = 60_000;
const HEAP_MB_MAX = 1_024;

type Thread = { worker: Worker; lastKey: string; idle: ReturnType<typeof setTimeout> | null };

/**
 * Runs long work in threads, so that requests of other users don't wait: jobs of a ledger take turns with the jobs of
 * others (`Turns`). A thread has a limit of memory and of time, and ends alone. Threads start when they are needed.
 */
export class HeavyWork {
  readonly #stores: StoreAddresses;
  readonly #turns = {
    read: watchQueue('long_reads', new Turns(LIMITS.read.permits, LIMITS.read.permitsOfKey)),
    check: watchQueue('long_checks', new Turns(LIMITS.check.permits, LIMITS.check.permitsOfKey)),
    command: watchQueue('long_commands', new Turns(LIMITS.command.permits, LIMITS.command.permitsOfKey)),
  };
  readonly #threads = new Set<Thread>();
  #free: Thread[] = [];

  constructor(stores: StoreAddresses) {
    this.#stores = stores;
    readAtScrape(() => [['daybook_threads', this.#threads.size, {}]]);
  }

  /**
   * Runs a job in a thread when it is the ledger's turn, if there is one that ran the ledger's last job. Gives its
   * value. Throws a ProblemError: the job's own, or `unavailable` where it takes too long or too much memory.
   */
  async run<Input, Value>(ledgerId: string, { work, module, kind }: Job<Input, Value>, input: Input): Promise<Value> {
    return await this.#turns[kind].run(ledgerId, async () => {
      const thread = this.#take(ledgerId);
      const answer = await traceSpan(`thread ${work.name}`, () => {
        const trace = traceparent();
        return this.#ask(thread, { module, name: work.name, input, trace }, LIMITS[kind].msMax);
      });
      if ('value' in answer) return answer.value as Value;
      const { code, errors, details } = answer.problem;
      throw Object.assign(new ProblemError(code, errors, details), { cause: answer.cause });
    });
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #take(ledgerId: string): Thread {
    // The thread that ran the ledger's last job may have what the next page is made of.
    const thread = this.#free.find(({ lastKey }) => lastKey === ledgerId) ?? this.#free.at(-1);
    if (!thread) return this.#start(ledgerId);
    if (thread.idle) clearTimeout(thread.idle);
    thread.lastKey = ledgerId;
    this.#free = this.#free.filter((candidate) => candidate !== thread);
    return thread;
  }

  #start(lastKey: string): Thread {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: this.#stores,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
    });
    // Where a job waits, it hears of the end, too.
    worker.on('error', () => {});
    const thread = { worker, lastKey, idle: null };
    this.#threads.add(thread);
    // It may end by itself while it is free.
    worker.on('exit', () => void this.#end(thread));
    return thread;
  }

  async #ask(thread: Thread, ask: Ask, msMax: number): Promise<WorkAnswer> {
    const { worker } = thread;
    const { promise, resolve } = Promise.withResolvers<WorkAnswer | { failed: Error }>();
    const failed = (error: Error) => resolve({ failed: error });
    const ended = () => failed(new Error('The thread ended.'));
    const timer = setTimeout(() => failed(new Error(`${ask.name} takes longer than ${msMax} ms.`)), msMax);
    worker.on('message', resolve).on('error', failed).on('exit', ended);
    worker.postMessage(ask);
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', failed).off('exit', ended);
    if ('failed' in answer) {
      await this.#end(thread);
      throw Object.assign(new ProblemError('unavailable'), { cause: answer.failed });
    }
    thread.idle = setTimeout(() => void this.#end(thread), IDLE_MS).unref();
    this.#free.push(thread);
    return answer;
  }

  async #end(thread: Thread): Promise<void> {
    if (thread.idle) clearTimeout(thread.idle);
    this.#threads.delete(thread);
    this.#free = this.#free.filter((candidate) => candidate !== thread);
    await thread.worker.terminate();
  }
}
