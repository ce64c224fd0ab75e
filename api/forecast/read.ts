import type { Known } from '#contract/fields.ts';
import type { Forecast } from '#contract/forecast-calls.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey } from '#ledger/ids.ts';
import { daysIn, firstOf, shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { spentByWeek } from '#projections/queries/spent-by-week.ts';
import { forecastOf, USUAL_WEEKS, usualPerDay } from '#schedules/forecast.ts';
import type { Scheduled } from '#schedules/listed.ts';
import { aheadOf, openOccurrences } from '#schedules/open.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';
import { presentOccurrences } from '../schedules/occurrences-of.ts';

/** What is asked for: `account` is an id, null for all accounts; days are ISO dates, `today` the caller's. */
type Asked = {
  ledgerId: string;
  account: string | null;
  today: string;
  until: string;
  isUsual: boolean;
  known: Known | undefined;
};

const DAYS_OF_WEEK = 7;

/**
 * Works out a forecast, as it was known at a moment (product 13.7). Throws the problem account_not_found, and what
 * `momentOf` throws.
 */
export async function forecastAt(
  { database }: JobServices,
  { ledgerId, account, today, until, isUsual, known }: Asked,
): Promise<Forecast> {
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: () => new Date() }, ledgerId, known);
    const { state } = moment ?? (await loadLedgerView(client, ledgerId));
    const asOf = moment?.revision ?? null;
    const key = account === null ? null : accountKey(ledgerId, account);
    const balance = balanceOf(state, key);
    const scheduled = await scheduledOf(client, ledgerId, asOf);
    const open = openOccurrences(scheduled, until, today);
    const perDay = isUsual ? await usuallySpent(client, ledgerId, { scheduled, account: key, today, asOf }) : 0;
    const { days, lowest } = forecastOf({
      ...{ balance, account: key, days: daysIn(today, until), occurrences: open.map(aheadOf), perDay },
    });
    return {
      days: days.map(({ date, low, expected, high }) => ({
        ...{ date, low: units(low), expected: units(expected), high: units(high) },
      })),
      lowest: { date: lowest.date, amount: units(lowest.amount) },
      occurrences: await presentOccurrences(client, ledgerId, open, { state, today, asOf }),
      spending: isUsual ? { perDay: units(perDay), weeks: USUAL_WEEKS } : null,
    };
  });
}

export const FORECAST = jobOf(forecastAt, import.meta.url, 'read');

function balanceOf({ accounts, balance }: LedgerState, key: string | null): Cents {
  if (key === null) return balance;
  const account = accounts.get(key);
  if (!account) throw new ProblemError('account_not_found');
  return account.balance;
}

/** What is usually spent a day, in cents, by the full weeks before that of today. */
async function usuallySpent(
  database: Database,
  ledgerId: string,
  {
    scheduled: { schedules, marks },
    today,
    ...asked
  }: { scheduled: Scheduled; account: string | null; today: string; asOf: bigint | null },
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

/** Cents in whole units; never −0. */
function units(cents: number): number {
  return amountOf((cents === 0 ? 0 : cents) as Cents);
}
