import { clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import type { Stall } from '../fold/progress.ts';
import { type StalledRow, stalled } from '../tables/stalled.ts';
import { columnsOf, deleteRows, insertRows, readRow } from '../tables/table.ts';

/** The ids of the stalled ones among these ledgers. */
export async function stalledAmong(database: Database, schema: string, ledgerIds: string[]): Promise<Set<string>> {
  const { rows } = await queryPrepared<{ ledger_id: string }>(
    database,
    `SELECT ledger_id FROM ${schema}.stalled WHERE ledger_id = ANY($1)`,
    [ledgerIds],
  );
  return new Set(rows.map(({ ledger_id }) => ledger_id));
}

/** Every stalled ledger, the longest stalled first. */
export async function allStalled(database: Database, schema: string): Promise<StalledRow[]> {
  const { rows } = await database.query(`SELECT ${columnsOf(stalled, 's')} FROM ${schema}.stalled s ORDER BY s.since`);
  return rows.map((row) => readRow(stalled, row));
}

/** Stores that a ledger's projection is stalled, and before which event. */
export async function stall(
  database: Database,
  schema: string,
  ledgerId: string,
  { revision, eventId, reason }: Stall,
): Promise<void> {
  const row = { ledgerId, revision, eventId, reason, since: clock().toISOString() };
  await insertRows(database, schema, stalled, [row], 'replace');
}

/** Stores that a ledger's projection is stalled no more. */
export async function unstall(database: Database, schema: string, ledgerId: string): Promise<void> {
  await deleteRows(database, schema, stalled, [{ ledgerId }]);
}
