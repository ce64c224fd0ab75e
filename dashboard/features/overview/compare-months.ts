import type { MonthSumsAnswer } from '#contract/statistics-calls.ts';
import { monthInWords } from '../../ui/day.ts';
import { formatNumber } from '../../ui/money.ts';

const NUMBERS = ['', '', 'two', 'three'];

/**
 * Compares an amount of the month so far with the average of the months before by the same day, the latest first, in
 * whole units: `$96 less than by this day in the last three months on average`. Only months that the books hold from
 * their first day on count, or null if there is none. `since` is the first day of the books.
 */
export function comparedWithBefore(
  sum: 'spent' | 'earned',
  amount: number,
  {
    before,
    day,
    since,
    currency,
  }: { before: readonly MonthSumsAnswer[]; day: string; since: string | null; currency: string },
): string | null {
  const counted = before.filter(({ month }) => since !== null && since <= `${month}-01`);
  const [last] = counted;
  if (!last) return null;
  const average = counted.reduce((total, month) => total + month[sum], 0) / counted.length;
  const difference = Math.round(amount - average);
  const number = `${currency}${formatNumber(Math.abs(difference))}`;
  const comparison = difference === 0 ? 'about as much as' : `${number} ${difference < 0 ? 'less' : 'more'} than`;
  const months =
    counted.length === 1
      ? monthInWords(`${last.month}-01`, day)
      : `the last ${NUMBERS[counted.length]} months on average`;
  return `${comparison} by this day in ${months}`;
}
