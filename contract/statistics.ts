import { z } from 'zod';

const incomeAndExpense = z.object({ income: z.number(), expense: z.number() });

/**
 * Response of get-income-expense-by-time-range: the current week (from Monday), month and year in the caller's time
 * zone.
 */
export const statisticsResponse = z.object({ week: incomeAndExpense, month: incomeAndExpense, year: incomeAndExpense });
export type StatisticsResponse = z.infer<typeof statisticsResponse>;
