import { z } from 'zod';
import type { CallName } from '../ledger/model/fields.ts';

/** A part of a split transaction; `note` is null where there is none. */
export const part = z.object({ amount: z.number(), category: z.string(), note: z.string().nullable() });
export type PartOfEntry = z.infer<typeof part>;

/**
 * A transaction (product 3.2). `amount` is in whole units, `date` an ISO date, `createdAt` the ISO instant of
 * recording.
 */
const transactionFields = {
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
  /** The account; absent for the first one. */
  account: z.string().optional(),
  /** The parts of a split; absent for any other transaction. */
  parts: z.array(part).optional(),
  /** When it was changed last; absent where it never was. */
  changedAt: z.string().optional(),
} satisfies Record<CallName<'transaction'>, z.ZodType> & Record<string, z.ZodType>;
export const transaction = z.object(transactionFields);
export type Transaction = z.infer<typeof transaction>;
