import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';
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
  const name = asOf === null ? 'transactions-all' : 'transactions-all-as-of';
  const { rows } = await database.query({ name, ...allOf(ledgerId, asOf) });
  return rows.map((row) => readRow(transactions, row));
}

/** Rows in one page, so that parsing them doesn't block the event loop for long. */
const PAGE_ROWS = 500;

/** The same in pages, within a transaction, which has to last until all of them are read. */
export async function* transactionPages(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): AsyncGenerator<TransactionRow[]> {
  const { text, values } = allOf(ledgerId, asOf);
  await database.query(`DECLARE all_transactions NO SCROLL CURSOR FOR ${text}`, values);
  for (;;) {
    const { rows } = await database.query(`FETCH ${PAGE_ROWS} FROM all_transactions`);
    yield rows.map((row) => readRow(transactions, row));
    if (rows.length < PAGE_ROWS) return;
  }
}

function allOf(ledgerId: string, asOf: bigint | null): { text: string; values: unknown[] } {
  return {
    text: `SELECT ${columnsOf(transactions, 't')} FROM ${rowsAsOf(TRANSACTIONS, asOf === null ? null : '$2')}
      WHERE t.ledger_id = $1 ORDER BY t.date, t.revision`,
    values: asOf === null ? [ledgerId] : [ledgerId, asOf],
  };
}

/** How many events of a ledger count, up to `asOf` where it is named: no fewer than it has transactions. */
export async function eventCount(database: Database, ledgerId: string, asOf: bigint | null): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'event-count',
    text: `SELECT least(l.revision, $2::bigint) - l.since + 1 AS count FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1`,
    values: [ledgerId, asOf],
  });
  return rows[0]?.count ?? 0;
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
