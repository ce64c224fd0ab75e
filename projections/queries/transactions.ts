import type { Cents } from '../../ledger/model/money.ts';
import type { Database } from '../../platform/postgres.ts';
import type { TransactionRow } from '../fold/projection-changes.ts';
import { LIVE } from '../tables/read-models.ts';

/** The columns of a transaction `t`, for the statements that carry it as JSON within another row. */
export const TRANSACTION_COLUMNS = `t.transaction_id, t.revision, t.type, t.title, t.amount, t.category, t.wallet, t.date,
  t.receipt_id, t.recorded_at`;

/** The order of all lists: by the transaction's date, and within a day by when it was recorded (product 3.5). */
export const NEWEST_FIRST = 't.date DESC, t.revision DESC';

/** A row of the table, whether it comes as columns or as JSON. */
export type StoredTransaction = {
  transaction_id: string;
  revision: number;
  type: 'Expense' | 'Income';
  title: string;
  amount: Cents;
  category: string | null;
  wallet: string | null;
  date: string;
  receipt_id: string | null;
  recorded_at: Date | string;
};

/** Gives a stored row as the projection's own. */
export function transactionRow(row: StoredTransaction): TransactionRow {
  return {
    transactionId: row.transaction_id,
    revision: BigInt(row.revision),
    type: row.type,
    title: row.title,
    amount: row.amount,
    category: row.category,
    wallet: row.wallet,
    date: row.date,
    receiptId: row.receipt_id,
    recordedAt: new Date(row.recorded_at).toISOString(),
  };
}

/** A place in the list, newest first: the day and the revision of the transaction that was given last. */
export type Place = { date: string; revision: bigint };

/** A user's transactions, newest first: at most `limit`, those after a place in the list. */
export async function newestTransactions(
  database: Database,
  userId: string,
  limit: number,
  after: Place | null = null,
): Promise<TransactionRow[]> {
  const text = `SELECT t.* FROM ${LIVE}.transactions t WHERE t.user_id = $1
    ${after ? 'AND (t.date, t.revision) < ($3, $4)' : ''} ORDER BY ${NEWEST_FIRST} LIMIT $2`;
  const { rows } = await database.query<StoredTransaction>({
    name: after ? 'transactions-after' : 'transactions-newest',
    text,
    values: after ? [userId, limit, after.date, after.revision] : [userId, limit],
  });
  return rows.map(transactionRow);
}

/** All of a user's transactions, oldest first. */
export async function allTransactions(database: Database, userId: string): Promise<TransactionRow[]> {
  const { rows } = await database.query<StoredTransaction>({
    name: 'transactions-all',
    text: `SELECT t.* FROM ${LIVE}.transactions t WHERE t.user_id = $1 ORDER BY t.date, t.revision`,
    values: [userId],
  });
  return rows.map(transactionRow);
}

/** One of a user's transactions; null where it isn't theirs or isn't there. */
export async function transactionById(
  database: Database,
  userId: string,
  transactionId: string,
): Promise<TransactionRow | null> {
  const { rows } = await database.query<StoredTransaction>({
    name: 'transaction',
    text: `SELECT t.* FROM ${LIVE}.transactions t WHERE t.user_id = $1 AND t.transaction_id = $2`,
    values: [userId, transactionId],
  });
  return rows[0] ? transactionRow(rows[0]) : null;
}
