import { z } from 'zod';
import { ACCOUNT_KINDS } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';

/** One of the user's accounts (product 3.6). `balance` is in whole units. */
export const accountAnswer = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  balance: z.number(),
  isOpen: z.boolean(),
  /** Whether it counts in the budget (product 12.1). */
  isBudgeted: z.boolean(),
} satisfies Record<FieldName<'account'> | '_id' | 'balance', z.ZodType>);
export type Account = z.infer<typeof accountAnswer>;
