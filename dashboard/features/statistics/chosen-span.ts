import { utc } from '@date-fns/utc/utc';
import { add } from 'date-fns/add';
import { formatISO } from 'date-fns/formatISO';
import { lastDayOfISOWeek } from 'date-fns/lastDayOfISOWeek';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { lastDayOfYear } from 'date-fns/lastDayOfYear';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfYear } from 'date-fns/startOfYear';
import { isTransactionDate } from '../../../contract/days.ts';
import type { Span } from '../../../contract/figure.ts';

/** The periods that can be chosen, in the order of the control. */
export const SPAN_PERIODS = ['week', 'month', 'year', 'range'] as const satisfies readonly Span['period'][];

const EDGES = {
  week: [startOfISOWeek, lastDayOfISOWeek],
  month: [startOfMonth, lastDayOfMonth],
  year: [startOfYear, lastDayOfYear],
} as const;
const STEPS = { week: { weeks: 1 }, month: { months: 1 }, year: { years: 1 } } as const;

const isoDate = (date: Date) => formatISO(date, { representation: 'date' });

/** The whole week (from Monday), month or year that a day (ISO date) is in. */
export function spanAround(period: 'week' | 'month' | 'year', day: string): Span {
  const [first, last] = EDGES[period];
  return { period, from: isoDate(first(day, { in: utc })), to: isoDate(last(day, { in: utc })) };
}

/**
 * The span that the query of an address names: `by` a period, `from` a day in it, and `to` the last day of a range. Without,
 * or where it names none, it is the month of `today` (ISO date).
 */
export function spanInQuery(query: URLSearchParams, today: string): Span {
  const from = query.get('from') ?? today;
  const to = query.get('to') ?? from;
  const period = SPAN_PERIODS.find((one) => one === query.get('by')) ?? 'month';
  if (!isTransactionDate(from)) return spanAround('month', today);
  if (period !== 'range') return spanAround(period, from);
  return isTransactionDate(to) && from <= to ? { period, from, to } : spanAround('month', today);
}

/** The span before (-1) or after (1) one, of the same kind; as many days for a range. Null outside the days that entries have. */
export function spanBeside({ period, from, to }: Span, direction: 1 | -1): Span | null {
  if (period !== 'range') {
    const [[unit, count]] = Object.entries(STEPS[period]) as [[string, number]];
    const beside = spanAround(period, isoDate(add(from, { [unit]: direction * count }, { in: utc })));
    return isTransactionDate(beside.from) && isTransactionDate(beside.to) ? beside : null;
  }
  const days = direction * (daysBetween(from, to) + 1);
  const [first, last] = [from, to].map((day) => isoDate(add(day, { days }, { in: utc }))) as [string, string];
  return isTransactionDate(first) && isTransactionDate(last) ? { period, from: first, to: last } : null;
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
