import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { categoryOfFile } from './category-of-file.ts';

const LEVELS = fc.array(
  fc.oneof(fc.string({ unit: 'binary', maxLength: 45 }), fc.constantFrom('', '-', 'Food', 'fóod')),
  {
    maxLength: 5,
  },
);

test('of any levels, two remain at most, each a name that a category may have', () => {
  fc.assert(
    fc.property(LEVELS, (levels) => {
      const category = categoryOfFile(levels, 'Expense');
      if (category === null) return;
      const { name, parent } = category;
      for (const text of parent === null ? [name] : [name, parent]) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(30);
        expect([text.trim(), text.isWellFormed()]).toEqual([text, true]);
        expect(comparableText(text)).not.toBe('');
        expect(text).not.toBe('-');
      }
      if (parent !== null) expect(comparableText(parent)).not.toBe(comparableText(name));
      expect(categoryOfFile(parent === null ? [name] : [parent, name], 'Expense')).toEqual(category);
    }),
  );
});

test('the first and the last of many levels that say something remain, equal ones are one', () => {
  const path = (...levels: (string | null)[]) => {
    const { name, parent } = categoryOfFile(levels) ?? {};
    return [parent, name];
  };
  expect(path('Food', 'Bread', 'Rye')).toEqual(['Food', 'Rye']);
  expect(path(null, ' ', 'Bread')).toEqual([null, 'Bread']);
  expect(path('Food', 'food ')).toEqual([null, 'food']);
  expect(path('A'.repeat(31), `B${'🛒'.repeat(15)}`)).toEqual(['A'.repeat(30), `B${'🛒'.repeat(14)}`]);
  expect(path('-', 'Bread')).toEqual([null, 'Bread']);
  expect(path('None', 'Food', '-', 'Bread')).toEqual(['Food', 'Bread']);
  expect(categoryOfFile(['Food', '-'])).toBeNull();
  for (const none of ['-', '--', 'No category', 'Uncategorised', ' ', '́']) expect(categoryOfFile([none])).toBeNull();
});
