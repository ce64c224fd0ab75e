import type { Database } from '../../platform/postgres.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { pastTransactions, type TransactionRow, transactions } from '../tables/transactions.ts';
import { type Place, readPage, rowsAsOf } from './page.ts';

/** Where transactions are read, as they are and as they were. */
export const TRANSACTIONS = { table: transactions, past: pastTransactions } as const;

const SOURCES = [{ ...TRANSACTIONS, select: columnsOf(transactions, 't') }];

/**
 * A ledger's transactions, newest first: at most `limit`, those after a place in the list, as they were known after the event
 * `asOf` where it is named.
 */
export async function newestTransactions(
  database: Database,
  ledgerId: string,
  limit: number,
  after: Place | null = null,
  asOf: bigint | null = null,
): Promise<TransactionRow[]> {
  const rows = await readPage(database, ledgerId, 'transactions', SOURCES, { limit, after, asOf });
  return rows.map((row) => readRow(transactions, row));
}

/** All of a ledger's transactions, oldest first, as they were known after the event `asOf` where it is named. */
export async function allTransactions(
  database: Database,
  ledgerId: string,
  asOf: bigint | null = null,
): Promise<TransactionRow[]> {
  const { rows } = await database.query({
    name: asOf === null ? 'transactions-all' : 'transactions-all-as-of',
    text: `SELECT ${columnsOf(transactions, 't')} FROM ${rowsAsOf(TRANSACTIONS, asOf === null ? null : '$2')}
      WHERE t.ledger_id = $1 ORDER BY t.date, t.revision`,
    values: asOf === null ? [ledgerId] : [ledgerId, asOf],
  });
  return rows.map((row) => readRow(transactions, row));
}

/** One of a ledger's transactions; null where the ledger has no such one, or had none after the event `asOf`. */
export async function transactionById(
  database: Database,
  ledgerId: string,
  transactionId: string,
  asOf: bigint | null = null,
): Promise<TransactionRow | null> {
  const { rows } = await database.query({
    name: asOf === null ? 'transaction' : 'transaction-as-of',
    text: `SELECT ${columnsOf(transactions, 't')} FROM ${rowsAsOf(TRANSACTIONS, asOf === null ? null : '$3')}
      WHERE t.ledger_id = $1 AND t.transaction_id = $2`,
    values: asOf === null ? [ledgerId, transactionId] : [ledgerId, transactionId, asOf],
  });
  return rows[0] ? readRow(transactions, rows[0]) : null;
}
