import type { RecordedEvent } from '#ledger/events.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { negated } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { movementChanges } from '#ledger/movements.ts';

/** An amount that is added to an account's balance from a day on (ISO date), in cents. */
export type DatedChange = { date: string; change: number };

/** A dated change by the event at a revision. */
export type RecordedBalanceChange = DatedChange & { revision: bigint };

/**
 * The amounts that the movements of an account, or of all accounts (null), add: an opening's before every day, others
 * from the day they were recorded on.
 */
export function changesOfMovements(movements: readonly Movement[], account: string | null): DatedChange[] {
  return movements
    .filter((movement) => account === null || movement.account === account)
    .map((movement) => ({ date: dayOfMovement(movement), change: movement.amount }));
}

/**
 * The changes of an account by the movements of events, in the order of the events. Takes all events that move money,
 * from the first on.
 */
export function movedByEvent(moving: readonly RecordedEvent[], account: string): RecordedBalanceChange[] {
  return movementChanges(moving)
    .filter(({ movement }) => movement.account === account)
    .map(({ revision, movement, does }) => ({
      revision,
      date: dayOfMovement(movement),
      change: does === 'come' ? movement.amount : negated(movement.amount),
    }));
}

/** The day from which a movement counts in balances of days (ISO date): an opening counts before every day. */
export const dayOfMovement = ({ part, date }: Movement): string => (part === 'opening' ? FIRST_DAY : date);

/**
 * The balances of an account at the ends of days (ISO dates, in order), in cents: the sum of its changes up to each.
 */
export function balancesOn(days: readonly string[], changes: readonly DatedChange[]): Map<string, bigint> {
  const inOrder = changes.toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0));
  const balances = new Map<string, bigint>();
  let balance = 0n;
  let next = 0;
  for (const day of days) {
    for (; next < inOrder.length; next += 1) {
      const { date, change } = inOrder[next] as DatedChange;
      if (date > day) break;
      balance += BigInt(change);
    }
    balances.set(day, balance);
  }
  return balances;
}

/** The amount that an account holds before a day (ISO date), in cents. An opening counts before the first day, too. */
export function balanceBefore(day: string, changes: readonly DatedChange[]): bigint {
  const before = day > FIRST_DAY ? shifted(day, -1) : day;
  return balancesOn([before], changes).get(before) ?? 0n;
}

/**
 * The revision of the event since which the books no longer agree with the bank on a day: walks back from the newest
 * event to the event that confirmed the day, and takes off the amount of each, until nothing is left of the difference
 * (bank − books, in cents). Null if a difference is left: the books have not agreed since the day was confirmed.
 */
export function brokenAt(
  { date, difference, revision: confirmedAt }: { date: string; difference: bigint; revision: bigint },
  changes: readonly RecordedBalanceChange[],
): bigint | null {
  const byRevision = new Map<bigint, bigint>();
  for (const { revision, date: from, change } of changes) {
    if (revision > confirmedAt && from <= date) {
      byRevision.set(revision, (byRevision.get(revision) ?? 0n) + BigInt(change));
    }
  }
  const newestFirst = [...byRevision]
    .filter(([, change]) => change !== 0n)
    .sort(([left], [right]) => (left < right ? 1 : -1));
  let left = difference;
  for (const [revision, change] of newestFirst) {
    left += change;
    if (left === 0n) return revision;
  }
  return null;
}
