import type { Figure } from '#contract/figure.ts';
import { OCCURRENCES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountKey } from '#ledger/ids.ts';
import { daysIn } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import type { Part } from '#projections/queries/behind-figures.ts';
import type { Moment } from '#projections/queries/moment.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { effectOf, forecastOf } from '#schedules/forecast.ts';
import { openAhead } from '#schedules/open.ts';
import { balanceOf, usuallySpent } from '../forecast/beginning.ts';
import { lastForeseen } from '../forecast/last-foreseen.ts';
import { ProblemError } from '../http/problem-error.ts';
import { asOf } from '../known/moment.ts';

/** A ledger at a moment, null for now; `today` is the day of the moment in the caller's time zone. */
type ForeseenBooks = {
  database: Database;
  ledgerId: string;
  state: Pick<LedgerState, 'accounts' | 'balance'>;
  moment: Moment | null;
  today: string;
};

/**
 * What is expected at the end of a day in an account, or in all of them together, in cents, and what it is made up of
 * (product 13.7). Throws the problems account_not_found, and invalid for a day before today, or too far ahead.
 */
export async function foreseenOf(
  { database, ledgerId, state, moment, today }: ForeseenBooks,
  { day, account, isUsual }: Extract<Figure, { kind: 'forecast' }>,
): Promise<{ expected: number; parts: Part[] }> {
  if (day < today) throw new ProblemError('invalid', { figure: messages.forecastOfPast });
  if (day > lastForeseen(today)) throw new ProblemError('invalid', { figure: messages.forecastTooFar });
  const key = account === null ? null : accountKey(ledgerId, account);
  const balance = balanceOf(state, key);
  const scheduled = await scheduledOf(database, ledgerId, asOf(moment));
  const open = openAhead(scheduled, { account: key, until: day, today });
  const asked = { scheduled, account: key, today, asOf: asOf(moment) };
  const perDay = isUsual ? await usuallySpent(database, ledgerId, asked) : 0;
  const days = daysIn(today, day);
  const foreseen = forecastOf({ balance, account: key, days, occurrences: open.map(({ ahead }) => ahead), perDay });
  const parts = open.map(({ occurrence, ahead }) => ({
    what: `${occurrence.title}, ${occurrence.nominal}`,
    amount: effectOf(ahead, key).expected as Cents,
    count: 0,
  }));
  const usual = { what: 'usual spending', amount: (-perDay * (days.length - 1)) as Cents, count: 0 };
  const named = parts.length > OCCURRENCES_MAX ? OCCURRENCES_MAX - 1 : parts.length;
  const others = parts.slice(named);
  const rest = others.reduce((sum, { amount }) => sum + amount, 0) as Cents;
  return {
    expected: foreseen.days.at(-1)?.expected ?? balance,
    parts: [
      { what: "today's balance", amount: balance, count: 0 },
      ...(isUsual ? [usual] : []),
      ...parts.slice(0, named),
      ...(others.length > 0 ? [{ what: `${others.length} later occurrences`, amount: rest, count: 0 }] : []),
    ],
  };
}
