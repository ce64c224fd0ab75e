import { daysFrom, firstOf, lastOf, shifted } from '#ledger/model/days.ts';

type Days = { from: string; to: string };

/**
 * Gives the period before one: of a whole month the month before, of a whole year the year before, else as many days as
 * it has, up to the day before it. Days are ISO dates, both included (product 5.9).
 */
export function spanBefore({ from, to }: Days): Days {
  const last = shifted(from, -1);
  for (const period of ['month', 'year'] as const) {
    const isWhole = firstOf(period, from) === from && lastOf(period, from) === to;
    if (isWhole) return { from: firstOf(period, last), to: last };
  }
  return { from: shifted(last, -daysFrom(from, to)), to: last };
}
