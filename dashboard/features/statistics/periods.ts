import { firstOf, lastOf, type Period } from '#ledger/model/days.ts';
import { formatDay } from '../../ui/day.ts';

/** Formats the week (from Monday), month or year that contains an ISO date. */
export function formatPeriod(period: Period, date: string): string {
  if (period === 'year') return formatDay(date).year;
  if (period === 'month') return formatDay(date).month;
  const [monday, sunday] = [formatDay(firstOf('week', date)), formatDay(lastOf('week', date))];
  const end = sunday.month === monday.month ? sunday.day : `${sunday.month} ${sunday.day}`;
  return `${monday.month} ${monday.day} to ${end}`;
}
