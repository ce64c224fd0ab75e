import type { NthWeekday, ScheduleRule } from '../model/schedule-rule.ts';
import { inOrder, numberOfDate, weekdayOf } from './day-numbers.ts';

/**
 * The days of a month (counted from January of the year 0) that the list of a rule names, by their numbers, each once
 * and in order (product 13.1).
 */
export function daysOfMonth(month: number, days: NonNullable<ScheduleRule['days']>): number[] {
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1];
  const first = numberOfDate(year, ofYear, 1);
  const length = numberOfDate(year, ofYear + 1, 1) - first;
  const ofMonth = days.map((day) => {
    if (typeof day !== 'number') return nthOfMonth(day, weekdayOf(first), length);
    return day > 0 ? Math.min(day, length) : Math.max(length + 1 + day, 1);
  });
  return inOrder(ofMonth.filter((day) => day <= length)).map((day) => first + day - 1);
}

/** The day of a month that is a weekday for the nth time, or the last; beyond its length where it has no fifth. */
function nthOfMonth({ nth, weekday }: NthWeekday, firstWeekday: number, length: number): number {
  const day = 1 + ((weekday - firstWeekday + 7) % 7);
  return nth === -1 ? day + 7 * Math.floor((length - day) / 7) : day + 7 * (nth - 1);
}
