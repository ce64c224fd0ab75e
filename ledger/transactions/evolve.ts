import type { Evolvers } from '../model/event-schema.ts';
import { type Cents, negated } from '../model/money.ts';
import { addToBalance, type Draft, safe, type TransactionState } from '../model/state.ts';
import type { transactionEvents } from './events.ts';

/** What these events do to the state. A transaction of an older event may not be in it: projections fold without them. */
export const evolveTransactions: Evolvers<typeof transactionEvents> = {
  ExpenseRecorded(draft, { transactionId, ...fields }) {
    add(draft, transactionId, { type: 'Expense', ...fields });
  },
  IncomeRecorded(draft, { transactionId, ...fields }) {
    add(draft, transactionId, { type: 'Income', ...fields });
  },
  TransactionDeleted(draft, { transactionId, type, amount }) {
    draft.transactions.delete(transactionId);
    draft.turnover = safe(draft.turnover - amount);
    addToBalance(draft, negated(changeOfBalance({ type, amount })));
  },
};

/** What a transaction adds to the balance, in cents: an expense lowers it, an income raises it. */
export function changeOfBalance({ type, amount }: Pick<TransactionState, 'type' | 'amount'>): Cents {
  return type === 'Expense' ? negated(amount) : amount;
}

function add(draft: Draft, transactionId: string, transaction: TransactionState): void {
  draft.transactions.set(transactionId, transaction);
  draft.turnover = safe(draft.turnover + transaction.amount);
  addToBalance(draft, changeOfBalance(transaction));
}
