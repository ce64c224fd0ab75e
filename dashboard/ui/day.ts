import { formatISO } from 'date-fns/formatISO';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });

const weekday = format({ weekday: 'long' });
const shortWeekday = format({ weekday: 'short' });
const month = format({ month: 'long' });
const long = format({ dateStyle: 'long' });
const full = format({ dateStyle: 'full' });

/** A calendar day in the words a page needs. Takes a date like `2026-11-20`. */
export function formatDay(date: string) {
  const at = new Date(`${date}T00:00:00Z`);
  return {
    weekday: weekday.format(at),
    shortWeekday: shortWeekday.format(at),
    /** Without a leading zero. */
    day: String(at.getUTCDate()),
    month: month.format(at),
    year: String(at.getUTCFullYear()),
    /** November 20, 2026 */
    long: long.format(at),
    /** Friday, November 20, 2026 */
    full: full.format(at),
  };
}

/** The calendar day that an instant falls on here, where the user is. */
export function dayOf(instant: Date): string {
  return formatISO(instant, { representation: 'date' });
}

/** Today, by the user's own calendar. */
export function today(): string {
  return dayOf(new Date());
}
