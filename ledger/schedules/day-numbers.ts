// A day as the number of days since 1970-01-01, for arithmetic over many days. In UTC, where each day has 24 hours.

const DAY_MS = 86_400_000;

/** The number of a day (ISO date). */
export function numberOf(day: string): number {
  return numberOfDate(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8)));
}

/**
 * The texts of the days asked for so far: the same days come again and again, and are at most the days of 300 years.
 */
const texts = new Map<number, string>();

/** The day (ISO date) of a number. */
export function dayOfNumber(number: number): string {
  const known = texts.get(number);
  if (known !== undefined) return known;
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10);
  texts.set(number, text);
  return text;
}

/**
 * The number of a day from 1900 on, by its year, month (1 is January; 13 is January of the next year) and day of the
 * month.
 */
export function numberOfDate(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** The weekday of a number: 1 is Monday. */
export function weekdayOf(number: number): number {
  // 1970-01-01 was a Thursday.
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

/** The month of a number, counted from January of the year 0. */
export function monthNumberOf(number: number): number {
  const date = new Date(number * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The day of the month of a number. */
export function dayOfMonth(number: number): number {
  return new Date(number * DAY_MS).getUTCDate();
}

/** Numbers, each once and in order. */
export function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
