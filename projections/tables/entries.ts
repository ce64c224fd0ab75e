import type { ExpenseCategory, IncomeCategory, Wallet } from '../../ledger/model/constants.ts';
import { EVERYDAY } from '../../ledger/model/constants.ts';
import type { ValuesOf } from '../../ledger/model/fields.ts';
import type { Cents } from '../../ledger/model/money.ts';
import { type Part, type TransactionState, type TransferState, unlessEveryday } from '../../ledger/model/state.ts';
import { day, id, instant, integer, json, nullable, type Row, revision, table, text } from './table.ts';

/** A ledger and an amount, as the index of entries by their amount has them. */
const OF_AMOUNT = "ledger_id || ' ' || amount::text";

/** The condition that an entry is a transaction: an expense or an income. */
export const IS_TRANSACTION = "t.type <> 'Transfer'";

/**
 * A row for each entry: an expense, an income or a transfer. `revision` is that of the event that recorded it, and
 * orders those of one day. Accounts are `everyday` or ids.
 */
export const entries = table(
  'entries',
  {
    ledgerId: id(),
    entryId: id(),
    revision: revision(),
    type: text<'Expense' | 'Income' | 'Transfer'>(),
    /** A transfer may have none. */
    title: nullable(text()),
    amount: integer<Cents>(),
    category: nullable(text<ExpenseCategory | IncomeCategory>()),
    wallet: nullable(text<Wallet>()),
    date: day(),
    receiptId: nullable(text()),
    recordedAt: instant(),
    /** Of a transfer the account that the money leaves. */
    accountId: id(),
    /** Of a transfer the account in which the money arrives; null of others. */
    toAccount: nullable(id()),
    parts: nullable(json<Part[]>()),
    changedAt: nullable(instant()),
    /** The revision of the event that gave it these values. */
    knownFrom: revision(),
  },
  ['ledgerId', 'entryId'],
  {
    indexes: {
      entries_by_date: 'ledger_id, date, revision',
      entries_of_account_by_date: 'ledger_id, account_id, date, revision',
      entries_to_account_by_date: { on: 'ledger_id, to_account, date, revision', where: 'to_account IS NOT NULL' },
      entries_by_amount: `(${OF_AMOUNT}), date`,
    },
  },
);
export type EntryRow = Row<typeof entries>;

/** The row of a transaction. */
export type TransactionRow = EntryRow & Pick<TransactionState, 'type' | 'title'>;

/** What entries were before they were changed or deleted, by the event at `knownUntil` (product 5.10). */
export const pastEntries = table(
  'past_entries',
  { ...entries.columns, knownUntil: revision() },
  ['ledgerId', 'entryId', 'knownFrom'],
  {
    indexes: {
      past_entries_by_date: 'ledger_id, date, revision',
      past_entries_of_account_by_date: 'ledger_id, account_id, date, revision',
      past_entries_to_account_by_date: { on: 'ledger_id, to_account, date, revision', where: 'to_account IS NOT NULL' },
    },
  },
);

/**
 * The condition that an entry, by its alias, has an amount in a ledger; written as in the index, and without the ledger
 * by itself: of a ledger that grew since the statistics were taken, Postgres would read all entries by any index.
 */
export function isOfAmount(alias: string, ledgerId: string, cents: string): string {
  return `${alias}.ledger_id || ' ' || ${alias}.amount::text = ${ledgerId} || ' ' || (${cents})::text`;
}

/** Whether a row is that of a transaction. */
export function isTransaction(row: EntryRow): row is TransactionRow {
  return row.type !== 'Transfer';
}

/** The state of a row's transaction. */
export function transactionOf(row: TransactionRow): Required<TransactionState> {
  const { type, title, amount, date, category, wallet, receiptId, accountId, parts } = row;
  return {
    type,
    title,
    amount,
    date,
    category: category ?? undefined,
    wallet: wallet ?? undefined,
    accountId: unlessEveryday(accountId),
    receiptId: receiptId ?? undefined,
    parts: parts ?? undefined,
  };
}

/** The state of a row's transfer. */
export function transferOf({ accountId: from, toAccount, amount, date, title }: EntryRow): TransferState {
  return { from, to: toAccount ?? EVERYDAY, amount, date, title: title ?? undefined };
}

/** What the row of an entry has of its state: each field of the ledger's, but for a transfer's two accounts. */
export type EntryFields = Pick<EntryRow, Exclude<FieldOfEntry, 'from' | 'to'> | 'toAccount'>;
type FieldOfEntry = keyof (ValuesOf<'transaction'> & ValuesOf<'transfer'>);

/** What an entry's row has of its state. */
export function fieldsOfEntry(entry: TransactionState | TransferState): EntryFields {
  if ('from' in entry) {
    const { from, to, amount, date, title } = entry;
    return { ...NO_TRANSACTION, type: 'Transfer', title: title ?? null, amount, date, accountId: from, toAccount: to };
  }
  const { type, title, amount, category, wallet, date, receiptId, accountId, parts } = entry;
  return {
    type,
    title,
    amount,
    category: category ?? null,
    wallet: wallet ?? null,
    date,
    receiptId: receiptId ?? null,
    accountId: accountId ?? EVERYDAY,
    toAccount: null,
    parts: parts ?? null,
  };
}

const NO_TRANSACTION = { category: null, wallet: null, receiptId: null, parts: null };
