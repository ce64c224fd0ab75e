import { FIRST_DAY, LAST_DAY } from './constants.ts';

// A month is the first seven characters of its days: `2026-11`.

/** The first and the last month of a plan, the months of the days of entries. */
export const FIRST_MONTH = FIRST_DAY.slice(0, 7);
export const LAST_MONTH = LAST_DAY.slice(0, 7);

/** Whether a text is a month in which entries may be dated. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= FIRST_MONTH && text <= LAST_MONTH;
}

/** The month some months later, or before it where `count` is below 0. */
export function monthAfter(month: string, count = 1): string {
  const months = monthsOf(month) + count - 1;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** How many months lie from one month to another: below 0 where that is earlier. */
export function monthsFrom(month: string, other: string): number {
  return monthsOf(other) - monthsOf(month);
}

const monthsOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
