import { z } from 'zod';
import { schemasOf } from '#ledger/model/fields.ts';

/**
 * A savings goal (product 3.3). Amounts are in whole units; `date` is the ISO date on which the goal was reached, else
 * null. `wantedBy` is the ISO date by which it is wanted, absent where it has none.
 */
export const goal = z.object({
  _id: z.string(),
  ...schemasOf('goal'),
  finalAmount: z.number(),
  currentAmount: z.number(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  date: z.string().nullable(),
});
export type Goal = z.infer<typeof goal>;
