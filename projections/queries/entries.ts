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
import type { Place } from './transactions.ts';

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

const TRANSACTIONS = `SELECT t.transaction_id AS entry_id, t.revision, t.type, t.title, t.amount, t.date,
  t.account_id AS account, NULL AS to_account, t.category, t.parts, t.wallet, t.receipt_id, t.recorded_at, t.changed_at
  FROM ${LIVE}.transactions t`;
const TRANSFERS = `SELECT t.transfer_id AS entry_id, t.revision, 'Transfer' AS type, t.title, t.amount, t.date,
  t.from_account AS account, t.to_account, NULL AS category, NULL::json AS parts, NULL AS wallet, NULL AS receipt_id,
  t.recorded_at, t.changed_at
  FROM ${LIVE}.transfers t`;

/** A ledger's entries, newest first: at most `limit`, those after a place in the list, those of an account where it is named. */
export async function newestEntries(
  database: Database,
  ledgerId: string,
  limit: number,
  after: Place | null,
  account: string | null,
): Promise<EntryRow[]> {
  // Each part is read along its own index, so that a page costs the same wherever it is.
  const page = (from: string, where = 'true') => `(${from} WHERE t.ledger_id = $1 AND ${where}
    ${after ? 'AND (t.date, t.revision) < ($3, $4)' : ''} ORDER BY t.date DESC, t.revision DESC LIMIT $2)`;
  const named = `$${after ? 5 : 3}`;
  const parts = account
    ? [
        page(TRANSACTIONS, `t.account_id = ${named}`),
        page(TRANSFERS, `t.from_account = ${named}`),
        page(TRANSFERS, `t.to_account = ${named}`),
      ]
    : [page(TRANSACTIONS), page(TRANSFERS)];
  const { rows } = await database.query({
    name: `entries${after ? '-after' : ''}${account ? '-of-account' : ''}`,
    text: `SELECT ${columnsOf(entries, 'e')} FROM (${parts.join(' UNION ALL ')}) e
      ORDER BY e.date DESC, e.revision DESC LIMIT $2`,
    values: [ledgerId, limit, ...(after ? [after.date, after.revision] : []), ...(account ? [account] : [])],
  });
  return rows.map((row) => readRow(entries, row));
}
