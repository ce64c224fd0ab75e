import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { balanceEvents } from './events.ts';

/** The postings of these events. */
export const balancePostings: PostingRules<typeof balanceEvents> = {
  InitialDepositMade: ({ amount, accountId }) => moved('Opening', balanceIn(accountId), amount),
  BalanceAdjusted: ({ from, to, accountId }) => moved('Opening', balanceIn(accountId), BigInt(to) - BigInt(from)),
  BalanceAsserted: noPostings,
  MonthlyFiguresSet: noPostings,
  MonthlyFiguresCleared: noPostings,
};
