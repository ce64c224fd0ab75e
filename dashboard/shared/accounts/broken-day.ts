import type { ConfirmedDay } from '#contract/reconcile-calls.ts';

/**
 * Whether a confirmed day is broken while the day before it agrees, or there is no day before it. The cause is looked
 * for there (product 11.8). The days are the newest first.
 */
export function isFirstBroken(days: readonly ConfirmedDay[], day: ConfirmedDay): boolean {
  const before = days[days.indexOf(day) + 1];
  return day.difference !== 0 && (before === undefined || before.difference === 0);
}

/** Of the newest confirmed days in a row that do not agree, the oldest; undefined while all agree. */
export function firstBroken(days: readonly ConfirmedDay[]): ConfirmedDay | undefined {
  return days.find((day) => isFirstBroken(days, day));
}

/** The address that opens the drawer with what is missing on a day (ISO date) of an account (product 9.21). */
export function missingAddress(accountId: string, date: string): string {
  return `/accounts?account=${accountId}&missing=${date}`;
}
