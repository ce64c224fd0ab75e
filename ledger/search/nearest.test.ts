import { expect, test } from 'vitest';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { nearest } from './nearest.ts';

test('the name with the fewest other letters is the nearest', () => {
  expect(nearest('grocries', ['Rent', 'Groceries', 'Growing'])).toBe('Groceries');
  expect(nearest('x', [])).toBeNull();
});

test('texts are compared by their beginnings, however long they become when they are compared', () => {
  // The ligature is eighteen letters.
  const name = '\ufdfa'.repeat(490);
  expect(comparableText(name).length).toBeGreaterThan(8_000);
  const names = Array.from({ length: 200 }, (_, index) => `\ufdfa\ufdfa${index}`);
  expect(nearest(name, names)).toBe(names[0]);
});
