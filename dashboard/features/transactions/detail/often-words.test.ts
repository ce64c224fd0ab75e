import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import { oftenWords } from './often-words.ts';

const every = (days: number, count = 5) =>
  Array.from({ length: count }, (_, index) => shifted('2026-01-05', index * days));

test.each([
  [1, 'about every day'],
  [3, 'every few days'],
  [7, 'about every week'],
  [14, 'about every two weeks'],
  [30, 'about every month'],
  [91, 'about every three months'],
  [365, 'about every year'],
])('each %i days are %s, in any order', (days, words) => {
  expect(oftenWords(every(days).toReversed())).toBe(words);
});

test('two days, and days that are years apart, say nothing', () => {
  expect(oftenWords([...every(7, 2), ...every(7, 2)])).toBeNull();
  expect(oftenWords(every(800))).toBeNull();
});
