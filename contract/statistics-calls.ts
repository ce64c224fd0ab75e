import { z } from 'zod';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';

const incomeAndExpense = z.object({ income: z.number(), expense: z.number() });

/**
 * Response of get-income-expense-by-time-range: the current week (from Monday), month and year in the caller's time
 * zone.
 */
export const statisticsResponse = z.object({ week: incomeAndExpense, month: incomeAndExpense, year: incomeAndExpense });
export type StatisticsResponse = z.infer<typeof statisticsResponse>;

/** The calls of /stats. */
export const statisticsCalls = {
  getStatistics: {
    ...addresses.getStatistics,
    kind: 'query',
    summary: 'Returns income and expense of the current week, month and year, by transaction date.',
    session: true,
    data: statisticsResponse,
    problems: ['premium_required'],
  },
} as const satisfies Record<string, Call>;
