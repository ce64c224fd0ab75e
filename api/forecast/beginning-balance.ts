import type { LedgerState } from '#ledger/history.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { firstOf, shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { USUAL_WEEKS, usualPerDay } from '#ledger/schedules/forecast.ts';
import type { Scheduled } from '#ledger/schedules/listed.ts';
import type { Database } from '#platform/postgres.ts';
import { spentByWeek } from '#projections/queries/spent-by-week.ts';
import { ProblemError } from '../http/problem-error.ts';

const DAYS_OF_WEEK = 7;

/**
 * The balance at the beginning of a forecast, in cents: of an account by its key, else of all accounts. Throws
 * account_not_found.
 */
export function beginningBalance(
  { accounts, balance }: Pick<LedgerState, 'accounts' | 'balance'>,
  key: string | null,
): Cents {
  if (key === null) return balance;
  const account = accounts.get(key);
  if (!account) throw new ProblemError('account_not_found');
  return account.balance;
}

/** The usual expenses of a day, in cents, by the full weeks before the week of today. */
export async function usuallySpent(
  database: Database,
  ledgerId: string,
  {
    scheduled: { schedules, marks },
    today,
    ...asked
  }: { scheduled: Scheduled; accounts: Cut; today: string; asOf: bigint | null },
): Promise<number> {
  const monday = firstOf('week', today);
  const days = { from: shifted(monday, -DAYS_OF_WEEK * USUAL_WEEKS), to: shifted(monday, -1) };
  const except = [...schedules.keys()].flatMap((scheduleId) =>
    [...(marks.get(scheduleId) ?? new Map()).values()].flatMap((mark) =>
      mark === 'skipped' ? [] : (mark.entry ?? []),
    ),
  );
  return usualPerDay(await spentByWeek(database, ledgerId, { ...asked, days, except }));
}
