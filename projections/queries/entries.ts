import type { Cut } from '#ledger/model/cut.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, type Sql, sql, statementOf } from '#platform/sql.ts';
import { type EntryRow, entries } from '../tables/entries.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { seenIn } from './cut-sql.ts';
import { entriesAsOf, type PagePlace, readPage } from './page.ts';

/** All columns of an entry. */
export const ENTRY = raw(columnsOf(entries, 't'));

const ALL = sql`true`;

/** SQL: the conditions that an entry is of an account, one for each column; a transfer is of two accounts. */
export function legsOf(account: Sql): readonly Sql[] {
  return [sql`t.account_id = ${account}`, sql`t.to_account = ${account}`];
}

/** SQL: the amount that an entry of an account adds to it, in cents. */
export function entryChange(account: Sql): Sql {
  const ofTransfer = sql`CASE t.to_account WHEN ${account} THEN t.amount ELSE -t.amount END`;
  return sql`CASE t.type WHEN 'Expense' THEN -t.amount WHEN 'Income' THEN t.amount ELSE ${ofTransfer} END`;
}

/**
 * A ledger's entries, newest first: at most `limit`, after a place in the list, of an account if it is named, as they
 * were known after the event `asOf` where it is named, of the accounts of a cut.
 */
export async function newestEntries(
  database: Database,
  ledgerId: string,
  limit: number,
  after: PagePlace | null,
  account: string | null,
  asOf: bigint | null = null,
  cut: Cut = null,
): Promise<EntryRow[]> {
  const legs = account === null ? [ALL] : legsOf(sql`${account}`);
  const source = { select: ENTRY, legs: legs.map((leg) => sql`${leg}${seenIn(cut)}`) };
  const rows = await readPage(database, ledgerId, source, { limit, after, asOf, account });
  return rows.map((row) => readRow(entries, row));
}

/**
 * One of a ledger's entries, of the accounts of a cut, as it was known after the event `asOf` where it is named, or
 * null if there is none with this id.
 */
export async function entryById(
  database: Database,
  ledgerId: string,
  entryId: string,
  asOf: bigint | null = null,
  cut: Cut = null,
): Promise<EntryRow | null> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared(
    database,
    sql`SELECT ${ENTRY} FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.entry_id = ${entryId}${seenIn(cut)}`,
  );
  return rows[0] ? readRow(entries, rows[0]) : null;
}

/** Rows in one page, so that parsing them doesn't block the event loop for long. */
const PAGE_ROWS = 500;

/**
 * A ledger's entries that meet a condition, oldest first, as they were known after the event `asOf` where it is named:
 * in pages, within a transaction, which has to last until all of them are read. One such list is read at a time.
 */
export async function* entryPages(
  database: Database,
  ledgerId: string,
  condition = ALL,
  asOf: bigint | null = null,
): AsyncGenerator<EntryRow[]> {
  await database.query(
    statementOf(sql`DECLARE entries_oldest_first NO SCROLL CURSOR FOR ${oldestFirst(ledgerId, condition, asOf)}`),
  );
  for (;;) {
    const { rows } = await database.query(`FETCH ${PAGE_ROWS} FROM entries_oldest_first`);
    yield rows.map((row) => readRow(entries, row));
    if (rows.length < PAGE_ROWS) break;
  }
  await database.query('CLOSE entries_oldest_first');
}

/** The statement for a ledger's entries that meet a condition, oldest first, as known after the event `asOf`. */
export function oldestFirst(ledgerId: string, condition: Sql, asOf: bigint | null): Sql {
  const ledger = sql`${ledgerId}`;
  return sql`SELECT ${ENTRY} FROM ${entriesAsOf(ledger, asOf)}
    WHERE t.ledger_id = ${ledger} AND ${condition} ORDER BY t.date, t.revision`;
}

/** The number of a ledger's entries. */
export async function entryCount(database: Database, ledgerId: string): Promise<number> {
  const { rows } = await queryPrepared<{ count: number }>(
    database,
    `SELECT count(*) AS count FROM ${LIVE}.entries t WHERE t.ledger_id = $1`,
    [ledgerId],
  );
  return rows[0]?.count ?? 0;
}
