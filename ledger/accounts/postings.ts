import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { accountEvents } from './events.ts';

/** The postings of these events. */
export const accountPostings: PostingRules<typeof accountEvents> = {
  AccountOpened: ({ accountId, openingBalance = 0 }) => moved('Opening', balanceIn(accountId), openingBalance),
  AccountRenamed: noPostings,
  AccountClosed: noPostings,
  AccountReopened: noPostings,
  AccountRemoved: ({ accountId, balance }) => moved(balanceIn(accountId), 'Opening', balance),
  AccountRestored: ({ accountId, balance }) => moved('Opening', balanceIn(accountId), balance),
};
