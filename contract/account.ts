import { z } from 'zod';
import { ACCOUNT_KINDS } from '#ledger/model/constants.ts';

/** One of the user's accounts (product 3.6). `balance` is in whole units. */
export const account = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  balance: z.number(),
  isOpen: z.boolean(),
});
export type Account = z.infer<typeof account>;
