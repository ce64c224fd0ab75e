import type { WeekStart } from '#ledger/model/constants.ts';
import { firstOf, lastOf, type Period } from '#ledger/model/days.ts';
import { formatDay } from '../../ui/day.ts';

/** Formats the week, which begins on `weekStart`, month or year that contains an ISO date. */
export function formatPeriod(period: Period, date: string, weekStart?: WeekStart): string {
  if (period === 'year') return formatDay(date).year;
  if (period === 'month') return formatDay(date).month;
  const [first, last] = [formatDay(firstOf('week', date, weekStart)), formatDay(lastOf('week', date, weekStart))];
  const end = last.month === first.month ? last.day : `${last.month} ${last.day}`;
  return `${first.month} ${first.day} to ${end}`;
}
