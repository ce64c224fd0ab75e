import type { ExpenseCategory, IncomeCategory, Wallet } from '../../ledger/model/constants.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { TransactionState } from '../../ledger/model/state.ts';
import { day, id, instant, integer, nullable, type Row, revision, table, text } from './table.ts';

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
  },
  ['ledgerId', 'transactionId'],
  { transactions_newest_first: 'ledger_id, date DESC, revision DESC' },
);
export type TransactionRow = Row<typeof transactions>;

/** The state of a row's transaction. */
export function transactionOf(row: TransactionRow): Required<TransactionState> {
  const { type, title, amount, date, category, wallet, receiptId } = row;
  return {
    type,
    title,
    amount,
    date,
    category: category ?? undefined,
    wallet: wallet ?? undefined,
    receiptId: receiptId ?? undefined,
  };
}
