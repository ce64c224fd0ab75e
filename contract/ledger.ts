import { z } from 'zod';
import { pageLimit } from './fields.ts';

/**
 * A page of the user's history, newest first: at most `limit` entries, before a revision or before the `next` of the page
 * above. Only `next` also carries the balance at that place.
 */
export const historyPageQuery = z.strictObject({
  limit: pageLimit,
  before: z
    .string()
    .regex(/^\d{1,15}(\.-?\d{1,16})?$/)
    .optional(),
});

/** An event of the user's ledger in words, and its effect. */
export const historyEntry = z.object({
  _id: z.string(),
  /** Its place in the ledger, counted from 0. */
  revision: z.number(),
  type: z.string(),
  words: z.string(),
  /** What it added to the balance; null where that is unknown, as for a reset. */
  change: z.number().nullable(),
  /** The balance after it; null where that is unknown. */
  balance: z.number().nullable(),
  /** The instant it was recorded, ISO 8601; null where it can't be read. */
  recordedAt: z.string().nullable(),
  /** What it is about. */
  transactionId: z.string().nullable(),
  goalId: z.string().nullable(),
  checkoutId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** `next` is null on the last page. */
export const historyAnswer = z.object({ entries: z.array(historyEntry), next: z.string().nullable() });
export type HistoryAnswer = z.infer<typeof historyAnswer>;

/** The result of replaying the user's ledger and comparing it with the rows that the screens show. */
export const verification = z.object({
  intact: z.boolean(),
  /** The last entry that was compared; null where there is nothing to compare. */
  revision: z.number().nullable(),
  /** How many entries the read model does not have yet. */
  onTheirWay: z.number(),
  counts: z.object({ entries: z.number(), transactions: z.number(), goals: z.number(), statistics: z.number() }),
  /** By double entry: balance + goals + expenses = income + opening. */
  totals: z.object({
    balance: z.number(),
    goals: z.number(),
    expenses: z.number(),
    income: z.number(),
    opening: z.number(),
  }),
  /** The first hundred; amounts in them are in cents. */
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
