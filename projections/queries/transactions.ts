import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { entries, IS_TRANSACTION, isTransaction, type TransactionRow } from '../tables/entries.ts';
import { LIVE } from '../tables/read-models.ts';
import { readRow } from '../tables/table.ts';
import { ownIn } from './cut-sql.ts';
import { ENTRY, entryById, entryPages, oldestFirst } from './entries.ts';
import { entriesAsOf, type PagePlace, readPage } from './page.ts';

const OF_TRANSACTION = raw(IS_TRANSACTION);
const ofCut = (cut: Cut) => sql`${OF_TRANSACTION}${ownIn(cut)}`;

const read = (rows: readonly object[]): TransactionRow[] =>
  rows.map((row) => readRow(entries, row)).filter(isTransaction);

/**
 * A ledger's transactions, newest first: at most `limit`, those after a place in the list, as they were known after the
 * event `asOf` where it is named, of the accounts of a cut.
 */
export async function newestTransactions(
  database: Database,
  ledgerId: string,
  limit: number,
  after: PagePlace | null = null,
  asOf: bigint | null = null,
  cut: Cut = null,
): Promise<TransactionRow[]> {
  const source = { select: ENTRY, legs: [ofCut(cut)] };
  return read(await readPage(database, ledgerId, source, { limit, after, asOf }));
}

/** All of a ledger's transactions, oldest first, as they were known after the event `asOf` where it is named. */
export async function allTransactions(
  database: Database,
  ledgerId: string,
  asOf: bigint | null = null,
  cut: Cut = null,
): Promise<TransactionRow[]> {
  const { rows } = await queryPrepared(database, oldestFirst(ledgerId, ofCut(cut), asOf));
  return read(rows);
}

/** The same in pages, as `entryPages` gives them. */
export async function* transactionPages(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
  cut: Cut,
): AsyncGenerator<TransactionRow[]> {
  for await (const page of entryPages(database, ledgerId, ofCut(cut), asOf)) yield page.filter(isTransaction);
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

/** How many transactions of the accounts of a cut a ledger has, or had after the event `asOf` where it is named. */
export async function transactionCountOf(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
  cut: Cut,
): Promise<number> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ count: number }>(
    database,
    sql`SELECT count(*)::int AS count FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND ${ofCut(cut)}`,
  );
  return rows[0]?.count ?? 0;
}

/** One of a ledger's transactions, or null if the ledger has no such one, or had none after the event `asOf`. */
export async function transactionById(
  database: Database,
  ledgerId: string,
  transactionId: string,
  asOf: bigint | null = null,
  cut: Cut = null,
): Promise<TransactionRow | null> {
  const entry = await entryById(database, ledgerId, transactionId, asOf, cut);
  return entry && isTransaction(entry) ? entry : null;
}
