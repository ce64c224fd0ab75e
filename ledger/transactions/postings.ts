import { moved } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { transactionEvents } from './events.ts';

/** The postings of these events. */
export const transactionPostings: PostingRules<typeof transactionEvents> = {
  ExpenseRecorded: ({ amount }) => moved('Balance', 'Expenses', amount),
  IncomeRecorded: ({ amount }) => moved('Income', 'Balance', amount),
  TransactionDeleted: ({ type, amount }) =>
    type === 'Expense' ? moved('Expenses', 'Balance', amount) : moved('Balance', 'Income', amount),
};
