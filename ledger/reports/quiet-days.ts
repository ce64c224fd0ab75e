import { daysFrom, shifted } from '../model/days.ts';
import type { ReportSpan } from './calendar.ts';

/** The days without spending in some days, and the longest run of them, the first of equal ones; null without any. */
export type QuietDays = { days: number; longest: (ReportSpan & { days: number }) | null };

/** Counts the days of a period without any of the days `spent` (ISO dates, in any order). Pure. */
export function quietDays({ from, to }: ReportSpan, spent: Iterable<string>): QuietDays {
  if (from > to) return { days: 0, longest: null };
  const within = [...new Set(spent)].filter((day) => day >= from && day <= to).sort();
  let longest: QuietDays['longest'] = null;
  let first = from;
  for (const day of [...within, shifted(to, 1)]) {
    const days = daysFrom(first, day);
    if (days > (longest?.days ?? 0)) longest = { from: first, to: shifted(day, -1), days };
    first = shifted(day, 1);
  }
  return { days: daysFrom(from, to) + 1 - within.length, longest };
}
