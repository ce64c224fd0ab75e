import type { CallData } from '#contract/calls.ts';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { reasonInWords } from '#contract/reason-words.ts';
import type { CauseAnswer } from '#contract/reconcile-calls.ts';
import type { RecordedEvent } from '#ledger/events.ts';
import { FIRST_DAY, LAST_DAY, NOT_UNDOABLE } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents, LARGEST_AMOUNT, safe, ZERO } from '#ledger/model/money.ts';
import { balanceBefore, type DatedChange, movedByEvent } from '#ledger/reconcile/books.ts';
import {
  type AccountEntry,
  type ChangeBehind,
  causesOf,
  type Evidence,
  type Cause as LikelyCause,
} from '#ledger/reconcile/causes.ts';
import { newestChangeSets } from '#projections/queries/change-sets.ts';
import { type BalanceEffect, effectsOn, entriesOfAccount } from '#projections/queries/reconcile.ts';
import { ProblemError } from '../http/problem-error.ts';
import { leftOutRows } from '../imports/left-out.ts';
import { presentChangeSet } from '../present/change-sets.ts';
import { type AccountBooks, type CheckedDay, checkedDays } from './confirmed.ts';

/** Days of entries before the window, which show what is usual, and after it, for entries dated across its end. */
const DAYS_BEFORE = 400;
const DAYS_AFTER = 62;
/** Most entries that are looked at, the newest of the window. */
const ENTRIES_MAX = 20_000;
/** Most change-sets that are named where several make the difference together. */
const TOGETHER_MAX = 3;

/**
 * A confirmed day beside the books, `difference` bank − books in cents. Throws the problem not_found where the day is
 * not confirmed.
 */
export async function differenceOn(books: AccountBooks, date: string): Promise<CheckedDay> {
  const { days } = await checkedDays(books);
  const day = days.find((candidate) => candidate.date === date);
  if (!day) throw new ProblemError('not_found');
  return day;
}

/**
 * Finds likely causes of the difference on a confirmed day (product 11.8). Throws the problem not_found where it is not
 * confirmed.
 */
export async function findMissing(
  books: AccountBooks,
  date: string,
  currency: string,
): Promise<CallData<'findMissing'>> {
  const { database, ledgerId, account } = books;
  const { days, moving, changes } = await checkedDays(books);
  const index = days.findIndex((candidate) => candidate.date === date);
  const day = days[index];
  if (!day) throw new ProblemError('not_found');
  const difference = safe(day.difference);
  const since = days.slice(0, index).findLast((candidate) => candidate.difference === 0n)?.date ?? null;
  const checked = {
    since,
    date,
    balance: amountOf(day.balance),
    books: amountOf(safe(day.books)),
    difference: amountOf(difference),
  };
  if (difference === ZERO) return { ...checked, causes: [] };
  const from = since === null ? FIRST_DAY : within(since, -DAYS_BEFORE);
  const span = { from, to: within(date, DAYS_AFTER) };
  const windowFrom = since === null ? FIRST_DAY : within(since, 1);
  const entries = await entriesOfAccount(database, ledgerId, account, span, ENTRIES_MAX);
  const causes = causesOf(
    {
      date,
      difference,
      since,
      later: days.slice(index + 1).map((laterDay) => ({ date: laterDay.date, difference: safe(laterDay.difference) })),
    },
    {
      changes: await changesBehind(books, day, since, moving, currency),
      leftOut: await leftOutRows(database, ledgerId, account, windowFrom, date),
      entries,
      beginning: neededBeginning(days, index, entries, changes),
    },
  );
  return { ...checked, causes: causes.map((cause) => present(cause, currency)) };
}

/**
 * The starting balance with which the books would agree on `days[index]`, and its day: the day of the account's
 * earliest entry from the bank, else of its earliest entry, else the confirmed day itself. Null if the books agree on a
 * day already, if an earlier day is off by another amount, or if the balance is larger than an amount may be.
 */
function neededBeginning(
  days: readonly CheckedDay[],
  index: number,
  entries: readonly AccountEntry[],
  changes: readonly DatedChange[],
): Evidence['beginning'] {
  const day = days[index];
  if (!day || days.some(({ difference }) => difference === 0n)) return null;
  if (days.slice(0, index).some(({ difference }) => difference !== day.difference)) return null;
  const upToDay = entries.filter((entry) => entry.date <= day.date);
  const fromBank = upToDay.filter(({ isFromBank }) => isFromBank);
  const first = (fromBank.length > 0 ? fromBank : upToDay).reduce(
    (least, { date }) => (date < least ? date : least),
    day.date,
  );
  const balance = balanceBefore(first, changes) + day.difference;
  if (balance > LARGEST_AMOUNT || balance < -LARGEST_AMOUNT) return null;
  return { date: first, balance: safe(balance), isOfStatement: day.source === 'statement' };
}

function present({ adds, entry, reason, ...cause }: LikelyCause, currency: string): CauseAnswer {
  return {
    ...cause,
    reason: reasonInWords(reason, currency),
    entry: entry && { ...entry, amount: amountOf(entry.amount as Cents) },
    adds: amountOf(adds as Cents),
  };
}

/** The effect of a change-set on the account's balance up to a day. */
type Moved = Pick<BalanceEffect, 'changeSetId' | 'change'> & Partial<BalanceEffect>;

/**
 * The change-sets behind a difference: those since the day was confirmed that make it, each by itself or all together,
 * and edits, deletions and movements from before that are exactly the difference.
 */
async function changesBehind(
  { database, ledgerId, account, state, revision: upTo }: AccountBooks,
  day: CheckedDay,
  since: string | null,
  moving: readonly RecordedEvent[],
  currency: string,
): Promise<ChangeBehind[]> {
  const { date, revision: confirmedAt } = day;
  const wanted = -safe(day.difference);
  const later = { after: confirmedAt, upTo };
  const earlier = { after: -1n, upTo: confirmedAt };
  const movements = movedUpTo(moving, account, date);
  const isLater = ({ revision }: { revision: bigint }) => revision > confirmedAt;
  const sinceThen = merged(await effectsOn(database, ledgerId, account, later, date, 'all'), movements.filter(isLater));
  const before = merged(
    await effectsOn(database, ledgerId, account, earlier, date, 'revised'),
    movements.filter((effect) => !isLater(effect)),
  );
  const exact = sinceThen.filter(({ change }) => change === wanted);
  const total = sinceThen.reduce((sum, { change }) => sum + change, 0);
  const together = exact.length === 0 && total === wanted ? sinceThen : [];
  const named = [
    ...exact.map((effect) => ({ ...effect, together: 1 })),
    ...together.slice(0, TOGETHER_MAX).map((effect) => ({ ...effect, together: together.length })),
    ...before
      .filter(({ change, date: entryDate = date }) => change === wanted && (since === null || entryDate > since))
      .map((effect) => ({ ...effect, together: 0 })),
  ].filter(({ changeSetId }) => changeSetId !== day.changeSetId);
  const changes: ChangeBehind[] = [];
  for (const { changeSetId, change, together, ...effect } of named) {
    const [listed] = await newestChangeSets(database, ledgerId, 1, { changeSetId });
    const changeSet = listed && presentChangeSet(listed, currency, state);
    if (!changeSet || !canBeUndone(changeSet)) continue;
    changes.push({ changeSetId, summary: changeSet.summary, change, entry: entryOf(effect), together });
  }
  return changes;
}

function canBeUndone({ kind, undoneBy }: ChangeSet): boolean {
  return undoneBy === null && !NOT_UNDOABLE.includes(kind);
}

function entryOf({ entryId, type, title, date, amount, kind }: Partial<BalanceEffect>): ChangeBehind['entry'] {
  if (entryId == null || type === undefined || date === undefined || amount === undefined) return null;
  const isGone = kind?.startsWith('delete') || kind === 'undo';
  return { id: isGone ? null : entryId, type, title: title ?? 'Transfer', date, amount };
}

/** Returns the change of an account's balance by each movement up to a day, with its change-set. */
function movedUpTo(moving: readonly RecordedEvent[], account: string, date: string) {
  const changeSetOf = new Map(moving.map(({ revision, metadata }) => [revision, metadata.commandId]));
  return movedByEvent(moving, account)
    .filter((moved) => moved.date <= date)
    .map(({ revision, change }) => ({
      revision,
      changeSetId: changeSetOf.get(revision) ?? '',
      change: change as Cents,
    }));
}

/** The effects on entries and of movements, one for each change-set; effects of 0 are left out. */
function merged(effects: readonly BalanceEffect[], moved: readonly Moved[]): Moved[] {
  const all = new Map<string, Moved>();
  for (const effect of [...effects, ...moved]) {
    const before = all.get(effect.changeSetId);
    all.set(effect.changeSetId, before ? { ...before, change: safe(before.change + effect.change) } : effect);
  }
  return [...all.values()].filter(({ change }) => change !== ZERO);
}

/** A day some days later, or before it; within those that entries can have. */
function within(day: string, days: number): string {
  const shiftedDay = shifted(day, days);
  return shiftedDay < FIRST_DAY ? FIRST_DAY : shiftedDay > LAST_DAY ? LAST_DAY : shiftedDay;
}
