import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

test('says to one decimal what part is saved', () => {
  expect(progressOf({ currentAmount: 1536, finalAmount: 2400 })).toEqual({ text: '64.0%', percent: 64, left: 864 });
  expect(progressOf({ currentAmount: 2, finalAmount: 3 }).text).toBe('66.7%');
  expect(progressOf({ currentAmount: 0, finalAmount: 3 }).text).toBe('0.0%');
});

test('counts what is missing without a rest of binary fractions', () => {
  expect(progressOf({ currentAmount: 0.1, finalAmount: 1.3 }).left).toBe(1.2);
});

test('says 100.0% only when the goal is reached', () => {
  expect(progressOf({ currentAmount: 9999.99, finalAmount: 10_000 })).toMatchObject({ text: '99.9%', left: 0.01 });
  expect(progressOf({ currentAmount: 10_000, finalAmount: 10_000 })).toMatchObject({ text: '100.0%', left: 0 });
});

test('stops at 100 when more is saved than was wanted', () => {
  expect(progressOf({ currentAmount: 15, finalAmount: 10 })).toEqual({ text: '100.0%', percent: 100, left: 0 });
});
