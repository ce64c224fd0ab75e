import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { entryDate, known, knownQuery } from './fields.ts';
import { messages } from './messages.ts';

const incomeAndExpense = z.object({ income: z.number(), expense: z.number() });

/**
 * Response of get-income-expense-by-time-range: the current week (from Monday), month and year in the caller's time
 * zone.
 */
export const statisticsResponse = z.object({ week: incomeAndExpense, month: incomeAndExpense, year: incomeAndExpense });
export type StatisticsResponse = z.infer<typeof statisticsResponse>;

/** Query of get-by-category: the first and the last day, both included. */
export const categoriesQuery = z
  .strictObject({ from: entryDate, to: entryDate, known: known.optional() })
  .refine(({ from, to }) => from <= to, { error: messages.daysInOrder, path: ['from'] });

/** A category, `-` for none, with its sums in the days that were asked for and in those `before`. */
const categorySum = z.object({ category: z.string(), amount: z.number(), before: z.number() });
export type CategorySum = z.infer<typeof categorySum>;

/**
 * Response of get-by-category: income and expenses by category, the largest first. The parts of a split count by their
 * own category. `before` is the period before: the week, month or year before a whole one, else as many days.
 */
export const categoriesResponse = z.object({
  from: z.string(),
  to: z.string(),
  before: z.object({ from: z.string(), to: z.string() }),
  income: z.array(categorySum),
  expense: z.array(categorySum),
});
export type CategoriesResponse = z.infer<typeof categoriesResponse>;

/** The calls of /stats. */
export const statisticsCalls = {
  getStatistics: {
    ...addresses.getStatistics,
    kind: 'query',
    summary: 'Returns income and expense of the current week, month and year, by transaction date.',
    session: true,
    premium: true,
    query: knownQuery,
    data: statisticsResponse,
    problems: [],
  },
  getByCategory: {
    ...addresses.getByCategory,
    kind: 'query',
    summary: 'Returns income and expenses by category, beside those of the period before.',
    session: true,
    premium: true,
    query: categoriesQuery,
    data: categoriesResponse,
    problems: [],
  },
} as const satisfies Record<string, Call>;
