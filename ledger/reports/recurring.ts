import { monthsLater, shifted } from '../model/days.ts';
import { type Cents, safe } from '../model/money.ts';
import { boundsOf } from '../model/schedule.ts';
import type { ScheduleState } from '../model/state.ts';
import { occurrencesByDay, type Scheduled } from '../schedules/listed.ts';

const MONTHS_AHEAD = 12;

/** The last day of the twelve months from a day on, both ISO dates. */
export const lastRecurring = (today: string): string => shifted(monthsLater(today, MONTHS_AHEAD), -1);

/**
 * The occurrences of a schedule in twelve months, without those that are skipped, and the sum of their expected amounts
 * in cents; and its last change of the amount where it was a rise: from which day on.
 */
export type Recurring = { times: number; perYear: Cents; perMonth: Cents; rise: Rise | null };
export type Rise = { from: Cents; to: Cents; day: string };

/** The sums of each schedule in the twelve months from today on (product 14.5), by its id. Pure. */
export function recurringOf(scheduled: Scheduled, today: string): Map<string, Recurring> {
  const sums = new Map<string, { times: number; perYear: number }>();
  for (const { scheduleId, expected, status } of occurrencesByDay(scheduled, {
    ...{ from: today, to: lastRecurring(today), today },
  })) {
    if (status === 'skipped') continue;
    const { times, perYear } = sums.get(scheduleId) ?? { times: 0, perYear: 0 };
    sums.set(scheduleId, { times: times + 1, perYear: perYear + expected });
  }
  return new Map(
    [...scheduled.schedules].map(([scheduleId, schedule]) => {
      const { times, perYear } = sums.get(scheduleId) ?? { times: 0, perYear: 0 };
      const perMonth = safe(Math.round(perYear / MONTHS_AHEAD));
      return [scheduleId, { times, perYear: safe(perYear), perMonth, rise: riseOf(schedule) }];
    }),
  );
}

function riseOf({ earlier, amount }: Pick<ScheduleState, 'earlier' | 'amount'>): Rise | null {
  const to = boundsOf(amount).expected;
  const before = earlier.findLast((terms) => boundsOf(terms.amount).expected !== to);
  if (!before) return null;
  const from = boundsOf(before.amount).expected;
  return from < to ? { from, to, day: before.until } : null;
}
