import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ImportPreview, ImportRow } from '../../contract/import-calls.ts';
import { UnreadableFile } from '../../imports/parsed.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import type { PlannedImport, ReadingRequest } from './reading.ts';
import { type Choices, ImpossibleChoice } from './steps.ts';
import type { ImportOptions } from './stored-imports.ts';

/** What the thread is asked to do; `page` gives null where it has no longer read the file. */
export type Job =
  | { kind: 'preview'; request: ReadingRequest }
  | { kind: 'page'; importId: string; after: number; limit: number }
  | { kind: 'plan'; request: ReadingRequest; choices: Choices };

/** What the thread answers to a job. */
export type Outcome =
  | { id: number; value: unknown }
  | { id: number; unreadable: string }
  | { id: number; impossible: { line: number; message: string } }
  /** `code` is that of the error: between threads an error loses it. */
  | { id: number; error: unknown; code: unknown };

/** A preview, and how the file was read. */
export type Previewed = { preview: ImportPreview; options: ImportOptions };

/** A page of rows. */
export type RowsPage = { rows: ImportRow[]; next: number | null };

/** A file of the largest size takes a tenth of this time. */
const JOB_MS_MAX = 30_000;
/** The thread ends after this time without a job. */
const IDLE_MS = 60_000;
const MEMORY_MB_MAX = 1_536;

/**
 * Reads files in a thread of its own, which starts with the first file and ends when there is none for a while. A file that
 * takes too long, or too much memory, ends the thread, and is unreadable.
 */
export class ImportReader {
  readonly #databaseUrl: string;
  readonly #turns = new Semaphore(1);
  #thread: Worker | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  #jobs = 0;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** The preview of a file, and how it was read. Throws UnreadableFile. */
  async preview(request: ReadingRequest): Promise<Previewed> {
    return (await this.#run({ kind: 'preview', request })) as Previewed;
  }

  /** At most `limit` rows of a file after a line; null where the file has to be read again. */
  async page(importId: string, after: number, limit: number): Promise<RowsPage | null> {
    return (await this.#run({ kind: 'page', importId, after, limit })) as RowsPage | null;
  }

  /** What the import of a file does by the user's choices. Throws UnreadableFile and ImpossibleChoice. */
  async plan(request: ReadingRequest, choices: Choices): Promise<PlannedImport> {
    return (await this.#run({ kind: 'plan', request, choices })) as PlannedImport;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  async #run(job: Job): Promise<unknown> {
    return await this.#turns.run(async () => {
      if (this.#idle) clearTimeout(this.#idle);
      const outcome = await this.#ask(job);
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      if ('value' in outcome) return outcome.value;
      if ('unreadable' in outcome) throw new UnreadableFile(outcome.unreadable);
      if ('impossible' in outcome) throw new ImpossibleChoice(outcome.impossible.line, outcome.impossible.message);
      throw Object.assign(outcome.error as Error, { code: outcome.code });
    });
  }

  async #ask(job: Job): Promise<Outcome> {
    this.#thread ??= new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { databaseUrl: this.#databaseUrl },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
    });
    const thread = this.#thread;
    const id = ++this.#jobs;
    const stopped = new AbortController();
    const { signal } = stopped;
    try {
      thread.postMessage({ id, job });
      return await Promise.race([
        once(thread, 'message', { signal }).then(([outcome]) => outcome as Outcome),
        late(JOB_MS_MAX, signal).then(async () => {
          await this.close();
          return { id, unreadable: 'This file takes too long to read' };
        }),
      ]);
    } catch (error) {
      // `once` rejects with the error event, which the thread sends where it runs out of memory.
      await this.close();
      if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      return { id, unreadable: 'This file takes too much memory to read' };
    } finally {
      stopped.abort();
    }
  }
}

/** Resolves after some time, and never where the signal is aborted before. */
function late(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => clearTimeout(timer));
  return promise;
}
