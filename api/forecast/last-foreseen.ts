import { FORECAST_MONTHS_MAX } from '#contract/limits.ts';
import { monthsLater } from '#ledger/model/days.ts';

/** The last day that a forecast may have, by the day on which it is made (ISO dates). */
export function lastForeseen(today: string): string {
  return monthsLater(today, FORECAST_MONTHS_MAX);
}
