import type { LedgerState } from '#ledger/history.ts';
import { type Categories, inShownOrder } from '#ledger/model/categories.ts';
import { type AccountKind, type CategoryKind, EVERYDAY } from '#ledger/model/constants.ts';
import type { Movement } from '#ledger/model/movement.ts';
import type { Part } from '#ledger/model/state.ts';
import type { EntryRow } from '#projections/tables/entries.ts';

/**
 * The key of an account in a journal: a category by its id ('' for none), or an account of the user's, `everyday` or an
 * id.
 */
export type BookKey = 'opening' | 'set by hand' | `${'account' | 'goal' | 'expenses' | 'income'} ${string}`;

/**
 * An account of a journal: its group, its name as the user wrote it, and its amount in cents, null if no rule says it.
 * `below` is the key of the account whose name is before its own, and which comes before it.
 */
export type ExportedBook = {
  key: BookKey;
  group: readonly string[];
  name: string;
  holds: number | null;
  below?: BookKey | undefined;
};

/** An entry of a journal. The postings, in cents, add up to 0; only an entry of the user's has a note and tags. */
export type BookEntry = {
  date: string;
  revision: bigint;
  title: string;
  note: string | null;
  tags: readonly string[];
  postings: readonly { book: BookKey; cents: bigint }[];
};

/** Kinds of accounts for money that the user owes. */
const OWED: readonly AccountKind[] = ['Credit card', 'Loan'];
const NO_CATEGORY = 'no category';
/** The first part of the accounts of a kind of categories. */
export const EXPORTED_GROUPS = { Expense: 'expenses', Income: 'income' } as const;

/** An account that is gone, and still stands in movements: its name and kind. */
export type GoneAccount = { accountId: string; name: string; kind: AccountKind };

/**
 * The accounts of the journals, in the order in which they are declared: the user's accounts, those that are gone, the
 * goals, the categories, and the two that money from elsewhere comes from (product 10.5).
 */
export function chartOf(
  { accounts, goals, categories }: Pick<LedgerState, 'accounts' | 'goals' | 'categories'>,
  gone: readonly GoneAccount[],
): ExportedBook[] {
  const account = (accountId: string, name: string, kind: AccountKind, holds: number): ExportedBook => ({
    key: `account ${accountId}`,
    group: [OWED.includes(kind) ? 'liabilities' : 'assets', 'accounts'],
    name,
    holds,
  });
  const shown = inShownOrder(categories);
  const ofKind = (kind: CategoryKind): ExportedBook[] => {
    const group = EXPORTED_GROUPS[kind];
    const books = shown.flatMap(([id, { name, kind: own, parent }]): ExportedBook[] => {
      const below = parent === undefined ? undefined : (`${group} ${parent}` as const);
      return own === kind ? [{ key: `${group} ${id}`, group: [group], name, holds: null, below }] : [];
    });
    return [...books, { key: `${group} `, group: [group], name: NO_CATEGORY, holds: null }];
  };
  return [
    ...[...accounts].map(([accountId, { name, kind, balance }]) => account(accountId, name, kind, balance)),
    ...gone.map(({ accountId, name, kind }) => account(accountId, name, kind, 0)),
    ...[...goals].map(
      ([goalId, { title, currentAmount }]): ExportedBook => ({
        key: `goal ${goalId}`,
        group: ['assets', 'goals'],
        name: title,
        holds: currentAmount,
      }),
    ),
    ...ofKind('Expense'),
    ...ofKind('Income'),
    { key: 'opening', group: ['equity'], name: 'opening', holds: null },
    { key: 'set by hand', group: ['equity'], name: 'set by hand', holds: null },
  ];
}

/** The entry of a transaction or a transfer. A refund takes from the expenses of its category (product 4.13). */
export function exportedEntry(
  { type, title, amount, date, revision, accountId, toAccount, category, parts, ...row }: EntryRow,
  categories: Categories,
): BookEntry {
  const shared = { date, revision, title: title ?? type, note: row.note, tags: row.tags ?? [] };
  const own: BookKey = `account ${accountId}`;
  if (type === 'Transfer') {
    const postings = [
      { book: `account ${toAccount ?? EVERYDAY}` as const, cents: BigInt(amount) },
      { book: own, cents: -BigInt(amount) },
    ];
    return { ...shared, postings };
  }
  const sign = type === 'Expense' ? 1n : -1n;
  const groupOf = (categoryId: string | null) => EXPORTED_GROUPS[categories.get(categoryId ?? '')?.kind ?? type];
  const split: readonly Pick<Part, 'amount' | 'category'>[] | null = parts;
  const postings = (split ?? [{ amount, category }]).map((part) => ({
    book: `${groupOf(part.category)} ${part.category ?? ''}` as const,
    cents: sign * BigInt(part.amount),
  }));
  return { ...shared, postings: [...postings, { book: own, cents: -sign * BigInt(amount) }] };
}

/**
 * The entries of movements, in the order of journals: one for all that an event moved. What came back from a goal that
 * is gone has moved from account to account.
 */
export function entriesOf(movements: readonly Movement[]): BookEntry[] {
  const byRevision = Map.groupBy(movements, ({ revision }) => revision);
  const entries = [...byRevision.values()].map((moved): BookEntry => {
    const [{ date, revision, title, part, goalId }] = moved as [Movement, ...Movement[]];
    const postings = moved.toSorted(byAccount).map(({ account, amount }) => ({
      book: `account ${account}` as const,
      cents: BigInt(amount),
    }));
    const cents = -postings.reduce((sum, posting) => sum + posting.cents, 0n);
    const from: BookKey = part === 'opening' || part === 'set by hand' ? part : `goal ${goalId}`;
    const whole = cents === 0n ? postings : [{ book: from, cents }, ...postings];
    return { date, revision, title, note: null, tags: [], postings: whole };
  });
  return entries.sort(inOrder);
}

/** All entries in the order of journals: by date, and within a day by the event that recorded them first. */
export async function* mergedBooks(
  entries: AsyncIterable<readonly EntryRow[]>,
  movements: readonly BookEntry[],
  categories: Categories,
): AsyncGenerator<BookEntry> {
  let index = 0;
  for await (const page of entries) {
    for (const entry of page.map((row) => exportedEntry(row, categories))) {
      for (let next = movements[index]; next && inOrder(next, entry) < 0; next = movements[index]) {
        yield next;
        index += 1;
      }
      yield entry;
    }
  }
  yield* movements.slice(index);
}

function inOrder(a: BookEntry, b: BookEntry): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.revision < b.revision ? -1 : 1;
}

function byAccount({ account: a }: Movement, { account: b }: Movement): number {
  return a < b ? -1 : Number(a > b);
}
