import { daysFrom, firstOf, inPeriodBeside, lastOf, PERIODS, shifted } from '#ledger/model/days.ts';

type Days = { from: string; to: string };

/**
 * Gives the period before one: of a whole month the month before, of a whole year the year before, else as many days as
 * it has, up to the day before it. Of the week, month or year of today it is the same part, up to the same day, unless
 * today is the last. Days are ISO dates, both included (product 5.9).
 */
export function spanBefore({ from, to }: Days, today: string): Days {
  const last = shifted(from, -1);
  for (const period of PERIODS) {
    const isWhole = firstOf(period, from) === from && lastOf(period, from) === to;
    if (!isWhole) continue;
    const isCurrent = from <= today && today < to;
    return { from: firstOf(period, last), to: isCurrent ? inPeriodBeside(period, today, -1) : last };
  }
  return { from: shifted(last, -daysFrom(from, to)), to: last };
}
