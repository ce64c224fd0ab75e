import { Worker } from 'node:worker_threads';
import { UnreadableFile } from './parsed.ts';

/** A value of a table. */
export type SqliteValue = string | number | Uint8Array | null;

/** A row of a table by its columns' names. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/** The columns to read, by table, each table with at most `rowsMax` rows. */
export type WantedTable = Readonly<Record<string, { columns: readonly string[]; rowsMax: number }>>;

/** The input of the thread. */
export type SqliteTask = { bytes: Uint8Array<ArrayBuffer>; wanted: WantedTable };
/**
 * A message of the thread: some rows of a table, as often as there are more; at last an end, or the reason of a
 * failure.
 */
export type SqliteAnswer =
  | { table: string; columns: readonly string[]; rows: SqliteValue[][] }
  | { failed: string }
  | { end: true };

const SIGNATURE = 'SQLite format 3\0';
const TAKES_TOO_LONG = 'This database takes too long to read.';
const READING_MS_MAX = 30_000;
const MEMORY_MEGABYTES_MAX = 256;
export const DAMAGED = "This database is damaged: it can't be read.";

/** Whether bytes begin as a database of SQLite does. */
export function isSqlite(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, SIGNATURE.length)).toString('latin1') === SIGNATURE;
}

/**
 * Reads columns of tables of a SQLite database; tables and columns that it lacks are absent. A thread of its own does
 * so, which is ended after 30 seconds, since the pages of a broken database may lead anywhere. It takes the bytes over:
 * the caller has them no longer, since a copy may be 200 MB. Throws UnreadableFile where it is damaged, holds a longer
 * text than any entry has, or its rows hold more than the file (product 11.11).
 */
export async function readTables(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: WantedTable,
): Promise<ReadonlyMap<string, readonly SqliteRow[]>> {
  const task: SqliteTask = { bytes, wanted };
  const worker = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES_MAX },
  });
  const tables = new Map<string, SqliteRow[]>();
  let timer: NodeJS.Timeout | undefined;
  try {
    const failed = await new Promise<string | null>((resolve) => {
      timer = setTimeout(() => resolve(TAKES_TOO_LONG), READING_MS_MAX);
      worker.on('message', (answer: SqliteAnswer) => {
        if ('failed' in answer) resolve(answer.failed);
        else if ('end' in answer) resolve(null);
        else add(tables, answer);
      });
      worker.once('error', () => resolve(DAMAGED));
      worker.once('exit', () => resolve(DAMAGED));
      worker.postMessage(task, [bytes.buffer]);
    });
    if (failed !== null) throw new UnreadableFile(failed);
    return tables;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function add(
  tables: Map<string, SqliteRow[]>,
  { table, columns, rows }: Extract<SqliteAnswer, { table: string }>,
): void {
  const known = tables.get(table) ?? [];
  tables.set(table, known);
  for (const row of rows) known.push(Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
}
