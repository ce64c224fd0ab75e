import type pg from 'pg';
import type { BackupPart } from './contents.ts';

type Client = Pick<pg.Client, 'query'>;

/** The columns of a part, in the order of the table, or null if the database has no such table (yet). */
export async function copiedColumns(client: Client, { table, kind }: BackupPart): Promise<string[] | null> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT attname AS column FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table.name],
  );
  if (rows.length === 0) return null;
  const columns = rows.map(({ column }) => column);
  const { key = '', columns: secret = [] } = table.secrets ?? {};
  if (kind === 'secrets') return columns.filter((column) => column === key || secret.includes(column));
  return columns.filter((column) => !secret.includes(column) && !table.leftOut?.includes(column));
}

/**
 * The rows of a part as lines of JSON, some at a time, read as fast as they are taken, within the client's transaction.
 * Calls `counted` with the number of rows so far after each step.
 */
export async function* copiedRows(
  client: Client,
  { table, path }: BackupPart,
  columns: readonly string[],
  counted: (rows: number) => void,
): AsyncGenerator<string> {
  const cursor = `"${path}"`;
  const listed = columns.map((column) => `"${column}"`).join(', ');
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT row_to_json(kept)::text AS line FROM (
      SELECT ${listed} FROM ${table.name} ${table.where ? `WHERE ${table.where}` : ''}
      ${table.order ? `ORDER BY ${table.order}` : ''}) kept`,
  );
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${table.rowsAtOnce} FROM ${cursor}`);
    yield rows.map(({ line }) => `${inOneLine(line)}\n`).join('');
    count += rows.length;
    counted(count);
    if (rows.length < table.rowsAtOnce) break;
  }
  await client.query(`CLOSE ${cursor}`);
}

/** Postgres copies a value of type json as it was written. Between its tokens a line end is white space. */
const inOneLine = (json: string): string => (/[\r\n]/.test(json) ? json.replace(/[\r\n]/g, ' ') : json);
