import type { Figure } from '#contract/figure.ts';
import { OCCURRENCES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { LedgerState } from '#ledger/history.ts';
import { daysIn } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import type { Part } from '#projections/queries/behind-figures.ts';
import type { Moment } from '#projections/queries/moment.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { effectOf, forecastOf } from '#schedules/forecast.ts';
import { aheadOf, openOccurrences } from '#schedules/open.ts';
import { lastForeseen } from '../forecast/last-foreseen.ts';
import { ProblemError } from '../http/problem-error.ts';
import { asOf } from '../known/moment.ts';

/** A ledger at a moment, null for now; `today` is the day of the moment in the caller's time zone. */
type ForeseenBooks = {
  database: Database;
  ledgerId: string;
  state: Pick<LedgerState, 'balance'>;
  moment: Moment | null;
  today: string;
};

/**
 * What is expected in all accounts together at the end of a day, in cents, and what it is made up of (product 13.7).
 * Throws the problem invalid for a day before today, or too far ahead.
 */
export async function foreseenOf(
  { database, ledgerId, state, moment, today }: ForeseenBooks,
  { day }: Extract<Figure, { kind: 'forecast' }>,
): Promise<{ expected: number; parts: Part[] }> {
  if (day < today) throw new ProblemError('invalid', { figure: messages.forecastOfPast });
  if (day > lastForeseen(today)) throw new ProblemError('invalid', { figure: messages.forecastTooFar });
  const open = openOccurrences(await scheduledOf(database, ledgerId, asOf(moment)), day, today);
  const { balance } = state;
  const foreseen = forecastOf({
    ...{ balance, account: null, days: daysIn(today, day), occurrences: open.map(aheadOf), perDay: 0 },
  });
  const parts = open.map((occurrence) => ({
    what: `${occurrence.title}, ${occurrence.nominal}`,
    amount: effectOf(aheadOf(occurrence), null).expected as Cents,
    count: 0,
  }));
  const named = parts.length > OCCURRENCES_MAX ? OCCURRENCES_MAX - 1 : parts.length;
  const others = parts.slice(named);
  const rest = others.reduce((sum, { amount }) => sum + amount, 0) as Cents;
  return {
    expected: foreseen.days.at(-1)?.expected ?? balance,
    parts: [
      { what: "today's balance", amount: balance, count: 0 },
      ...parts.slice(0, named),
      ...(others.length > 0 ? [{ what: `${others.length} later occurrences`, amount: rest, count: 0 }] : []),
    ],
  };
}
