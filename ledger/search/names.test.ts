import { expect, test, vi } from 'vitest';
import { queryOf, writtenWhen } from '#ledger/rules/when.ts';
import { namesIn } from './names.ts';
import { readQuery } from './read-query.ts';

/** Categories whose names take long to compare: each sign becomes 18. */
const categories = new Map(
  Array.from({ length: 199 }, (_, number) => [
    `id-${number}`,
    { name: `${'ﷺ'.repeat(27)}${number}`, kind: 'Expense' as const, parent: undefined, isArchived: false },
  ]),
);
const books = { accounts: new Map([['everyday', { name: 'Everyday' }]]), categories, merged: new Map() };
const TODAY = '2026-11-28';

/** How many names are compared while `work` runs. */
function comparedIn(work: () => void): number {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    work();
    return normalize.mock.calls.length / 2;
  } finally {
    normalize.mockRestore();
  }
}

test('each name is compared once for a revision, however many conditions and queries ask for one', () => {
  const unknown = Array.from({ length: 41 }, () => 'category:zz').join(' ');
  const read = () => expect(readQuery(unknown, namesIn(books, TODAY))).toHaveProperty('problem.at', 9);
  expect(comparedIn(read)).toBeLessThanOrEqual(categories.size);
  expect(comparedIn(read)).toBe(0);
});

test('so it is for the queries of rules', () => {
  const names = { ...books, categories: new Map(categories), today: TODAY };
  const known = Array.from({ length: 12 }, (_, number) => `category:${'ﷺ'.repeat(27)}${number}`).join(' or ');
  const read = () => {
    const written = writtenWhen(known, names);
    if (!('when' in written)) throw new Error('no query');
    expect(queryOf(written.when, names)).toHaveProperty('query.any.length', 12);
  };
  expect(comparedIn(read)).toBeLessThanOrEqual(categories.size);
  expect(comparedIn(read)).toBe(0);
});
