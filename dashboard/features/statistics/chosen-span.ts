import { isTransactionDate } from '#contract/days.ts';
import type { FigureSpan } from '#contract/figure.ts';
import type { WeekStart } from '#ledger/model/constants.ts';
import { daysFrom, firstOf, inPeriodBeside, lastOf, shifted } from '#ledger/model/days.ts';

/** The periods that can be chosen, in the order of the control. */
export const SPAN_PERIODS = ['week', 'month', 'year', 'range'] as const satisfies readonly FigureSpan['period'][];

/** The whole week, which begins on `weekStart`, month or year that a day (ISO date) is in. */
export function spanAround(period: 'week' | 'month' | 'year', day: string, weekStart?: WeekStart): FigureSpan {
  return { period, from: firstOf(period, day, weekStart), to: lastOf(period, day, weekStart) };
}

/**
 * The span that the query of an address names: `by` a period, `from` a day in it, and `to` the last day of a range.
 * Without a valid one, the month of `today` (ISO date).
 */
export function spanInQuery(query: URLSearchParams, today: string, weekStart?: WeekStart): FigureSpan {
  const from = query.get('from') ?? today;
  const to = query.get('to') ?? from;
  const period = SPAN_PERIODS.find((period) => period === query.get('by')) ?? 'month';
  if (!isTransactionDate(from)) return spanAround('month', today);
  if (period !== 'range') return spanAround(period, from, weekStart);
  return isTransactionDate(to) && from <= to ? { period, from, to } : spanAround('month', today);
}

/**
 * The span before (-1) or after (1) the given one, of the same kind; a week and a range have the same number of days.
 * Null outside the days that entries can have.
 */
export function spanBeside({ period, from, to }: FigureSpan, direction: 1 | -1): FigureSpan | null {
  if (period === 'month' || period === 'year') {
    const beside = spanAround(period, inPeriodBeside(period, from, direction));
    return isTransactionDate(beside.from) && isTransactionDate(beside.to) ? beside : null;
  }
  const days = direction * (daysFrom(from, to) + 1);
  const [first, last] = [shifted(from, days), shifted(to, days)];
  return isTransactionDate(first) && isTransactionDate(last) ? { period, from: first, to: last } : null;
}
