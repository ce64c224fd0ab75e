import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import { expectedDay, oftenWords } from './often-words.ts';

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

test('the next one is expected by the newest day and the middle interval, unless that is past', () => {
  expect(expectedDay(every(30), '2026-05-06')).toBe('2026-06-04');
  expect(expectedDay(every(30), '2026-06-05')).toBeNull();
  expect(expectedDay(every(3), '2026-01-18')).toBeNull();
  expect(expectedDay(every(7, 2), '2026-01-13')).toBeNull();
});
