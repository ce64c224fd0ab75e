import type { BookAccount } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { resetEvents } from './events.ts';

/** A reset takes every book account back to 0. */
export const resetPostings: PostingRules<typeof resetEvents> = {
  LedgerReset: (_data, before) =>
    Object.entries(before)
      .map(([account, amount = 0n]) => ({ account: account as BookAccount, amount: -amount }))
      .filter(({ amount }) => amount !== 0n),
};
