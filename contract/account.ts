import { z } from 'zod';
import { schemasOf } from '#ledger/model/fields.ts';

/** One of the user's accounts (product 3.6). `balance` is in whole units. */
export const accountAnswer = z.object({
  ...schemasOf('account'),
  _id: z.string(),
  balance: z.number(),
  /** Whether it counts in the budget (product 12.1). */
  isBudgeted: z.boolean(),
});
export type Account = z.infer<typeof accountAnswer>;
