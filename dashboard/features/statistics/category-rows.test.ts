import { expect, test } from 'vitest';
import { sumRows } from './category-rows.ts';

const sum = (category: string, parent: string | null, amount: number, before = 0) => ({
  ...{ category, categoryId: category === '-' ? '-' : `id of ${category}`, amount, before },
  parent: parent && `id of ${parent}`,
});
const nameOf = (id: string) => id.replace('id of ', '');
const words = (...sums: ReturnType<typeof sum>[]) =>
  sumRows(sums, nameOf).map((row) => {
    if (row.is === 'category') return `${row.level} ${row.sum.category} ${row.sum.amount}`;
    return row.is === 'heading' ? `${row.name}:` : `= ${row.name} ${row.amount} ${row.before}`;
  });

test('without categories below others the rows are the sums as they are', () => {
  expect(words(sum('Travel', null, 3), sum('-', null, 2), sum('Food', null, 1))).toEqual([
    ...['1 Travel 3', '1 - 2', '1 Food 1'],
  ]);
});

test('those below another one stand behind it, wherever their sums stand, with what they come to', () => {
  const sums = [
    sum('Rent', null, 9),
    sum('Coffee', 'Food', 5.1),
    sum('Food', null, 4, 2),
    sum('Bakery', 'Food', 0.2, 3),
  ];
  expect(words(...sums)).toEqual(['1 Rent 9', '1 Food 4', '2 Coffee 5.1', '2 Bakery 0.2', '= Food 9.3 5']);
});

test('several below one without a sum have its name above them; one alone stands at the top', () => {
  expect(words(sum('Coffee', 'Food', 5), sum('Bakery', 'Food', -2), sum('Train', 'Travel', 1))).toEqual([
    ...['Food:', '2 Coffee 5', '2 Bakery -2', '= Food 3 0', '1 Train 1'],
  ]);
});
