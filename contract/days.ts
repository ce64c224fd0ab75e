import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { isDay } from '#ledger/model/days.ts';

/** Whether a text is a day (`2026-11-20`) within the range allowed for transactions (product 2.4). */
export function isTransactionDate(text: string): boolean {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}
