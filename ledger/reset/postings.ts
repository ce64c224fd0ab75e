import { ACCOUNTS } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { resetEvents } from './events.ts';

/** A reset takes every account back to 0. */
export const resetPostings: PostingRules<typeof resetEvents> = {
  LedgerReset: (_data, before) =>
    ACCOUNTS.map((account) => ({ account, amount: -before[account] })).filter(({ amount }) => amount !== 0n),
};
