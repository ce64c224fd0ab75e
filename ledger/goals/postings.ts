import { moved, noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { goalEvents } from './events.ts';

/** The postings of these events. */
export const goalPostings: PostingRules<typeof goalEvents> = {
  GoalCreated: noPostings,
  GoalUpdated: noPostings,
  MoneyAddedToGoal: ({ amount }) => moved('Balance', 'Goals', amount),
  GoalDeleted: ({ returnedAmount }) => moved('Goals', 'Balance', returnedAmount),
};
