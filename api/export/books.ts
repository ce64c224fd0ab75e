import type { LedgerState } from '#ledger/history.ts';
import { type AccountKind, EVERYDAY, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import type { Movement } from '#ledger/model/movement.ts';
import type { Part } from '#ledger/model/state.ts';
import type { EntryRow } from '#projections/tables/entries.ts';

/** The key of an account in a journal: a category ('' for none), or an account of the user's, `everyday` or an id. */
export type BookKey = 'opening' | 'set by hand' | `${'account' | 'goal' | 'expenses' | 'income'} ${string}`;

/**
 * An account of a journal: its group, its name as the user wrote it, and what it holds in cents, null where no rule
 * says.
 */
export type Book = { key: BookKey; group: readonly string[]; name: string; holds: number | null };

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

/** An account that is gone, and still stands in movements: its name and kind. */
export type GoneAccount = { accountId: string; name: string; kind: AccountKind };

/**
 * The accounts of the journals, in the order in which they are declared: the user's accounts, those that are gone, the
 * goals, the categories, and the two that money from elsewhere comes from (product 10.5).
 */
export function chartOf(
  { accounts, goals }: Pick<LedgerState, 'accounts' | 'goals'>,
  gone: readonly GoneAccount[],
): Book[] {
  const account = (accountId: string, name: string, kind: AccountKind, holds: number): Book => ({
    key: `account ${accountId}`,
    group: [OWED.includes(kind) ? 'liabilities' : 'assets', 'accounts'],
    name,
    holds,
  });
  const category =
    (type: 'expenses' | 'income') =>
    (name: string): Book => ({
      key: `${type} ${name}`,
      group: [type],
      name: name || NO_CATEGORY,
      holds: null,
    });
  return [
    ...[...accounts].map(([accountId, { name, kind, balance }]) => account(accountId, name, kind, balance)),
    ...gone.map(({ accountId, name, kind }) => account(accountId, name, kind, 0)),
    ...[...goals].map(
      ([goalId, { title, currentAmount }]): Book => ({
        key: `goal ${goalId}`,
        group: ['assets', 'goals'],
        name: title,
        holds: currentAmount,
      }),
    ),
    ...[...EXPENSE_CATEGORIES, ''].map(category('expenses')),
    ...[...INCOME_CATEGORIES, ''].map(category('income')),
    { key: 'opening', group: ['equity'], name: 'opening', holds: null },
    { key: 'set by hand', group: ['equity'], name: 'set by hand', holds: null },
  ];
}

/** The entry of a transaction or a transfer. */
export function entryOf({
  type,
  title,
  amount,
  date,
  revision,
  accountId,
  toAccount,
  category,
  parts,
  ...row
}: EntryRow): BookEntry {
  const shared = { date, revision, title: title ?? type, note: row.note, tags: row.tags ?? [] };
  const own: BookKey = `account ${accountId}`;
  if (type === 'Transfer') {
    const postings = [
      { book: `account ${toAccount ?? EVERYDAY}` as const, cents: BigInt(amount) },
      { book: own, cents: -BigInt(amount) },
    ];
    return { ...shared, postings };
  }
  const [group, sign] = type === 'Expense' ? (['expenses', 1n] as const) : (['income', -1n] as const);
  const split: readonly Pick<Part, 'amount' | 'category'>[] | null = parts;
  const postings = (split ?? [{ amount, category }]).map((part) => ({
    book: `${group} ${part.category ?? ''}` as const,
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
export async function* merged(
  entries: AsyncIterable<readonly EntryRow[]>,
  movements: readonly BookEntry[],
): AsyncGenerator<BookEntry> {
  let index = 0;
  for await (const page of entries) {
    for (const entry of page.map(entryOf)) {
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
