import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';
import { readRow } from '../tables/table.ts';
import { type TransactionRow, transactions } from '../tables/transactions.ts';

/** The order of all lists: by the transaction's date, and within a day by when it was recorded (product 3.5). */
export const NEWEST_FIRST = 't.date DESC, t.revision DESC';

/** A place in the list, newest first: the day and the revision of the transaction that was given last. */
export type Place = { date: string; revision: bigint };

/** A ledger's transactions, newest first: at most `limit`, those after a place in the list. */
export async function newestTransactions(
  database: Database,
  ledgerId: string,
  limit: number,
  after: Place | null = null,
): Promise<TransactionRow[]> {
  const text = `SELECT t.* FROM ${LIVE}.transactions t WHERE t.ledger_id = $1
    ${after ? 'AND (t.date, t.revision) < ($3, $4)' : ''} ORDER BY ${NEWEST_FIRST} LIMIT $2`;
  const { rows } = await database.query({
    name: after ? 'transactions-after' : 'transactions-newest',
    text,
    values: after ? [ledgerId, limit, after.date, after.revision] : [ledgerId, limit],
  });
  return rows.map((row) => readRow(transactions, row));
}

/** All of a ledger's transactions, oldest first. */
export async function allTransactions(database: Database, ledgerId: string): Promise<TransactionRow[]> {
  const { rows } = await database.query({
    name: 'transactions-all',
    text: `SELECT t.* FROM ${LIVE}.transactions t WHERE t.ledger_id = $1 ORDER BY t.date, t.revision`,
    values: [ledgerId],
  });
  return rows.map((row) => readRow(transactions, row));
}

/** One of a ledger's transactions; null where the ledger has no such one. */
export async function transactionById(
  database: Database,
  ledgerId: string,
  transactionId: string,
): Promise<TransactionRow | null> {
  const { rows } = await database.query({
    name: 'transaction',
    text: `SELECT t.* FROM ${LIVE}.transactions t WHERE t.ledger_id = $1 AND t.transaction_id = $2`,
    values: [ledgerId, transactionId],
  });
  return rows[0] ? readRow(transactions, rows[0]) : null;
}
