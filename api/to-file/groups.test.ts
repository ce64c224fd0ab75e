import { expect, test } from 'vitest';
import type { Cents } from '#ledger/model/money.ts';
import type { Unfiled } from '#projections/queries/to-file.ts';
import { groupsToFile } from './groups.ts';

let count = 0;
const entry = (title: string, amount: number, type: Unfiled['type'] = 'Expense'): Unfiled => {
  count += 1;
  return {
    id: `e${count}`,
    type,
    title,
    amount: amount as Cents,
    date: `2026-03-${String(28 - count).padStart(2, '0')}`,
  };
};

/** The groups as `title, type, count, cents`. */
const short = (entries: readonly Unfiled[]) =>
  groupsToFile(entries).map(({ title, type, amount, entries: own }) => `${title}, ${type}, ${own.length}, ${amount}`);

test('titles that differ in numbers alone are a group, the largest first', () => {
  const entries = [
    entry('Rewe Markt 32', 1_000),
    entry('Salary 03/2026', 250_000, 'Income'),
    entry('REWE MARKT 17', 2_000),
    entry('Rewe City', 5_000),
    entry('Rewe Markt 32', 500, 'Income'),
    entry('2026/17', 100),
  ];
  expect(short(entries)).toEqual([
    'Rewe Markt, Expense, 2, 3000',
    'Salary 03/2026, Income, 1, 250000',
    'Rewe City, Expense, 1, 5000',
    'Rewe Markt 32, Income, 1, 500',
    '2026/17, Expense, 1, 100',
  ]);
});

test.each([
  [['Rewe Markt 32', 'REWE-MARKT 17'], 'title:=rewe title:=markt type:expense'],
  [['Café Nero', 'cafe nero 12'], 'title:="cafe nero" type:expense'],
  // A sign that is no border of words stands beside it.
  [['Shop§ 12', 'shop 13'], 'title:"shop" type:expense'],
  [['2026/17'], 'title:"2026/17" type:expense'],
  [['say "hi"'], 'title:=say title:=hi type:expense'],
  [['Rewe'], 'title:=rewe type:expense'],
])('%j are found by %s', (titles, query) => {
  expect(groupsToFile(titles.map((title) => entry(title, 1))).map((group) => group.query)).toEqual([query]);
});
