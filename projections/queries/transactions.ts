import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw } from '#platform/sql.ts';
import { entries, IS_TRANSACTION, isTransaction, type TransactionRow } from '../tables/entries.ts';
import { LIVE } from '../tables/read-models.ts';
import { readRow } from '../tables/table.ts';
import { ENTRY, entryById, entryPages, oldestFirst } from './entries.ts';
import { type PagePlace, readPage } from './page.ts';

const OF_TRANSACTION = raw(IS_TRANSACTION);
const TRANSACTIONS = { select: ENTRY, legs: [OF_TRANSACTION] };

const read = (rows: readonly object[]): TransactionRow[] =>
  rows.map((row) => readRow(entries, row)).filter(isTransaction);

/**
 * A ledger's transactions, newest first: at most `limit`, those after a place in the list, as they were known after the
 * event `asOf` where it is named.
 */
export async function newestTransactions(
  database: Database,
  ledgerId: string,
  limit: number,
  after: PagePlace | null = null,
  asOf: bigint | null = null,
): Promise<TransactionRow[]> {
  return read(await readPage(database, ledgerId, TRANSACTIONS, { limit, after, asOf }));
}

/** All of a ledger's transactions, oldest first, as they were known after the event `asOf` where it is named. */
export async function allTransactions(
  database: Database,
  ledgerId: string,
  asOf: bigint | null = null,
): Promise<TransactionRow[]> {
  const { rows } = await queryPrepared(database, oldestFirst(ledgerId, OF_TRANSACTION, asOf));
  return read(rows);
}

/** The same in pages, as `entryPages` gives them. */
export async function* transactionPages(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): AsyncGenerator<TransactionRow[]> {
  for await (const page of entryPages(database, ledgerId, OF_TRANSACTION, asOf)) yield page.filter(isTransaction);
}

/** How many events of a ledger count, up to `asOf` where it is named: no fewer than it has transactions. */
export async function eventCount(database: Database, ledgerId: string, asOf: bigint | null): Promise<number> {
  const { rows } = await queryPrepared<{ count: number }>(
    database,
    `SELECT least(l.revision, $2::bigint) - l.since + 1 AS count FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1`,
    [ledgerId, asOf],
  );
  return rows[0]?.count ?? 0;
}

/** One of a ledger's transactions, or null if the ledger has no such one, or had none after the event `asOf`. */
export async function transactionById(
  database: Database,
  ledgerId: string,
  transactionId: string,
  asOf: bigint | null = null,
): Promise<TransactionRow | null> {
  const entry = await entryById(database, ledgerId, transactionId, asOf);
  return entry && isTransaction(entry) ? entry : null;
}
