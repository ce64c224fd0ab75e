import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { BalancePoint } from '../../server/queries.ts';

/** How much of the past the line of the balance shows. */
export const RANGES = ['month', 'year', 'all'] as const;
export type Range = (typeof RANGES)[number];

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

/** The points of a range that ends today: its first day (ISO date), and how far they are apart. */
export function spanOf(range: Range, today: string): { from: string; step: 'day' | 'month' } {
  if (range === 'all') return { from: FIRST_DAY, step: 'month' };
  return { from: shifted(today, range === 'month' ? -MONTH_DAYS : -YEAR_DAYS), step: 'day' };
}

/** Leaves out the points at the beginning that have the same amount, except the last of them. */
export function fromFirstChange(points: readonly BalancePoint[]): BalancePoint[] {
  const first = points.findIndex(({ amount }) => amount !== points[0]?.amount);
  return points.slice(Math.max(0, first === -1 ? points.length - 2 : first - 1));
}
