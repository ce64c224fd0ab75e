import { FIRST_DAY, LAST_DAY } from '../ledger/model/constants.ts';

/** Whether a text is a day of the calendar, `2026-11-20`. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a text is a day (`2026-11-20`) within the range allowed for transactions (product 2.4). */
export function isTransactionDate(text: string): boolean {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}
