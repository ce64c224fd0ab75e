import { formatISO } from 'date-fns/formatISO';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });

const weekday = format({ weekday: 'long' });
const shortWeekday = format({ weekday: 'short' });
const month = format({ month: 'long' });
const long = format({ dateStyle: 'long' });
const full = format({ dateStyle: 'full' });

/** Formats an ISO date (`2026-11-20`) into the parts that screens show, in en-US. */
export function formatDay(date: string) {
  const midnight = new Date(`${date}T00:00:00Z`);
  return {
    weekday: weekday.format(midnight),
    shortWeekday: shortWeekday.format(midnight),
    /** Without a leading zero. */
    day: String(midnight.getUTCDate()),
    month: month.format(midnight),
    year: String(midnight.getUTCFullYear()),
    /** November 20, 2026 */
    long: long.format(midnight),
    /** Friday, November 20, 2026 */
    full: full.format(midnight),
  };
}

/**
 * The month of an ISO date, such as `November`, with the year, such as `November 2025`, unless it is the year of
 * `today`.
 */
export function monthInWords(date: string, today: string): string {
  const { month, year } = formatDay(date);
  return date.slice(0, 4) === today.slice(0, 4) ? month : `${month} ${year}`;
}

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The local time of an instant, such as `2:49 PM`. */
export function localTimeOf(instant: Date): string {
  return time.format(instant);
}

/** The local day and time of an instant, such as `November 22, 2026 at 2:49 PM`. */
export function localDayAndTimeOf(instant: Date): string {
  return `${formatDay(localDateOf(instant)).long} at ${localTimeOf(instant)}`;
}

/** Returns the ISO date of an instant in the local time zone. */
export function localDateOf(instant: Date): string {
  return formatISO(instant, { representation: 'date' });
}

/** The moment by the clock of the device. Screens ask for it here alone. */
export function now(): Date {
  return new Date();
}

/** Returns the current ISO date in the local time zone. */
export function today(): string {
  return localDateOf(now());
}
