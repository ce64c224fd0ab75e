import type { Database } from '#platform/postgres.ts';
import { changeSets } from '../tables/change-sets.ts';
import { readCheckpoint } from '../tables/checkpoint.ts';
import { events } from '../tables/events.ts';
import { LIVE, NEXT, TABLES } from '../tables/read-models.ts';
import { stalled } from '../tables/stalled.ts';
import { columnOf, type Table } from '../tables/table.ts';

/**
 * Change-sets are not compared, since the live ones may be of before a reset, whose events are truncated; nor are
 * events, which are many and are never changed, the stalled ledgers, and the version of the fold.
 */
const TABLES_NOT_COMPARED: readonly Table[] = [changeSets, events, stalled];
const COMPARED = TABLES.filter((table) => !TABLES_NOT_COMPARED.includes(table));
const NOT_COMPARED = ['foldVersion'];

/** How many ledgers are named for each table. */
const LEDGERS_NAMED_MAX = 20;

/** A table in which the rows of these ledgers differ. */
export type ReplayDifference = { table: string; ledgerIds: string[] };

/** How many ledgers were at the same revision in both, and the tables in which rows differ. */
export type Comparison = { ledgers: number; differences: ReplayDifference[] };

/**
 * Compares the rebuilt read models with the live ones, for ledgers that are at the same revision in both, and finds
 * ledgers that only the live ones have. Null if there are no live ones, or if they are of another version or log.
 */
export async function compareReadModels(database: Database): Promise<Comparison | null> {
  const [live, next] = [await readCheckpoint(database, LIVE), await readCheckpoint(database, NEXT)];
  if (!live || !next || live.version !== next.version || live.logId !== next.logId) return null;
  const differences: ReplayDifference[] = [];
  for (const table of COMPARED) {
    const ledgerIds = await differing(database, table);
    if (ledgerIds.length > 0) differences.push({ table: table.name, ledgerIds });
  }
  const { rows } = await database.query<{ ledgers: number }>(
    `SELECT count(*)::int AS ledgers FROM ${LIVE}.ledgers JOIN ${NEXT}.ledgers USING (ledger_id, revision)`,
  );
  return { ledgers: rows[0]?.ledgers ?? 0, differences };
}

async function differing(database: Database, { name: table, columns: all }: Table): Promise<string[]> {
  const compared = Object.entries(all).filter(([property]) => !NOT_COMPARED.includes(property));
  // JSON itself can't be compared.
  const columns = compared
    .map(([property, { type }]) => (type === 'json' ? `${columnOf(property)}::text` : columnOf(property)))
    .join(', ');
  const { rows } = await database.query<{ ledger_id: string }>(
    `WITH level AS (SELECT ledger_id FROM ${LIVE}.ledgers JOIN ${NEXT}.ledgers USING (ledger_id, revision)),
       here AS (SELECT ${columns} FROM ${LIVE}.${table} JOIN level USING (ledger_id)),
       there AS (SELECT ${columns} FROM ${NEXT}.${table} JOIN level USING (ledger_id)),
       unlike AS (
         (SELECT * FROM here EXCEPT SELECT * FROM there) UNION ALL (SELECT * FROM there EXCEPT SELECT * FROM here)),
       unknown AS (SELECT ledger_id FROM ${LIVE}.${table} EXCEPT SELECT ledger_id FROM ${NEXT}.ledgers)
     SELECT ledger_id FROM unlike UNION SELECT ledger_id FROM unknown ORDER BY ledger_id LIMIT ${LEDGERS_NAMED_MAX}`,
  );
  return rows.map(({ ledger_id }) => ledger_id);
}
