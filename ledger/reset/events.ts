import { type EventOf, recorded } from '../model/event-schema.ts';

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
    {},
  ),
} as const;

export type ResetEvent = EventOf<typeof resetEvents>;
