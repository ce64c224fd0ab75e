import type { Figure } from '#contract/figure.ts';
import { FORECAST_DAYS_MAX, OCCURRENCES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey } from '#ledger/ids.ts';
import { daysIn } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { type Ahead, effectOf, forecastOf } from '#ledger/schedules/forecast.ts';
import { openAhead } from '#ledger/schedules/open.ts';
import type { Database } from '#platform/postgres.ts';
import type { FigurePart } from '#projections/queries/behind-figures.ts';
import type { PastMoment } from '#projections/queries/moment.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { beginningBalance, usuallySpent } from '../forecast/beginning-balance.ts';
import { lastForeseen } from '../forecast/last-foreseen.ts';
import { ProblemError } from '../http/problem-error.ts';
import { asOf } from '../known/moment.ts';

/** A ledger at a moment, null for now; `today` is the day of the moment in the caller's time zone. */
type ForeseenBooks = {
  database: Database;
  ledgerId: string;
  state: Pick<LedgerState, 'accounts' | 'balance'>;
  moment: PastMoment | null;
  today: string;
};

/**
 * The amount expected at the end of a day in an account, or in all accounts together, in cents, and its parts (product
 * 13.7). Throws the problems account_not_found, and invalid for a day before today, or too far ahead.
 */
export async function foreseenOf(
  { database, ledgerId, state, moment, today }: ForeseenBooks,
  { day, account, isUsual }: Extract<Figure, { kind: 'forecast' }>,
): Promise<{ expected: number; parts: FigurePart[] }> {
  if (day < today) throw new ProblemError('invalid', { figure: messages.forecastOfPast });
  if (day > lastForeseen(today)) throw new ProblemError('invalid', { figure: messages.forecastTooFar });
  const key = account === null ? null : accountKey(ledgerId, account);
  const balance = beginningBalance(state, key);
  const scheduled = await scheduledOf(database, ledgerId, asOf(moment));
  const forecast = { scheduled, accounts: key === null ? null : [key], today, asOf: asOf(moment) };
  const perDay = isUsual ? await usuallySpent(database, ledgerId, forecast) : 0;
  const days = daysIn(today, day, FORECAST_DAYS_MAX);
  const parts: FigurePart[] = [];
  const all = { count: 0, cents: 0n };
  /** Gives the occurrences one by one, and adds each to `all` and `parts`: `forecastOf` takes them all. */
  const countedOccurrences = function* (): Generator<Ahead> {
    for (const { occurrence, ahead } of openAhead(scheduled, { account: key, until: day, today })) {
      const { expected } = effectOf(ahead, key);
      all.count += 1;
      all.cents += BigInt(expected);
      if (parts.length < OCCURRENCES_MAX) {
        parts.push({ what: `${occurrence.title}, ${occurrence.nominal}`, amount: expected as Cents, count: 0 });
      }
      yield ahead;
    }
  };
  const foreseen = forecastOf({ balance, account: key, days, occurrences: countedOccurrences(), perDay });
  const usual = { what: 'usual spending', amount: (-perDay * (days.length - 1)) as Cents, count: 0 };
  // Of more than an answer has, the last line is the sum of all others.
  const named = all.count > OCCURRENCES_MAX ? parts.slice(0, OCCURRENCES_MAX - 1) : parts;
  const others = named.reduce((sum, { amount }) => sum - BigInt(amount), all.cents);
  const rest = { what: `${all.count - named.length} later occurrences`, amount: Number(others) as Cents, count: 0 };
  return {
    expected: foreseen.days.at(-1)?.expected ?? balance,
    parts: [
      { what: "today's balance", amount: balance, count: 0 },
      ...(isUsual ? [usual] : []),
      ...named,
      ...(all.count > named.length ? [rest] : []),
    ],
  };
}
