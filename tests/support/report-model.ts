import type { Category } from '#contract/category-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { type Caller, expectOk } from './caller.ts';

// An independent reading of product 14.2: from the entries as the lists give them, piece by piece, without SQL.

/** A report's question about books, in whole days; `accounts` are ids, null for all. */
export type ModelQuestion = {
  measure: string;
  by: string;
  columns: readonly { from: string; to: string }[];
  accounts: readonly string[] | null;
};

/** The cells of rows in cents by key, with the number of entries of each; `*` has all. */
export type ModelRows = Map<string, { cells: number[]; count: number }>;

/** Entries and categories of a user at a moment (`known`, empty for now), all of them. */
export async function booksOf(user: Caller, known: string): Promise<{ entries: Entry[]; categories: Category[] }> {
  const entries: Entry[] = [];
  const at = known === '' ? '' : `&known=${known}`;
  for (let before = ''; ; ) {
    const path = `/ledger/entries?limit=500${at}${before}`;
    const { data } = await expectOk(user.get<{ entries: Entry[]; next: string | null }>(path));
    entries.push(...data.entries);
    if (data.next === null) break;
    before = `&before=${data.next}`;
  }
  const { data } = await expectOk(user.get<{ categories: Category[] }>(`/ledger/categories?${at.slice(1)}`));
  return { entries, categories: data.categories };
}

/** Works out a report from entries. */
export function modelOf(
  { entries, categories }: { entries: readonly Entry[]; categories: readonly Category[] },
  { measure, by, columns, accounts }: ModelQuestion,
): ModelRows {
  const rows: ModelRows = new Map();
  const addTo = (key: string, column: number, cents: number, isFirst: boolean) => {
    const row = rows.get(key) ?? { cells: columns.map(() => 0), count: 0 };
    row.cells[column] = (row.cells[column] ?? 0) + cents;
    if (isFirst) row.count += 1;
    rows.set(key, row);
  };
  const named = (name: string, type: string) => {
    const same = categories.filter((category) => category.name === name);
    return (same.find(({ kind }) => kind === type) ?? same[0])?._id ?? name;
  };
  for (const entry of entries) {
    if (entry.type === 'Transfer') continue;
    if (accounts && !accounts.includes(entry.account ?? '')) continue;
    const column = columns.findIndex(({ from, to }) => entry.date >= from && entry.date <= to);
    if (column === -1) continue;
    const seen = new Set<string>();
    for (const piece of entry.parts ?? [entry]) {
      const id = piece.categoryId ?? (piece.category === null ? null : named(piece.category, entry.type));
      const category = categories.find(({ _id }) => _id === id);
      const cents = Math.round(piece.amount * 100);
      const isOut = entry.type === 'Expense' || category?.kind === 'Expense';
      if (measure !== 'net' && isOut !== (measure === 'out')) continue;
      const counted = measure === 'out' ? (entry.type === 'Expense' ? cents : -cents) : cents;
      const signed = measure === 'net' && entry.type === 'Expense' ? -cents : counted;
      for (const key of [...keysOf(entry, by, id, category), '*']) {
        addTo(key, column, signed, !seen.has(key));
        seen.add(key);
      }
    }
  }
  return rows;
}

function keysOf(entry: Entry, by: string, id: string | null, category: Category | undefined): string[] {
  switch (by) {
    case 'category':
      return [id ?? '-'];
    case 'group':
      return [category?.parent ?? id ?? '-'];
    case 'title':
      return [comparableText(entry.title ?? '')];
    case 'account':
      return [entry.account ?? ''];
    case 'wallet':
      return [entry.wallet ?? '-'];
    case 'tag':
      return entry.tags && entry.tags.length > 0 ? entry.tags.map(comparableText) : ['-'];
    default:
      return [];
  }
}
