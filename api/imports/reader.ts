import type { ImportPreview, ImportRow } from '#contract/import-calls.ts';
import { UnreadableFile } from '#imports/parsed.ts';
import { type Chosen, ImpossibleChoice } from '#imports/plan/steps.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import type { PlannedImport } from './plan.ts';
import { isOutOfMemory, type ReaderJob, ReaderProcess } from './reader-process.ts';
import type { ReadingRequest } from './reading-request.ts';
import type { ImportOptions } from './stored-imports.ts';

/** A preview, and how the file was read. */
export type Previewed = { preview: ImportPreview; options: ImportOptions };

/** A page of rows. */
export type RowsPage = { rows: ImportRow[]; next: number | null };

/** The files that are read at a time, each in its own process: of all users, and of one. */
const PROCESSES = 2;
const FILES_OF_USER = 1;
/** A process ends after this time without a file. */
const IDLE_MS = 60_000;

/**
 * Reads files in processes of their own, which start with the first file and end when there is none for a while. Users
 * take turns (`Turns`): whose files took long waits behind the others. A file that takes too long, or too much memory,
 * ends its process, and is unreadable.
 */
export class ImportReader {
  readonly #databaseUrl: string;
  readonly #turns = watchQueue('import_files', new Turns(PROCESSES, FILES_OF_USER));
  readonly #idle = new Map<ReaderProcess, ReturnType<typeof setTimeout>>();
  readonly #all = new Set<ReaderProcess>();

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** The preview of a file, and how it was read. Throws UnreadableFile. */
  async preview(request: ReadingRequest, bytes: Uint8Array): Promise<Previewed> {
    return (await this.#run({ kind: 'preview', request, bytes })) as Previewed;
  }

  /** At most `limit` rows of a file after a line, or null if the file is no longer stored. Throws UnreadableFile. */
  async page(request: ReadingRequest, after: number, limit: number): Promise<RowsPage | null> {
    return (await this.#run({ kind: 'page', request, after, limit })) as RowsPage | null;
  }

  /**
   * Plans the import of a file by the user's choices, or null if the file is no longer stored. Throws UnreadableFile
   * and ImpossibleChoice.
   */
  async plan(request: ReadingRequest, chosen: Chosen): Promise<PlannedImport | null> {
    return (await this.#run({ kind: 'plan', request, chosen })) as PlannedImport | null;
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map((process) => this.#end(process)));
  }

  async #run(job: ReaderJob): Promise<unknown> {
    return await this.#turns.run(job.request.userId, async () => {
      const process = this.#take(job.request.importId);
      const { hasServed } = process;
      let outcome = await process.ask(job).finally(() => this.#giveBack(process));
      // A process keeps some memory of the file before; a file at the limit takes all that a fresh one may have.
      if (hasServed && isOutOfMemory(outcome)) {
        const fresh = new ReaderProcess(this.#databaseUrl);
        this.#all.add(fresh);
        outcome = await fresh.ask(job).finally(() => this.#giveBack(fresh));
      }
      if ('value' in outcome) return outcome.value;
      if ('unreadable' in outcome) throw new UnreadableFile(outcome.unreadable);
      if ('impossible' in outcome) throw new ImpossibleChoice(outcome.impossible.line, outcome.impossible.message);
      throw Object.assign(outcome.error as Error, { code: outcome.code });
    });
  }

  /** An idle process, one that has read the file where there is one, or else a new one. */
  #take(importId: string): ReaderProcess {
    for (const process of this.#idle.keys()) if (!process.isRunning) void this.#end(process);
    const idle = [...this.#idle.keys()];
    const match = idle.find(({ held }) => held.includes(importId)) ?? idle[0];
    const process = match ?? new ReaderProcess(this.#databaseUrl);
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#all.add(process);
    return process;
  }

  #giveBack(process: ReaderProcess): void {
    if (process.isRunning) this.#idle.set(process, setTimeout(() => void this.#end(process), IDLE_MS).unref());
    else this.#all.delete(process);
  }

  async #end(process: ReaderProcess): Promise<void> {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    this.#all.delete(process);
    await process.end();
  }
}
