import { z } from 'zod';
import { goal } from './goal.ts';
import { transaction } from './transaction.ts';

/** The user as every call answers it (product 3.1): amounts in whole units with at most two decimals, null where unset. */
export const user = z
  .object({
    _id: z.string(),
    email: z.string(),
    fullName: z.string(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    /** The symbol placed before amounts. */
    currency: z.string(),
    currentBalance: z.number(),
    income: z.number().nullable(),
    expense: z.number().nullable(),
    hasSetIncomeAndExpense: z.boolean(),
    isPaidUser: z.boolean(),
    dateOfBirth: z.string().nullable(),
    /** The newest ones (`NEWEST_TRANSACTIONS`), oldest first; `transactionCount` says how many there are. */
    transactionHistory: z.array(transaction),
    transactionCount: z.number(),
    goals: z.array(goal),
    stripeSessionId: z.string().nullable(),
  })
  .meta({ title: 'the user' });
export type User = z.infer<typeof user>;
