import { utc } from '@date-fns/utc/utc';
// Imported one by one: all of date-fns takes a second to load, and `format` a tenth of one.
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { formatISO } from 'date-fns/formatISO';
import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import { startOfMonth } from 'date-fns/startOfMonth';
import type { Command } from '#ledger/decide/commands.ts';
import { decide } from '#ledger/decide/decide.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY } from '#ledger/history.ts';
import { createdId } from '#ledger/ids.ts';
import { exactCents } from '#ledger/model/money.ts';
import { LAST_OF_MONTH, sampleMonth } from './sample-month.ts';

/** Months of sample data, including the current one (product 1.4). */
const MONTHS = 14;

/** An event and its recording time, ISO 8601 in UTC. */
export type SampleEvent = { event: LedgerEvent; recordedAt: string };

const GOALS = [
  { name: 'emergency', title: 'Three months put by', finalAmount: 4_000, category: 'Emergency', monthly: 320 },
  {
    name: 'lisbon',
    title: 'Two weeks in Lisbon',
    finalAmount: 3_200,
    category: 'Travel',
    monthly: 150,
    description: 'Spring, with Ines. Trams, tiles and custard tarts.',
  },
  { name: 'wheel', title: 'A wheel of my own', finalAmount: 1_250, category: 'Savings', monthly: 60 },
] as const;

/**
 * Gives the demo's sample events: a reset, then fourteen months of incomes, expenses and savings up to `today` (an ISO
 * date), each recorded on its date and none after `now`. Deterministic for a ledger and a date.
 */
export function sampleLedger(ledgerId: string, today: string, now: Date): SampleEvent[] {
  const events: SampleEvent[] = [{ event: { type: 'LedgerReset', data: {} }, recordedAt: now.toISOString() }];
  let state = EMPTY;
  const record = (date: string, command: Command) => {
    const decision = decide(command, state);
    if (decision.outcome !== 'events') return;
    const evening = `${date}T18:30:00.000Z`;
    const recordedAt = evening < now.toISOString() ? evening : now.toISOString();
    const first = events.length;
    for (const event of decision.events) events.push({ event, recordedAt });
    const metadata = { commandId: 'sample', inputHash: 'sample', recordedAt, version: 1 };
    state = fold(
      state,
      decision.events.map((event, at) => ({ event, metadata, revision: BigInt(first + at) })),
    );
  };
  const goalId = (name: string) => createdId(ledgerId, name, 'demo goal');

  const isoDate = (date: Date) => formatISO(date, { representation: 'date' });
  const firstMonth = addMonths(startOfMonth(today, { in: utc }), 1 - MONTHS);
  const opening = isoDate(firstMonth);
  record(opening, { type: 'MakeInitialDeposit', amount: exactCents(3_180.55) });
  record(opening, { type: 'SetMonthlyFigures', income: exactCents(4_850), expense: exactCents(3_120) });
  record(opening, { type: 'ConfirmPayment', sessionId: 'demo' });
  for (const { name, monthly: _, ...goal } of GOALS) {
    record(opening, { type: 'CreateGoal', goalId: goalId(name), ...goal, finalAmount: exactCents(goal.finalAmount) });
  }

  for (let at = 0; at < MONTHS; at += 1) {
    const month = addMonths(firstMonth, at);
    const number = month.getFullYear() * 12 + month.getMonth();
    for (const [index, { day, entry }] of sampleMonth(number, getDaysInMonth(month)).entries()) {
      const date = isoDate(addDays(month, day - 1));
      if (date > today) break;
      const transactionId = createdId(ledgerId, `${number} ${index}`, 'demo transaction');
      record(date, { ...entry, transactionId, date });
      if (entry.title === LAST_OF_MONTH) {
        for (const { name, monthly } of GOALS) {
          record(date, { type: 'AddMoneyToGoal', goalId: goalId(name), amount: exactCents(monthly), today: date });
        }
      }
    }
  }
  return events;
}
