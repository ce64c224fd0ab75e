import type { MonthSums } from '#contract/statistics-calls.ts';
import { monthOf } from '../../ui/day.ts';
import { formatNumber } from '../../ui/money.ts';

const NUMBERS = ['', '', 'two', 'three'];

/**
 * Compares an amount of the month so far with the average of the months before by the same day, the latest first, in
 * whole units: `$96 less than by this day in the last three months on average`. Null where they have nothing. Months
 * before the first one with anything don't count: the books had not begun, or nothing is known of them.
 */
export function comparedWithBefore(
  sum: 'spent' | 'earned',
  amount: number,
  { before, day, currency }: { before: readonly MonthSums[]; day: string; currency: string },
): string | null {
  const counted = before.slice(0, 1 + before.findLastIndex(({ spent, earned }) => spent > 0 || earned > 0));
  const [last] = counted;
  if (!last) return null;
  const average = counted.reduce((total, month) => total + month[sum], 0) / counted.length;
  const difference = Math.round(amount - average);
  const number = `${currency}${formatNumber(Math.abs(difference))}`;
  const comparison = difference === 0 ? 'about as much as' : `${number} ${difference < 0 ? 'less' : 'more'} than`;
  const months =
    counted.length === 1 ? monthOf(`${last.month}-01`, day) : `the last ${NUMBERS[counted.length]} months on average`;
  return `${comparison} by this day in ${months}`;
}
