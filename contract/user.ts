import { z } from 'zod';
import { DATE_ORDERS, WEEK_STARTS } from '#ledger/model/constants.ts';
import { accountAnswer } from './account.ts';
import { goal } from './goal.ts';
import { transactionAnswer } from './transaction.ts';

/**
 * The user in responses (product 3.1). Amounts are in whole units with at most two decimals; an unset field is null.
 */
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
    /** How the user writes a day and a month as numbers; null is read as `dmy`. */
    dateOrder: z.enum(DATE_ORDERS).nullable(),
    /** The day on which weeks begin: 1 for Monday, 6 for Saturday, 7 for Sunday; null is read as 1. */
    weekStart: z.literal(WEEK_STARTS).nullable(),
    /** The day on which months of reports begin, and the day of years, `MM-DD`; null is read as 1 and `01-01`. */
    monthStart: z.number().nullable(),
    yearStart: z.string().nullable(),
    /** Whether the word list proposes categories (product 11.5). */
    usesWordList: z.boolean(),
    /** The `NEWEST_TRANSACTIONS` newest transactions, oldest first; `transactionCount` is the total. */
    transactionHistory: z.array(transactionAnswer),
    transactionCount: z.number(),
    goals: z.array(goal),
    /** All accounts, in the order of opening; `currentBalance` is the sum of the open ones. */
    accounts: z.array(accountAnswer),
    stripeSessionId: z.string().nullable(),
  })
  .meta({ title: 'the user' });
export type User = z.infer<typeof user>;
