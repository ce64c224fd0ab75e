import type { RecordedEvent } from '#ledger/events.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { negated } from '#ledger/model/money.ts';
import type { Movement } from '#ledger/model/movement.ts';
import { movementChanges } from '#ledger/movements.ts';

/** What something adds to an account from a day on, in cents. */
export type OnDay = { date: string; change: number };

/** The same, of the event at a revision. */
export type OnDayAt = OnDay & { revision: bigint };

/**
 * What the movements of an account add to it: those of its opening before every day, others from the day they were
 * recorded on.
 */
export function changesOfMovements(movements: readonly Movement[], account: string): OnDay[] {
  return movements.filter((one) => one.account === account).map((one) => ({ date: dayOf(one), change: one.amount }));
}

/**
 * What each event adds to an account through movements, in the order of the events. Takes those that move money, from
 * the first on.
 */
export function movedByEvent(moving: readonly RecordedEvent[], account: string): OnDayAt[] {
  return movementChanges(moving)
    .filter(({ movement }) => movement.account === account)
    .map(({ revision, movement, does }) => ({
      revision,
      date: dayOf(movement),
      change: does === 'come' ? movement.amount : negated(movement.amount),
    }));
}

const dayOf = ({ part, date }: Movement) => (part === 'opening' ? FIRST_DAY : date);

/**
 * What an account holds at the end of each of some days (ISO dates, in order), in cents: all that was added up to it.
 */
export function balancesOn(days: readonly string[], changes: readonly OnDay[]): Map<string, bigint> {
  const inOrder = changes.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  const balances = new Map<string, bigint>();
  let balance = 0n;
  let next = 0;
  for (const day of days) {
    for (; next < inOrder.length; next += 1) {
      const { date, change } = inOrder[next] as OnDay;
      if (date > day) break;
      balance += BigInt(change);
    }
    balances.set(day, balance);
  }
  return balances;
}

/** What an account holds before a day (ISO date), in cents. An opening counts before the first day, too. */
export function balanceBefore(day: string, changes: readonly OnDay[]): bigint {
  const before = day > FIRST_DAY ? shifted(day, -1) : day;
  return balancesOn([before], changes).get(before) ?? 0n;
}

/**
 * The revision of the event since which the books no longer agree with the bank on a day: walks back from the newest
 * event to the one that confirmed the day, taking off what each added, until nothing is left of the difference (bank −
 * books, in cents). Null where something is always left: the books have not agreed since the day was confirmed.
 */
export function brokenAt(
  { date, difference, revision: confirmedAt }: { date: string; difference: bigint; revision: bigint },
  changes: readonly OnDayAt[],
): bigint | null {
  const byRevision = new Map<bigint, bigint>();
  for (const { revision, date: from, change } of changes) {
    if (revision > confirmedAt && from <= date) {
      byRevision.set(revision, (byRevision.get(revision) ?? 0n) + BigInt(change));
    }
  }
  const newestFirst = [...byRevision]
    .filter(([, change]) => change !== 0n)
    .sort(([one], [other]) => (one < other ? 1 : -1));
  let left = difference;
  for (const [revision, change] of newestFirst) {
    left += change;
    if (left === 0n) return revision;
  }
  return null;
}
