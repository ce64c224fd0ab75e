import type { Evolvers } from '../model/event-schema.ts';
import { type Cents, negated, safe } from '../model/money.ts';
import { addToBalance, addToBalances, type Draft, type TransactionState } from '../model/state.ts';
import type { transactionEvents } from './events.ts';
import { transactionPostings } from './postings.ts';

/** What these events do to the state. A transaction of an older event may not be in it: projections fold without them. */
export const evolveTransactions: Evolvers<typeof transactionEvents> = {
  ExpenseRecorded(draft, { transactionId, receiptHash: _, imported: _imported, ...fields }) {
    add(draft, transactionId, { type: 'Expense', ...fields });
  },
  IncomeRecorded(draft, { transactionId, receiptHash: _, imported: _imported, ...fields }) {
    add(draft, transactionId, { type: 'Income', ...fields });
  },
  TransactionChanged(draft, data) {
    const { transactionId, before, after } = data;
    draft.transactions.set(transactionId, after);
    draft.turnover = safe(draft.turnover + (after.amount - before.amount));
    addToBalances(draft, transactionPostings.TransactionChanged(data, {}));
  },
  TransactionDeleted(draft, { transactionId, type, amount, accountId }) {
    draft.transactions.delete(transactionId);
    draft.turnover = safe(draft.turnover - amount);
    addToBalance(draft, accountId, negated(changeOfBalance({ type, amount })));
  },
  TransactionRestored(
    draft,
    { transactionId, place: _place, recordedAt: _recordedAt, changedAt: _changedAt, ...fields },
  ) {
    add(draft, transactionId, fields);
  },
};

/** What a transaction adds to the balance, in cents: an expense lowers it, an income raises it. */
export function changeOfBalance({ type, amount }: Pick<TransactionState, 'type' | 'amount'>): Cents {
  return type === 'Expense' ? negated(amount) : amount;
}

function add(draft: Draft, transactionId: string, transaction: TransactionState): void {
  draft.transactions.set(transactionId, transaction);
  draft.turnover = safe(draft.turnover + transaction.amount);
  addToBalance(draft, transaction.accountId, changeOfBalance(transaction));
}
