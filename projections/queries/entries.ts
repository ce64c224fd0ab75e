import type { Part } from '../../ledger/model/state.ts';
import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';
import {
  columnsOf,
  day,
  id,
  instant,
  integer,
  json,
  nullable,
  type Row,
  readRow,
  revision,
  table,
  text,
} from '../tables/table.ts';
import { pastTransfers, transfers } from '../tables/transfers.ts';
import { type Place, readPage } from './page.ts';
import { TRANSACTIONS } from './transactions.ts';

/** An expense, an income or a transfer, as lists of all entries have it. Accounts are `everyday` or ids. */
const entries = table(
  'entries',
  {
    entryId: id(),
    revision: revision(),
    type: text<'Expense' | 'Income' | 'Transfer'>(),
    title: nullable(text()),
    amount: integer(),
    date: day(),
    account: text(),
    toAccount: nullable(text()),
    category: nullable(text()),
    parts: nullable(json<Part[]>()),
    wallet: nullable(text()),
    receiptId: nullable(text()),
    recordedAt: instant(),
    changedAt: nullable(instant()),
  },
  ['entryId'],
);
export type EntryRow = Row<typeof entries>;

const TRANSACTION_COLUMNS = `t.transaction_id AS entry_id, t.revision, t.type, t.title, t.amount, t.date,
  t.account_id AS account, NULL AS to_account, t.category, t.parts, t.wallet, t.receipt_id, t.recorded_at, t.changed_at`;
const TRANSFER_COLUMNS = `t.transfer_id AS entry_id, t.revision, 'Transfer' AS type, t.title, t.amount, t.date,
  t.from_account AS account, t.to_account, NULL AS category, NULL::json AS parts, NULL AS wallet, NULL AS receipt_id,
  t.recorded_at, t.changed_at`;

/** Where transfers are read, as they are and as they were. */
export const TRANSFERS = { table: transfers, past: pastTransfers } as const;

const ALL = [
  { ...TRANSACTIONS, select: TRANSACTION_COLUMNS },
  { ...TRANSFERS, select: TRANSFER_COLUMNS },
];
const OF_ACCOUNT = [
  { ...TRANSACTIONS, select: TRANSACTION_COLUMNS, where: 't.account_id = $also1' },
  { ...TRANSFERS, select: TRANSFER_COLUMNS, where: 't.from_account = $also1' },
  { ...TRANSFERS, select: TRANSFER_COLUMNS, where: 't.to_account = $also1' },
];

/**
 * A ledger's entries, newest first: at most `limit`, those after a place in the list, those of an account where it is named,
 * as they were known after the event `asOf` where it is named.
 */
export async function newestEntries(
  database: Database,
  ledgerId: string,
  limit: number,
  after: Place | null,
  account: string | null,
  asOf: bigint | null = null,
): Promise<EntryRow[]> {
  const page = { limit, after, asOf, account, also: account === null ? [] : [account] };
  const rows = await readPage(database, ledgerId, 'entries', account === null ? ALL : OF_ACCOUNT, page);
  return rows.map((row) => readRow(entries, row));
}

/** Rows of a page of `entryPages`, so that parsing them does not block the event loop for long. */
const EXPORTED_ROWS = 1_000;

/** All of a ledger's entries, oldest first, in pages. */
export async function* entryPages(database: Database, ledgerId: string): AsyncGenerator<EntryRow[]> {
  for (let last: EntryRow | undefined, more = true; more; ) {
    const page = ({ select, table }: (typeof ALL)[number]) => `(SELECT ${select} FROM ${LIVE}.${table.name} t
      WHERE t.ledger_id = $1 ${last ? 'AND (t.date, t.revision) > ($3, $4)' : ''}
      ORDER BY t.date, t.revision LIMIT $2)`;
    const { rows } = await database.query({
      name: `entries-oldest${last ? '-after' : ''}`,
      text: `SELECT ${columnsOf(entries, 'e')} FROM (${ALL.map(page).join(' UNION ALL ')}) e
        ORDER BY e.date, e.revision LIMIT $2`,
      values: [ledgerId, EXPORTED_ROWS, ...(last ? [last.date, last.revision] : [])],
    });
    const found = rows.map((row) => readRow(entries, row));
    yield found;
    last = found.at(-1);
    more = found.length === EXPORTED_ROWS;
  }
}

/** The number of a ledger's entries. */
export async function entryCount(database: Database, ledgerId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'entry-count',
    text: `SELECT (SELECT count(*) FROM ${LIVE}.transactions t WHERE t.ledger_id = $1)
      + (SELECT count(*) FROM ${LIVE}.transfers t WHERE t.ledger_id = $1) AS count`,
    values: [ledgerId],
  });
  return rows[0]?.count ?? 0;
}
