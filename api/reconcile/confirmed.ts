import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import type { RecordedEvent } from '#ledger/events.ts';
import type { LedgerState } from '#ledger/history.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import { movementsOf } from '#ledger/movements.ts';
import {
  balanceBefore,
  balancesOn,
  brokenAt,
  changesOfMovements,
  type DatedChange,
  movedByEvent,
} from '#ledger/reconcile/books.ts';
import type { Database } from '#platform/postgres.ts';
import { changeSetsAt, eventsBehind } from '#projections/queries/behind-figures.ts';
import { newestChangeSets } from '#projections/queries/change-sets.ts';
import { type Confirmation, changesByDay, changesByEvent, confirmationsOf } from '#projections/queries/reconcile.ts';
import { presentChangeSet } from '../present/change-sets.ts';

/** A ledger's account at a revision: `asOf` is null for now. `account` is `everyday` or its id. */
export type AccountBooks = {
  database: Database;
  ledgerId: string;
  account: string;
  state: LedgerState;
  revision: bigint;
  asOf: bigint | null;
};

/** A confirmed day with the books' balance at its end, and `difference`, bank − books; in cents. */
export type CheckedDay = Confirmation & { books: bigint; difference: bigint };

/** The confirmed days of an account, oldest first, beside the books, and the events that move money (product 11.7). */
export async function checkedDays(
  books: AccountBooks,
): Promise<{ days: CheckedDay[]; moving: RecordedEvent[]; changes: DatedChange[] }> {
  const { database, ledgerId, account, asOf } = books;
  const confirmed = await confirmationsOf(database, ledgerId, account, asOf);
  if (confirmed.length === 0) return { days: [], moving: [], changes: [] };
  const { moving, changes } = await changesOf(books);
  const balances = balancesOn(
    confirmed.map(({ date }) => date),
    changes,
  );
  const days = confirmed.map((day) => {
    const held = balances.get(day.date) ?? 0n;
    return { ...day, books: held, difference: BigInt(day.balance) - held };
  });
  return { days, moving, changes };
}

/** The balance of the account before a day (ISO date), in cents (product 11.7). */
export async function heldBefore(books: AccountBooks, date: string): Promise<bigint> {
  return balanceBefore(date, (await changesOf(books)).changes);
}

/** The amounts added to the account, day by day, and the events that move money. */
async function changesOf({
  database,
  ledgerId,
  account,
  asOf,
  revision,
}: AccountBooks): Promise<{ moving: RecordedEvent[]; changes: DatedChange[] }> {
  const ofEntries = await changesByDay(database, ledgerId, account, asOf);
  const moving = await eventsBehind(database, ledgerId, 'moving', { after: -1n, upTo: revision });
  return { moving, changes: [...ofEntries, ...changesOfMovements(movementsOf(moving), account)] };
}

/** The confirmed days of an account as the contract has them, newest first, with what broke each that does not hold. */
export async function presentDays(books: AccountBooks, currency: string): Promise<ConfirmedDay[]> {
  const { database, ledgerId, state } = books;
  const { days, moving } = await checkedDays(books);
  const broken = await brokenDays(books, days, moving);
  const changeSets = await changeSetsAt(database, ledgerId, [...new Set(broken.values())]);
  const titles = new Map<string, { title: string; recordedAt: string }>();
  for (const changeSetId of new Set(changeSets.values())) {
    const [listed] = await newestChangeSets(database, ledgerId, 1, { changeSetId });
    if (!listed) continue;
    const { summary, recordedAt } = presentChangeSet(listed, currency, state);
    titles.set(changeSetId, { title: summary, recordedAt });
  }
  return days.toReversed().map((day) => {
    const brokenRevision = broken.get(day.date);
    const changeSetId = brokenRevision === undefined ? undefined : changeSets.get(brokenRevision);
    const named = changeSetId === undefined ? undefined : titles.get(changeSetId);
    return {
      date: day.date,
      balance: amountOf(day.balance),
      books: amountOf(safe(day.books)),
      difference: amountOf(safe(day.difference)),
      source: day.source,
      confirmedAt: day.recordedAt,
      changeSetId: day.changeSetId,
      brokenBy: changeSetId !== undefined && named ? { changeSetId, ...named } : null,
    };
  });
}

/** The revision of the event that broke each day that does not hold; none for those that never did. */
async function brokenDays(
  { database, ledgerId, account, revision: upTo }: AccountBooks,
  days: readonly CheckedDay[],
  moving: readonly RecordedEvent[],
): Promise<Map<string, bigint>> {
  const broken = days.filter(({ difference }) => difference !== 0n);
  const [first] = broken;
  const last = broken.at(-1);
  if (!first || !last) return new Map();
  const after = broken.reduce((least, { revision }) => (revision < least ? revision : least), first.revision);
  const changes = [
    ...(await changesByEvent(database, ledgerId, account, { after, upTo }, last.date)),
    ...movedByEvent(moving, account),
  ];
  return new Map(
    broken.flatMap((day) => {
      const revision = brokenAt(day, changes);
      return revision === null ? [] : [[day.date, revision] as const];
    }),
  );
}
