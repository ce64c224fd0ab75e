import { setImmediate } from 'node:timers/promises';
import type { LedgerState } from '#ledger/history.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { decimalOf } from '#ledger/model/money.ts';
import { categoryNow } from '#ledger/schedules/commands.ts';
import type { ListedOccurrence, Scheduled } from '#ledger/schedules/listed.ts';
import { openOccurrences } from '#ledger/schedules/open.ts';
import { lastForeseen } from '../forecast/last-foreseen.ts';
import { type BookKey, EXPORTED_GROUPS, type ExportedBook } from './books.ts';
import { journalDescription } from './journal.ts';
import { plainNames } from './names.ts';

/** Occurrences that are written before other requests have their turn. */
const OCCURRENCES_AT_ONCE = 200;

/** The future: schedules with the marks of their occurrences, by the day of the export (ISO date). */
export type Coming = { scheduled: Scheduled; today: string };

/** The accounts that schedules name. */
export function journalAccounts({ schedules }: Scheduled): string[] {
  return [...schedules.values()].flatMap(({ type, accountId = EVERYDAY, toAccountId = EVERYDAY }) =>
    type === 'Transfer' ? [accountId, toAccountId] : [accountId],
  );
}

/**
 * The lines of `forecast.journal`, of which `hledger --forecast` makes a forecast: the commodity, the accounts, what
 * each of the user's holds, dated the day before today, since hledger begins after the last entry, and a periodic
 * transaction for each open occurrence of the next 24 months, of the amount that is expected; what was missed is due
 * today (product 10.5). It is no part of `daybook.journal`, whose periodic transactions are budgets. `currency` is a
 * code.
 */
export async function* forecastJournal(
  chart: readonly ExportedBook[],
  currency: string,
  { scheduled, today }: Coming,
  state: Pick<LedgerState, 'categories' | 'merged'>,
): AsyncGenerator<string> {
  const names = plainNames(chart);
  const until = lastForeseen(today);
  const lines = (postings: readonly { book: BookKey; cents: bigint }[]) =>
    postings.map(({ book, cents }) => `    ${names.get(book)}    ${decimalOf(cents)} ${currency}\n`).join('');
  yield `; What comes again from ${today} to ${until}, on top of what accounts hold.\n`;
  yield `commodity ${currency}\n  format 1000.00 ${currency}\n\n`;
  yield `${[...names.values()].map((name) => `account ${name}\n`).join('')}\n`;
  const held = chart.flatMap(({ key, holds }) =>
    key.startsWith('account ') ? [{ book: key, cents: BigInt(holds ?? 0) }] : [],
  );
  const opening = { book: 'opening' as const, cents: -held.reduce((sum, { cents }) => sum + cents, 0n) };
  yield `${shifted(today, -1)} * Balances\n${lines([...held, opening])}\n`;
  let count = 0;
  for (const occurrence of openOccurrences(scheduled, until, today)) {
    const day = occurrence.day < today ? today : occurrence.day;
    yield `~ ${day}  ${journalDescription(occurrence.title)}\n${lines(postingsOf(occurrence, state))}\n`;
    count += 1;
    // Other requests have their turn.
    if (count % OCCURRENCES_AT_ONCE === 0) await setImmediate();
  }
}

/** The postings of the entry that an occurrence would become. */
function postingsOf(
  { schedule, expected }: ListedOccurrence,
  state: Pick<LedgerState, 'categories' | 'merged'>,
): { book: BookKey; cents: bigint }[] {
  const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
  const amount = BigInt(expected);
  const own = `account ${accountId}` as const;
  if (type === 'Transfer') {
    return [
      { book: `account ${toAccountId}`, cents: amount },
      { book: own, cents: -amount },
    ];
  }
  const category = categoryNow(schedule.category, state);
  const group = EXPORTED_GROUPS[state.categories.get(category ?? '')?.kind ?? type];
  const sign = type === 'Expense' ? 1n : -1n;
  return [
    { book: `${group} ${category ?? ''}`, cents: sign * amount },
    { book: own, cents: -sign * amount },
  ];
}
