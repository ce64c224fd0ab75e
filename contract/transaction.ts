import { z } from 'zod';

/**
 * A transaction (product 3.2). `amount` is in whole units, `date` an ISO date, `createdAt` the ISO instant of
 * recording.
 */
export const transaction = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income']),
  title: z.string(),
  amount: z.number(),
  category: z.string().nullable(),
  date: z.string(),
  createdAt: z.string(),
  /** Payment method of an expense; null for an income. */
  wallet: z.string().nullable(),
  receipt: z.string().nullable(),
});
export type Transaction = z.infer<typeof transaction>;
