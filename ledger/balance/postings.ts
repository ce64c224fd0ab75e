import { moved, noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { balanceEvents } from './events.ts';

/** The postings of these events. */
export const balancePostings: PostingRules<typeof balanceEvents> = {
  InitialDepositMade: ({ amount }) => moved('Opening', 'Balance', amount),
  BalanceAdjusted: ({ from, to }) => moved('Opening', 'Balance', BigInt(to) - BigInt(from)),
  MonthlyFiguresSet: noPostings,
};
