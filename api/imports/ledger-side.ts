import type { ParsedFile } from '#imports/parsed.ts';
import type { AccountTarget } from '#imports/plan/targets.ts';
import type { RowKeys } from '#imports/preview/identity.ts';
import { accountOfKey, type LedgerSide, type LeftHalf, LIKELY_DAYS, TRANSFER_DAYS } from '#imports/preview/preview.ts';
import { shifted } from '#ledger/model/days.ts';
import { isOpen, type ListedOccurrence, occurrencesByDay } from '#ledger/schedules/listed.ts';
import { AFTER_MAX_DAYS, BEFORE_MAX_DAYS } from '#ledger/schedules/matching.ts';
import type { Database } from '#platform/postgres.ts';
import {
  entriesByIds,
  entriesGone,
  entriesNear,
  type FileSpan,
  knownRows,
  type Sought,
  titlesOfPast,
} from '#projections/queries/import-entries.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { leftOutRows } from './left-out.ts';

/** Most open occurrences that the rows of a file are compared with. */
const OPEN_OCCURRENCES_MAX = 100_000;

/** The open occurrences of schedules around the days of a file's rows. */
export async function occurrencesNearRows(
  database: Database,
  ledgerId: string,
  { rows, books }: ParsedFile,
  today: string,
): Promise<ListedOccurrence[]> {
  const days = rows.flatMap(({ date }) => date ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  // A row of Daybook's own export was an entry.
  if (books || first === undefined || last === undefined) return [];
  const scheduled = await scheduledOf(database, ledgerId, null);
  if (scheduled.schedules.size === 0) return [];
  const range = { from: shifted(first, -AFTER_MAX_DAYS), to: shifted(last, BEFORE_MAX_DAYS), today };
  const near = new Set<string>();
  for (const day of new Set(days)) {
    for (let by = -AFTER_MAX_DAYS; by <= BEFORE_MAX_DAYS; by += 1) near.add(shifted(day, by));
  }
  const open: ListedOccurrence[] = [];
  for (const occurrence of occurrencesByDay(scheduled, range)) {
    if (open.length >= OPEN_OCCURRENCES_MAX) break;
    if (isOpen(occurrence) && near.has(occurrence.day)) open.push(occurrence);
  }
  return open;
}

/** Loads the part of the ledger with which the rows of a file are compared. */
export async function ledgerSide(
  database: Database,
  ledgerId: string,
  { rows }: ParsedFile,
  keys: readonly (RowKeys | null)[],
  targets: ReadonlyMap<string, AccountTarget>,
  inUse: ReadonlySet<string>,
  cards: ReadonlySet<string>,
): Promise<Pick<LedgerSide, 'known' | 'entries' | 'gone' | 'past' | 'leftOut'>> {
  const all = keys.flatMap((rowKeys) =>
    rowKeys === null ? [] : rowKeys.rawKey === null ? [rowKeys.key] : [rowKeys.key, rowKeys.rawKey],
  );
  const known = await knownRows(database, ledgerId, all);
  const own = rows.flatMap(({ entryId }) => (entryId !== null && inUse.has(entryId) ? [entryId] : []));
  const existing = new Set((await entriesByIds(database, ledgerId, own)).map(({ entryId }) => entryId));
  for (const [index, { entryId }] of rows.entries()) {
    const key = keys[index]?.key;
    if (key !== undefined && entryId !== null && existing.has(entryId)) known.set(key, entryId);
  }
  const isKnown = (index: number) => {
    const rowKeys = keys[index];
    return rowKeys != null && (known.has(rowKeys.key) || (rowKeys.rawKey !== null && known.has(rowKeys.rawKey)));
  };
  const sought = new Map<string, Sought>();
  for (const [index, { date, amount, invalid, account: key }] of rows.entries()) {
    const account = accountOfKey(targets, key);
    if (account === null || date === null || amount === null || invalid || isKnown(index)) continue;
    sought.set(`${account} ${date} ${amount}`, { account, date, amount });
  }
  return {
    known,
    entries: await entriesNear(database, ledgerId, [...sought.values()], Math.max(LIKELY_DAYS, TRANSFER_DAYS)),
    gone: await entriesGone(database, ledgerId, spansOf(rows, targets, [...sought.values()]), [...known.values()]),
    past: sought.size > 0 ? await titlesOfPast(database, ledgerId) : [],
    leftOut: await leftOutOfCards(database, ledgerId, cards, [...sought.values()]),
  };
}

/** The rows of the files of cards that were left out some days around the days of rows. */
async function leftOutOfCards(
  database: Database,
  ledgerId: string,
  cards: ReadonlySet<string>,
  sought: readonly Sought[],
): Promise<LeftHalf[]> {
  const days = sought.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const ofCards = [...cards].map((card) =>
    leftOutRows(database, ledgerId, card, shifted(first, -TRANSFER_DAYS), shifted(last, TRANSFER_DAYS)),
  );
  return (await Promise.all(ofCards)).flat();
}

/** The days that a file has of each account that some of its rows are sought in. */
function spansOf(
  rows: ParsedFile['rows'],
  targets: ReadonlyMap<string, AccountTarget>,
  sought: readonly Sought[],
): FileSpan[] {
  const wanted = new Set(sought.map(({ account }) => account));
  const spans = new Map<string, FileSpan>();
  for (const { date, account: key } of rows) {
    const account = accountOfKey(targets, key);
    if (account === null || date === null || !wanted.has(account)) continue;
    const { from, to } = spans.get(account) ?? { from: date, to: date };
    spans.set(account, { account, from: date < from ? date : from, to: date > to ? date : to });
  }
  return [...spans.values()];
}
