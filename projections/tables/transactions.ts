import { EVERYDAY, type ExpenseCategory, type IncomeCategory, type Wallet } from '../../ledger/model/constants.ts';
import type { Cents } from '../../ledger/model/money.ts';
import { type Part, type TransactionState, unlessEveryday } from '../../ledger/model/state.ts';
import { added, day, id, instant, integer, json, nullable, type Row, revision, table, text } from './table.ts';

/** A ledger and an amount, as the indexes of entries by their amount have them. */
export const OF_AMOUNT = "ledger_id || ' ' || amount::text";

/** A row for each transaction; `revision` is that of the event that recorded it, and orders those of one day. */
export const transactions = table(
  'transactions',
  {
    ledgerId: id(),
    transactionId: id(),
    revision: revision(),
    type: text<'Expense' | 'Income'>(),
    title: text(),
    amount: integer<Cents>(),
    category: nullable(text<ExpenseCategory | IncomeCategory>()),
    wallet: nullable(text<Wallet>()),
    date: day(),
    receiptId: nullable(text()),
    recordedAt: instant(),
    /** `everyday` or the account's id. */
    accountId: added(id(), `'${EVERYDAY}'`),
    parts: nullable(json<Part[]>()),
    changedAt: nullable(instant()),
    /** The revision of the event that gave it these values. */
    knownFrom: added(revision(), '0'),
  },
  ['ledgerId', 'transactionId'],
  {
    indexes: {
      transactions_by_date: 'ledger_id, date, revision',
      transactions_of_account_by_date: 'ledger_id, account_id, date, revision',
      transactions_by_amount: `(${OF_AMOUNT}), date`,
    },
  },
);

/**
 * The condition that an entry, by its alias, has an amount in a ledger; written as in the index, and without the ledger by itself: of a
 * ledger that grew since the statistics were taken, Postgres would read all entries by any index.
 */
export function isOfAmount(alias: string, ledgerId: string, cents: string): string {
  return `${alias}.ledger_id || ' ' || ${alias}.amount::text = ${ledgerId} || ' ' || (${cents})::text`;
}

/** What rows of transactions were before they were changed or deleted, by the event at `knownUntil` (product 5.10). */
export const pastTransactions = table(
  'past_transactions',
  { ...transactions.columns, knownUntil: revision() },
  ['ledgerId', 'transactionId', 'knownFrom'],
  {
    indexes: {
      past_transactions_by_date: 'ledger_id, date, revision',
      past_transactions_of_account_by_date: 'ledger_id, account_id, date, revision',
    },
  },
);
export type TransactionRow = Row<typeof transactions>;

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

/** What a transaction's row has of its state. */
export function transactionFields(transaction: TransactionState) {
  const { type, title, amount, date, category, wallet, accountId, receiptId, parts } = transaction;
  return {
    type,
    title,
    amount,
    category: category ?? null,
    wallet: wallet ?? null,
    date,
    receiptId: receiptId ?? null,
    accountId: accountId ?? EVERYDAY,
    parts: parts ?? null,
  };
}
