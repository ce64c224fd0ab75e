import type { CallInput } from '#contract/calls.ts';
import { BULK_IDS_MAX } from '#contract/limits.ts';
import type { Totals } from '#contract/search-calls.ts';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { readWithTerms } from '#ledger/search/read-query.ts';
import { withTerm, writtenValue } from '#ledger/search/write-query.ts';
import { sumOf } from '../../../ui/money.ts';

/** A row that can be selected, and what it counts in sums, signed, in whole units. */
export type Selectable = { _id: string; counts: number };

/** Entries that are selected: some by their ids, or all that the list's query finds, without some. */
export type EntrySelection = {
  of: 'ids' | 'found';
  /** The amount of each entry that is selected, or that is taken out of all. */
  listed: ReadonlyMap<string, number>;
  /** Where the last range begins and ends; a single row is one, too. */
  range: { from: string; to: string } | null;
};

export const NOTHING_SELECTED: EntrySelection = { of: 'ids', listed: new Map(), range: null };
export const ALL_FOUND: EntrySelection = { of: 'found', listed: new Map(), range: null };

export function isNothing({ of, listed }: EntrySelection): boolean {
  return of === 'ids' && listed.size === 0;
}

export function isSelected({ of, listed }: EntrySelection, id: string): boolean {
  return listed.has(id) === (of === 'ids');
}

/** The selection with a row, or without it where it was selected. */
export function toggled(selection: EntrySelection, row: Selectable): EntrySelection {
  const { _id: id } = row;
  return limited(selection, {
    ...selected(selection, [row], !isSelected(selection, id)),
    range: { from: id, to: id },
  });
}

/**
 * The selection with the rows from where the last range begins to this row. What only the last range had is no longer
 * selected. Without a range it begins at this row.
 */
export function extendedSelection(selection: EntrySelection, rows: readonly Selectable[], id: string): EntrySelection {
  const last = selection.range;
  const from = last && rows.some(({ _id }) => _id === last.from) ? last.from : id;
  const before = last && from === last.from ? between(rows, last.from, last.to) : [];
  const without = selected(selection, before, false);
  return limited(selection, { ...selected(without, between(rows, from, id), true), range: { from, to: id } });
}

/** The selection with a whole change, or as it was where it would list more ids than a call takes. */
function limited(before: EntrySelection, after: EntrySelection): EntrySelection {
  return after.listed.size > BULK_IDS_MAX ? before : after;
}

function selected(selection: EntrySelection, rows: readonly Selectable[], isOn: boolean): EntrySelection {
  const listed = new Map(selection.listed);
  for (const { _id, counts } of rows) {
    if (isOn === (selection.of === 'ids')) listed.set(_id, counts);
    else listed.delete(_id);
  }
  return { ...selection, listed };
}

function between(rows: readonly Selectable[], from: string, to: string): readonly Selectable[] {
  const ends = [from, to].map((end) => rows.findIndex(({ _id }) => _id === end));
  const [first = -1, last = -1] = ends.toSorted((a, b) => a - b);
  return first < 0 ? rows.slice(last, last + 1) : rows.slice(first, last + 1);
}

/** The number and the sum of a selection, in whole units; null until the totals of the search are there. */
export type SelectedSums = { count: number; net: number };

export function selectedIn({ of, listed }: EntrySelection, found: Totals | undefined): SelectedSums | null {
  const net = sumOf(...listed.values());
  if (of === 'ids') return { count: listed.size, net };
  return found ? { count: found.count - listed.size, net: sumOf(found.net, -net) } : null;
}

/** How a bulk selects what is selected in the list that a query finds. */
export function selectOf({ of, listed }: EntrySelection, q: string): CallInput<'bulk'>['select'] {
  const ids = [...listed.keys()];
  if (of === 'ids') return { ids };
  return ids.length === 0 ? { q } : { q, except: ids };
}

type List = { asked: string; account: string | null; until: string | null; today: string; accounts: Accounts };
type Accounts = readonly { _id: string; name: string }[];

/**
 * The query that finds all entries of a list: what is asked, of the account with this name and up to this day (ISO
 * date) where these are given.
 */
export function queryOfList({ asked, account, until, today, accounts }: List): string {
  const names = {
    today,
    accounts: accounts.map(({ _id, name }) => ({ accountId: _id, name })),
    categories: listed(GIVEN_CATEGORIES),
  };
  const conditions = [
    account === null ? null : `account:${writtenValue(account)}`,
    until === null ? null : `date:..${until}`,
  ];
  return conditions
    .filter((condition) => condition !== null)
    .reduce((q, condition) => withTerm(q, readWithTerms(q, names).alternatives, condition), asked);
}
