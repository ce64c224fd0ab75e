import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database } from './postgres.ts';

/**
 * Runs a statement that each connection parses once, and that Postgres may plan once. Its name is a hash of its text, since
 * a connection refuses another text under the same name. A connection never forgets it, so no value may stand in the text.
 */
// biome-ignore lint/suspicious/noExplicitAny: rows are of any shape, as those of `query` are.
export function queryPrepared<Row extends pg.QueryResultRow = any>(
  database: Database,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  const name = createHash('sha256').update(text).digest('base64url');
  return database.query<Row>({ name, text, values });
}
