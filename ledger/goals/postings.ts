import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { goalEvents } from './events.ts';

/** The postings of these events. */
export const goalPostings: PostingRules<typeof goalEvents> = {
  GoalCreated: noPostings,
  GoalUpdated: noPostings,
  MoneyAddedToGoal: ({ amount, accountId }) => moved(balanceIn(accountId), 'Goals', amount),
  MoneyTakenFromGoal: ({ amount, accountId }) => moved('Goals', balanceIn(accountId), amount),
  GoalDeleted: ({ returnedAmount, accountId }) => moved('Goals', balanceIn(accountId), returnedAmount),
  GoalRestored: ({ amount, accountId }) => moved(balanceIn(accountId), 'Goals', amount),
};
