import { z } from 'zod';
import { type EventOf, recorded, sha256 } from '../model/event-schema.ts';

/** The reset of a whole ledger, as the demo user's (product 1.4). */
export const resetEvents = {
  LedgerReset: recorded(
    {
      when: 'The demo user is created or reset. The sample entries follow in the same append.',
      balance: 'becomes 0',
      goals: 'all are removed',
      statistics: 'all are removed',
      also: 'transactions, transfers, accounts but Everyday, monthly figures, checkout and Premium are removed; no earlier event counts',
    },
    {
      before: z
        .strictObject({ entries: z.int().min(0), head: sha256 })
        .optional()
        .meta({ title: '`entries`, `head`' })
        .describe(
          'the number of entries before it, and the head of their hash chain; absent from events from before there were seals',
        ),
    },
  ),
} as const;

export type ResetEvent = EventOf<typeof resetEvents>;
