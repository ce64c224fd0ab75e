import type { Database } from '#platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

// Conditions and values for statements on tables of other schemas. `ledgerId` and `changeSetId` are SQL that gives a
// text.

/** SQL: the revision of a ledger's rows, -1 where it has none. */
export const rowsRevision = (ledgerId: string): string =>
  `coalesce((SELECT l.revision FROM ${LIVE}.ledgers l WHERE l.ledger_id = ${ledgerId}), -1)`;

/** SQL: whether only some of the change-set's events are appended. */
export const isUnfinished = (ledgerId: string, changeSetId: string): string =>
  `EXISTS (SELECT FROM ${LIVE}.ledgers l
    WHERE l.ledger_id = ${ledgerId} AND l.unfinished ->> 'changeSetId' = ${changeSetId})`;

/** The ledgers with a change-set of which only some events are appended. */
export async function unfinishedLedgers(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ ledgerId: string }>(
    `SELECT ledger_id AS "ledgerId" FROM ${LIVE}.ledgers WHERE unfinished IS NOT NULL`,
  );
  return rows.map(({ ledgerId }) => ledgerId);
}
