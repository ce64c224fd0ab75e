import { utc } from '@date-fns/utc/utc';
import { endOfISOWeek } from 'date-fns/endOfISOWeek';
import { formatISO } from 'date-fns/formatISO';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { formatDay } from '../../ui/day.ts';

export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** Formats the week (from Monday), month or year that contains an ISO date. */
export function formatPeriod(period: Period, date: string): string {
  if (period === 'year') return formatDay(date).year;
  if (period === 'month') return formatDay(date).month;
  const dayOf = (edge: typeof startOfISOWeek) =>
    formatDay(formatISO(edge(date, { in: utc }), { representation: 'date' }));
  const [monday, sunday] = [dayOf(startOfISOWeek), dayOf(endOfISOWeek)];
  const end = sunday.month === monday.month ? sunday.day : `${sunday.month} ${sunday.day}`;
  return `${monday.month} ${monday.day} to ${end}`;
}
