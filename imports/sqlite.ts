import { Worker } from 'node:worker_threads';
import { UnreadableFile } from './parsed.ts';

/** A row of a table by its columns' names. */
export type SqliteRow = Readonly<Record<string, string | number | Uint8Array | null>>;

/** Which tables to read, each with at most so many rows. */
export type Wanted = Readonly<Record<string, number>>;

/** What the thread is given and answers. */
export type SqliteTask = { bytes: Uint8Array; wanted: Wanted };
export type SqliteAnswer = { tables: Record<string, SqliteRow[]> } | { failed: true };

const SIGNATURE = 'SQLite format 3\0';
const READING_MS_MAX = 30_000;
const MEMORY_MEGABYTES_MAX = 1_024;

/** Whether bytes begin as a database of SQLite does. */
export function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, SIGNATURE.length)).toString('latin1') === SIGNATURE;
}

/**
 * Reads whole tables of a SQLite database in memory; those that it lacks are absent. A thread of its own does so, which is ended after
 * 30 seconds, since the pages of a broken database may lead anywhere. Throws UnreadableFile where it is damaged.
 */
export async function readTables(
  bytes: Uint8Array,
  wanted: Wanted,
): Promise<ReadonlyMap<string, readonly SqliteRow[]>> {
  const task: SqliteTask = { bytes, wanted };
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES_MAX },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<SqliteAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ failed: true }), READING_MS_MAX);
      worker.once('message', resolve);
      worker.once('error', () => resolve({ failed: true }));
      worker.once('exit', () => resolve({ failed: true }));
    });
    if ('failed' in answer) throw new UnreadableFile('This database is damaged: it can’t be read.');
    return new Map(Object.entries(answer.tables));
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
