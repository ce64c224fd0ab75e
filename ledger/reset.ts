import { z } from 'zod';
import { type Deciders, happened } from './model/command-rule.ts';
import type { BookAccount } from './model/double-entry.ts';
import { type EventOf, event } from './model/event-definition.ts';
import { draftOf, EMPTY_BOOKS } from './model/state.ts';
import { instant, sha256 } from './model/values.ts';

/** The reset of a whole ledger, as the demo user's (product 1.4). */
export const resetEvents = {
  LedgerReset: event({
    about: {
      when: 'The demo user is created or reset. The sample entries follow in the same append.',
      balance: 'becomes 0',
      goals: 'all are removed',
      statistics: 'all are removed',
      also:
        'transactions, transfers, accounts but Everyday, monthly figures, checkout and Premium are removed; ' +
        'no earlier event counts',
    },
    data: {
      before: z
        .strictObject({ entries: z.int().min(0), head: sha256 })
        .optional()
        .meta({ title: '`entries`, `head`' })
        .describe(
          'the number of entries before it, and the head of their hash chain; ' +
            'absent from events from before there were seals',
        ),
      madeAt: instant
        .optional()
        .describe(
          'when it was made; absent where that is when it was recorded. The demo records it at its first sample',
        ),
    },
    begins: 'demo-reset',
    effect: null,
    evolve(draft, _data, { revision }) {
      Object.assign(draft, draftOf(EMPTY_BOOKS), { since: revision });
    },
    /** Every book account is taken back to 0. */
    postings: (_data, before) =>
      Object.entries(before)
        .map(([account, amount = 0n]) => ({ account: account as BookAccount, amount: -amount }))
        .filter(({ amount }) => amount !== 0n),
    moves: null,
  }),
} as const;

export type ResetEvent = EventOf<typeof resetEvents>;

export type ResetCommand = { type: 'ResetLedger' };

/** The rule of the reset (product 1.5): it is always possible. */
export const resetCommands: Deciders<ResetCommand, ResetEvent> = {
  ResetLedger: { decide: () => happened({ type: 'LedgerReset', data: {} }) },
};
