import { utc } from '@date-fns/utc/utc';
import { formatISO } from 'date-fns/formatISO';
import { startOfISOWeek } from 'date-fns/startOfISOWeek';
import { startOfMonth } from 'date-fns/startOfMonth';
import { startOfYear } from 'date-fns/startOfYear';

/** The periods that statistics are about. */
export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

// In UTC, so that the time zone of the process changes nothing.
const STARTS = { week: startOfISOWeek, month: startOfMonth, year: startOfYear };

/** The first day of the week (Monday, ISO 8601), month or year of a day (`2026-11-20`). */
export function startOf(period: Period, day: string): string {
  return formatISO(STARTS[period](day, { in: utc }), { representation: 'date' });
}

/** A cache, since entries of one day are many, and calendars are slow. */
const startsByDay = new Map<string, readonly string[]>();
const STARTS_CACHED_MAX = 10_000;

/** The first days of the periods of a day, in the order of `PERIODS`. */
export function startsOf(day: string): readonly string[] {
  const known = startsByDay.get(day);
  if (known) return known;
  if (startsByDay.size === STARTS_CACHED_MAX) startsByDay.clear();
  const starts = PERIODS.map((period) => startOf(period, day));
  startsByDay.set(day, starts);
  return starts;
}
