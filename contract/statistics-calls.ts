import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, entryDate, idField, known, knownQuery, optional } from './fields.ts';
import { messages } from './messages.ts';

const incomeAndExpense = z.object({ income: z.number(), expense: z.number() });

/**
 * Response of get-income-expense-by-time-range: the current week (from Monday), month and year in the caller's time
 * zone.
 */
export const statisticsResponse = z.object({ week: incomeAndExpense, month: incomeAndExpense, year: incomeAndExpense });
export type StatisticsResponse = z.infer<typeof statisticsResponse>;

/** Query of get-by-category: the first and the last day, both included. */
export const categoriesParameters = z
  .strictObject({ from: entryDate, to: entryDate, known: known.optional() })
  .refine(({ from, to }) => from <= to, { error: messages.daysInOrder, path: ['from'] });

/**
 * A category by its name and its id, `-` for none, with the id of the category above it, and its sums in the days that
 * were asked for and in the days `before`, without the sums of the categories below it. Refunds are taken off.
 */
const categorySum = z.object({
  category: z.string(),
  categoryId: z.string(),
  parent: z.string().nullable(),
  amount: z.number(),
  before: z.number(),
});
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
  /** The amount that was refunded: it is income, taken off the expenses of its category. Absent where nothing was. */
  refunds: z.object({ amount: z.number(), before: z.number() }).optional(),
});
export type CategoriesResponse = z.infer<typeof categoriesResponse>;

/** The amounts that were spent and earned in a month (`2026-11`), in whole units. */
const monthSums = z.object({ month: z.string(), spent: z.number(), earned: z.number() });
export type MonthSumsAnswer = z.infer<typeof monthSums>;

/**
 * Response of month-so-far: the current month up to today (an ISO date), and the same days of the three months before,
 * the latest first (product 5.14). `spentByDay` has each day with expenses of this month up to today, and of all of the
 * month before, in order.
 */
export const monthSoFarResponse = monthSums.extend({
  day: z.string(),
  before: z.array(monthSums),
  /** The day of the first expense or income, or null if there is none. */
  since: z.string().nullable(),
  spentByDay: z.array(z.object({ date: z.string(), amount: z.number() })),
});

export type MonthSoFarResponse = z.infer<typeof monthSoFarResponse>;

/** How far the points of a balance by date are apart. */
export const STEPS = ['day', 'month'] as const;

/**
 * Query of net-worth: the first and the last day, a year up to today where they are left out, and an account, all
 * together where it is left out (product 5.13).
 */
export const netWorthParameters = z
  .strictObject({
    from: optional(entryDate),
    to: optional(entryDate),
    step: choice(STEPS).default('day'),
    account: optional(idField),
    known: known.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: messages.daysInOrder,
    path: ['from'],
  });

/** Response of net-worth: the balance at the end of days, in order. */
export const netWorthResponse = z.object({ points: z.array(z.object({ date: z.string(), amount: z.number() })) });
export type NetWorthResponse = z.infer<typeof netWorthResponse>;

/** The calls of /stats. */
export const statisticsCalls = {
  getNetWorth: {
    ...addresses.getNetWorth,
    kind: 'query',
    summary: 'Returns the balance at the end of each day, or of each month, of an account or of all together.',
    session: true,
    query: netWorthParameters,
    data: netWorthResponse,
    problems: ['account_not_found'],
  },
  getMonthSoFar: {
    ...addresses.getMonthSoFar,
    kind: 'query',
    summary: 'Returns what was spent and earned so far in this month, and by the same day of the three before.',
    session: true,
    query: knownQuery,
    data: monthSoFarResponse,
    problems: [],
  },
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
    query: categoriesParameters,
    data: categoriesResponse,
    problems: [],
  },
} as const satisfies Record<string, Call>;
