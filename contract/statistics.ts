import { z } from 'zod';

const incomeAndExpense = z.object({ income: z.number(), expense: z.number() });

/** get-income-expense-by-time-range: this week (from Monday), this month and this year, where the caller is. */
export const statisticsAnswer = z.object({ week: incomeAndExpense, month: incomeAndExpense, year: incomeAndExpense });
export type StatisticsAnswer = z.infer<typeof statisticsAnswer>;
