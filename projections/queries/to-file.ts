import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { IS_TRANSACTION, type TransactionRow } from '../tables/entries.ts';
import { LIVE } from '../tables/read-models.ts';

/** An income or an expense without a category; the amount is in cents, the date an ISO day. */
export type Unfiled = Pick<TransactionRow, 'type' | 'title' | 'amount' | 'date'> & { id: string };

/** SQL: the incomes and expenses of a ledger that have no category and are not split. */
const UNFILED = `${LIVE}.entries t
  WHERE t.ledger_id = $1 AND ${IS_TRANSACTION} AND t.category IS NULL AND t.parts IS NULL`;

/** The newest entries of a ledger without a category, at most `limit`, and how many there are. */
export async function unfiledEntries(
  database: Database,
  ledgerId: string,
  limit: number,
): Promise<{ count: number; entries: Unfiled[] }> {
  const { rows: entries } = await queryPrepared<Unfiled>(
    database,
    `SELECT t.entry_id AS id, t.type, t.title, t.amount, t.date FROM ${UNFILED}
      ORDER BY t.date DESC, t.revision DESC LIMIT ${limit}`,
    [ledgerId],
  );
  if (entries.length < limit) return { count: entries.length, entries };
  const { rows } = await queryPrepared<{ count: number }>(database, `SELECT count(*) AS count FROM ${UNFILED}`, [
    ledgerId,
  ]);
  return { count: rows[0]?.count ?? entries.length, entries };
}
