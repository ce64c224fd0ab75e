import type { Known } from '#contract/fields.ts';
import type { Forecast } from '#contract/forecast-calls.ts';
import { FORECAST_DAYS_MAX, OCCURRENCES_MAX } from '#contract/limits.ts';
import { accountKey } from '#ledger/ids.ts';
import { type Cut, cutTo } from '#ledger/model/cut.ts';
import { daysIn } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { type Ahead, forecastOf, USUAL_WEEKS } from '#ledger/schedules/forecast.ts';
import type { ListedOccurrence, Scheduled } from '#ledger/schedules/listed.ts';
import { openAhead } from '#ledger/schedules/open.ts';
import { clock } from '#platform/clock.ts';
import { readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { momentOf } from '../known/moment.ts';
import { presentOccurrences } from '../schedules/occurrences-of.ts';
import { beginningBalance, usuallySpent } from './beginning-balance.ts';

/** The schedules of who sees some accounts alone. */
const NOTHING_SCHEDULED: Scheduled = { schedules: new Map(), marks: new Map() };

/** The question: `account` is an id, null for all accounts; days are ISO dates, `today` the caller's. */
type Asked = {
  ledgerId: string;
  account: string | null;
  /** The accounts that are seen; who does not see all has no schedules. */
  cut: Cut;
  today: string;
  until: string;
  isUsual: boolean;
  known: Known | undefined;
};

/**
 * Works out a forecast, as it was known at a moment (product 13.7). Throws the problem account_not_found, and what
 * `momentOf` throws.
 */
export async function forecastAt(
  { database }: JobServices,
  { ledgerId, account, cut, today, until, isUsual, known }: Asked,
): Promise<Forecast> {
  return await readConsistently(database, async (client) => {
    const moment = await momentOf({ database: client, now: clock }, ledgerId, known);
    const state = cutTo((moment ?? (await loadLedgerView(client, ledgerId))).state, cut);
    const asOf = moment?.revision ?? null;
    const key = account === null ? null : accountKey(ledgerId, account);
    const balance = beginningBalance(state, key);
    const scheduled = cut === null ? await scheduledOf(client, ledgerId, asOf) : NOTHING_SCHEDULED;
    const shown: ListedOccurrence[] = [];
    const perDay = isUsual
      ? await usuallySpent(client, ledgerId, { scheduled, accounts: key === null ? cut : [key], today, asOf })
      : 0;
    const { days, lowest } = forecastOf({
      balance,
      account: key,
      days: daysIn(today, until, FORECAST_DAYS_MAX),
      perDay,
      occurrences: aheadsOf(openAhead(scheduled, { account: key, until, today }), shown),
    });
    return {
      days: days.map(({ date, low, expected, high }) => ({
        date,
        low: units(low),
        expected: units(expected),
        high: units(high),
      })),
      lowest: { date: lowest.date, amount: units(lowest.amount) },
      occurrences: await presentOccurrences(client, ledgerId, shown, { state, today, asOf }),
      spending: isUsual ? { perDay: units(perDay), weeks: USUAL_WEEKS } : null,
    };
  });
}

/** The money that open occurrences move, one by one. Adds the first 1,000 occurrences to `shown`. */
function* aheadsOf(open: ReturnType<typeof openAhead>, shown: ListedOccurrence[]): Generator<Ahead> {
  for (const { occurrence, ahead } of open) {
    if (shown.length < OCCURRENCES_MAX) shown.push(occurrence);
    yield ahead;
  }
}

export const FORECAST_JOB = jobOf(forecastAt, import.meta.url, 'read');

/** Cents in whole units; never −0. */
function units(cents: number): number {
  return amountOf((cents === 0 ? 0 : cents) as Cents);
}
