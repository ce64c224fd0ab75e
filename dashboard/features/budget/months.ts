import { monthAfter } from '#ledger/model/months.ts';
import { formatDay } from '../../ui/day.ts';

const YEAR_MONTHS = 12;

/** The twelve months up to one, `2026-11`, the first one first. */
export function yearUpTo(month: string): string[] {
  return Array.from({ length: YEAR_MONTHS }, (_, index) => monthAfter(month, index + 1 - YEAR_MONTHS));
}

/** The words for a month, such as `November 2026` of `2026-11`. */
export function monthWords(month: string): string {
  const { month: name, year } = formatDay(`${month}-01`);
  return `${name} ${year}`;
}

/** How much of a month has passed at the end of a day (ISO date), from 0 to 1; null in other months. */
export function passedOf(month: string, today: string): number | null {
  if (today.slice(0, 7) !== month) return null;
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return Number(today.slice(8, 10)) / days;
}
