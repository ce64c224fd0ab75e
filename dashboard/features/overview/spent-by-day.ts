import type { MonthSoFarResponse } from '#contract/statistics-calls.ts';
import { firstOf, inPeriodBeside, lastOf, shifted } from '#ledger/model/days.ts';
import { sumOf } from '../../ui/money.ts';

/** A day (ISO date) of a month, and the amount that was spent from the month's first day to it. */
export type SpentUpTo = { date: string; amount: number };

/**
 * The amounts that were spent up to each day: of this month to today, and of the whole month before, both from the
 * first on. A month before without expenses has no days.
 */
export function spentUpToDays({ day, spentByDay }: MonthSoFarResponse): { now: SpentUpTo[]; before: SpentUpTo[] } {
  const ofDay = new Map(spentByDay.map(({ date, amount }) => [date, amount]));
  const last = inPeriodBeside('month', day, -1);
  const upTo = (first: string, end: string) => {
    const days: SpentUpTo[] = [];
    for (let date = first; date <= end; date = shifted(date, 1)) {
      days.push({ date, amount: sumOf(days.at(-1)?.amount ?? 0, ofDay.get(date) ?? 0) });
    }
    return days;
  };
  return {
    now: upTo(firstOf('month', day), day),
    before: spentByDay.some(({ date }) => date < firstOf('month', day))
      ? upTo(firstOf('month', last), lastOf('month', last))
      : [],
  };
}
