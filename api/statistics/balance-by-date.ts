import type { CallData } from '#contract/calls.ts';
import { NET_WORTH_POINTS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { STEPS } from '#contract/statistics-calls.ts';
import { accountKey } from '#ledger/ids.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { daysFrom, daysIn, lastOf, shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents, safe } from '#ledger/model/money.ts';
import { balancesOn, changesOfMovements, type DatedChange } from '#ledger/reconcile/books.ts';
import { clock } from '#platform/clock.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { sumsOfDays, sumsOfDaysThen } from '#projections/queries/balance-by-date.ts';
import { movementsIn } from '#projections/queries/behind-figures.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';

/** How many days before the last day the points begin where no first day is named. */
const DEFAULT_DAYS = 365;
const MONTH_DAYS_MIN = 28;

type Asked = {
  ledgerId: string;
  from?: string | undefined;
  to?: string | undefined;
  step: (typeof STEPS)[number];
  account?: string | undefined;
  /** The accounts that count where none is named. */
  cut: Cut;
  /** The revision as of which it is asked; null for now. */
  asOf: bigint | null;
  today: string;
};

/**
 * The balance at the end of days (product 5.13). Throws the problems account_not_found, invalid for a last day that is
 * still to come or too many points, and unavailable while the read models are being rebuilt by another version.
 */
export async function balanceByDate(
  { database }: JobServices,
  { ledgerId, from, to, step, account, cut, asOf, today }: Asked,
): Promise<CallData<'getNetWorth'>> {
  const last = to ?? today;
  if (last > today) throw new ProblemError('invalid', { to: messages.dayToCome });
  const first = from ?? shifted(last, -DEFAULT_DAYS);
  if (first > last) throw new ProblemError('invalid', { from: messages.daysInOrder });
  if (daysFrom(first, last) / (step === 'month' ? MONTH_DAYS_MIN : 1) >= NET_WORTH_POINTS_MAX) {
    throw new ProblemError('invalid', { from: messages.tooManyDays });
  }
  const days = step === 'day' ? daysIn(first, last, NET_WORTH_POINTS_MAX) : monthEnds(first, last);
  return await readConsistently(database, async (client) => {
    const key = account === undefined ? null : accountKey(ledgerId, account);
    if (key !== null) await requireAccount(client, ledgerId, key, asOf);
    const changes: DatedChange[] = [];
    for (const each of key === null ? (cut ?? [null]) : [key])
      changes.push(...(await changesOf(client, ledgerId, each, asOf)));
    // Entries that are dated after today are in the balance of today.
    const balances = balancesOn(
      days,
      changes.map(({ date, change }) => ({ date: date > today ? today : date, change })),
    );
    return { points: days.map((date) => ({ date, amount: amountOf(safe(balances.get(date) ?? 0n)) })) };
  });
}

/**
 * The balance of an account, or of all together (null), at the end of a day before today (ISO date), in cents. Throws
 * like `balanceByDate`.
 */
export async function balanceAtEnd(
  database: Database,
  ledgerId: string,
  day: string,
  { account = null, asOf = null }: { account?: string | null; asOf?: bigint | null } = {},
): Promise<Cents> {
  const changes = await changesOf(database, ledgerId, account, asOf);
  return safe(balancesOn([day], changes).get(day) ?? 0n);
}

export const BALANCE_BY_DATE_JOB = jobOf(balanceByDate, import.meta.url, 'read');

/**
 * The amounts that entries and movements add to an account, or to all accounts together, day by day, as a confirmed day
 * counts them.
 */
async function changesOf(
  database: Database,
  ledgerId: string,
  account: string | null,
  asOf: bigint | null,
): Promise<DatedChange[]> {
  const ofEntries = await changesOfEntries(database, ledgerId, account, asOf);
  return [...ofEntries, ...changesOfMovements(await movementsIn(database, ledgerId, asOf), account)];
}

/**
 * The amounts that entries add to an account, or to all accounts together (null), day by day. Throws the problem
 * unavailable while the read models are being rebuilt by another version.
 */
export async function changesOfEntries(
  database: Database,
  ledgerId: string,
  account: string | null,
  asOf: bigint | null,
): Promise<DatedChange[]> {
  const changes =
    asOf === null
      ? await sumsOfDays(database, ledgerId, account)
      : await sumsOfDaysThen(database, ledgerId, account, asOf);
  if (changes === null) throw new ProblemError('unavailable');
  return changes;
}

async function requireAccount(
  database: Database,
  ledgerId: string,
  account: string,
  asOf: bigint | null,
): Promise<void> {
  const known = asOf === null ? undefined : { revision: asOf };
  const moment = await momentOf({ database, now: clock }, ledgerId, known);
  const { state } = moment ?? (await loadLedgerView(database, ledgerId));
  if (!state.accounts.has(account)) throw new ProblemError('account_not_found');
}

/** The last day of each month, and the last day itself. */
function monthEnds(first: string, last: string): string[] {
  const days: string[] = [];
  for (let end = lastOf('month', first); end < last; end = lastOf('month', shifted(end, 1))) days.push(end);
  return [...days, last];
}
