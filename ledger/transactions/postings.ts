import { balanceIn, moved, netted } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { TransactionState } from '../model/state.ts';
import type { transactionEvents } from './events.ts';

type Counted = Pick<TransactionState, 'type' | 'amount' | 'accountId'>;

const made = ({ type, amount, accountId }: Counted) =>
  type === 'Expense' ? moved(balanceIn(accountId), 'Expenses', amount) : moved('Income', balanceIn(accountId), amount);
const takenBack = ({ type, amount, accountId }: Counted) =>
  type === 'Expense' ? moved('Expenses', balanceIn(accountId), amount) : moved(balanceIn(accountId), 'Income', amount);

/** The postings of these events. */
export const transactionPostings: PostingRules<typeof transactionEvents> = {
  ExpenseRecorded: (data) => made({ type: 'Expense', ...data }),
  IncomeRecorded: (data) => made({ type: 'Income', ...data }),
  TransactionChanged: ({ before, after }) => netted([...takenBack(before), ...made(after)]),
  TransactionDeleted: takenBack,
  TransactionRestored: made,
};
