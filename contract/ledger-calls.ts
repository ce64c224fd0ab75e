import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { pageLimit } from './fields.ts';

/**
 * Query of history: at most `limit` entries, newest first, before the cursor `before`. A cursor is a revision or the
 * `next` of the previous page; only `next` also contains the balance at that revision.
 */
export const historyPageQuery = z.strictObject({
  limit: pageLimit,
  before: z
    .string()
    .regex(/^\d{1,15}(\.-?\d{1,16})?$/)
    .optional(),
});

/** An event of the user's ledger, with a description and its effect on the balance. Amounts are in whole units. */
export const historyEntry = z.object({
  _id: z.string(),
  /** Revision of the event in the stream, starting at 0. */
  revision: z.number(),
  type: z.string(),
  words: z.string(),
  /** Change of the balance; null if unknown, as for a reset. */
  change: z.number().nullable(),
  /** Balance after the event; null if unknown. */
  balance: z.number().nullable(),
  /** ISO 8601 instant of the append; null if the event's metadata can't be read. */
  recordedAt: z.string().nullable(),
  /** Ids of the entities that the event refers to. */
  transactionId: z.string().nullable(),
  goalId: z.string().nullable(),
  checkoutId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** `next` is null on the last page. */
export const historyResponse = z.object({ entries: z.array(historyEntry), next: z.string().nullable() });
export type HistoryResponse = z.infer<typeof historyResponse>;

/** Result of replaying the user's ledger and comparing it with the read model. */
export const verification = z.object({
  intact: z.boolean(),
  /** Revision of the last compared event; null for an empty ledger. */
  revision: z.number().nullable(),
  /** Number of events that the read model does not have yet. */
  onTheirWay: z.number(),
  counts: z.object({ entries: z.number(), transactions: z.number(), goals: z.number(), statistics: z.number() }),
  /** Account totals in whole units. Double entry: balance + goals + expenses = income + opening. */
  totals: z.object({
    balance: z.number(),
    goals: z.number(),
    expenses: z.number(),
    income: z.number(),
    opening: z.number(),
  }),
  /** The first 100 differences. Amounts are in cents. */
  differences: z.array(
    z.object({
      field: z.string(),
      expected: z.string().nullable(),
      found: z.string().nullable(),
      revision: z.number().nullable(),
    }),
  ),
});
export type Verification = z.infer<typeof verification>;

/** The calls of /ledger. */
export const ledgerCalls = {
  getHistory: {
    ...addresses.getHistory,
    kind: 'query',
    summary: 'Returns the events of the user’s ledger, each with a description, newest first, in pages.',
    session: true,
    query: historyPageQuery,
    data: historyResponse,
    problems: [],
  },
  verifyLedger: {
    ...addresses.verifyLedger,
    kind: 'query',
    summary: 'Replays the user’s ledger from its first event and compares the result with the read model.',
    session: true,
    data: verification,
    problems: ['too_many_requests'],
  },
} as const satisfies Record<string, Call>;
