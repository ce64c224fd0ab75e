import { utc } from '@date-fns/utc/utc';
// Imported one by one: all of date-fns takes a second to load.
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { lastDayOfISOWeek } from 'date-fns/lastDayOfISOWeek';
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth';
import { lastDayOfYear } from 'date-fns/lastDayOfYear';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfYear } from 'date-fns/startOfYear';
import type { WeekStart } from './constants.ts';

// Days are ISO dates, `2026-11-20`. All of this is in UTC, so that the time zone of the process changes nothing.

/** The periods that statistics are about: a week begins on Monday (ISO 8601), where no other day is named. */
export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const FIRST = { week: startOfISOWeek, month: startOfMonth, year: startOfYear };
const LAST = { week: lastDayOfISOWeek, month: lastDayOfMonth, year: lastDayOfYear };
const DAY_MS = 86_400_000;

const dayOfDate = (date: Date) => dayOf(formatISO(date, { representation: 'date' }));

declare const checked: unique symbol;
/** A day of the calendar: an ISO date whose year has four digits. Only `dayOf` and `isDay` make one of a text. */
export type Day = string & { readonly [checked]: 'day' };

/** A text as a day. Throws a RangeError where it is none. */
export function dayOf(text: string): Day {
  if (!isDay(text)) throw new RangeError(`'${text}' is no day`);
  return text;
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): text is Day {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The first day of the period that a day is in. */
export function firstOf(period: Period, day: string, weekStart: WeekStart = 1): Day {
  const ahead = period === 'week' ? daysAhead(weekStart) : 0;
  if (ahead > 0) return shifted(firstOf('week', shifted(day, ahead)), -ahead);
  return dayOfDate(FIRST[period](day, { in: utc }));
}

/** The last day of the period that a day is in. */
export function lastOf(period: Period, day: string, weekStart: WeekStart = 1): Day {
  const ahead = period === 'week' ? daysAhead(weekStart) : 0;
  if (ahead > 0) return shifted(lastOf('week', shifted(day, ahead)), -ahead);
  return dayOfDate(LAST[period](day, { in: utc }));
}

/** The days by which the week that begins on a day is ahead of the week of Monday. */
const daysAhead = (weekStart: WeekStart) => (8 - weekStart) % 7;

/** A day some days later, or before it where `days` is below 0. */
export function shifted(day: string, days: number): Day {
  return dayOfDate(addDays(day, days, { in: utc }));
}

/**
 * Returns all days from one to another, both included. Throws RangeError if they are more than `allowedMax`. By months:
 * a calendar takes long for each of thousands of days.
 */
export function daysIn(from: string, to: string, allowedMax: number): Day[] {
  if (daysFrom(from, to) >= allowedMax)
    throw new RangeError(`There are more than ${allowedMax} days from ${from} to ${to}`);
  const days: Day[] = [];
  for (let first = firstOf('month', from); first <= to; first = shifted(lastOf('month', first), 1)) {
    const last = Number(lastOf('month', first).slice(8));
    for (let number = 1; number <= last; number += 1) {
      const day = `${first.slice(0, 8)}${number < 10 ? '0' : ''}${number}` as Day;
      if (day >= from && day <= to) days.push(day);
    }
  }
  return days;
}

/** A day in the period before a day's period (-1), or after it (1). */
export function inPeriodBeside(period: Period, day: string, direction: 1 | -1): Day {
  if (period === 'week') return shifted(day, 7 * direction);
  return dayOfDate(addMonths(firstOf(period, day), (period === 'year' ? 12 : 1) * direction, { in: utc }));
}

/** A day some months later: where that month lacks it, its last one. */
export function monthsLater(day: string, months: number): Day {
  return dayOfDate(addMonths(day, months, { in: utc }));
}

/** How many days lie from one day to another: below 0 where that is earlier. */
export function daysFrom(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / DAY_MS);
}

/** How many days two days are apart. */
export function daysBetween(day: string, other: string): number {
  return Math.abs(daysFrom(day, other));
}
