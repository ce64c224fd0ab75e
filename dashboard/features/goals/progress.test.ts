import { expect, test } from 'vitest';
import { progressOf } from './progress.tsx';

test('formats the percentage with one decimal', () => {
  expect(progressOf({ currentAmount: 1536, finalAmount: 2400 })).toEqual({
    text: '64.0%',
    percent: 64,
    remaining: 864,
  });
  expect(progressOf({ currentAmount: 2, finalAmount: 3 }).text).toBe('66.7%');
  expect(progressOf({ currentAmount: 0, finalAmount: 3 }).text).toBe('0.0%');
});

test('rounds the remaining amount to cents', () => {
  expect(progressOf({ currentAmount: 0.1, finalAmount: 1.3 }).remaining).toBe(1.2);
});

test('shows 100.0% only for a reached goal', () => {
  expect(progressOf({ currentAmount: 9999.99, finalAmount: 10_000 })).toMatchObject({ text: '99.9%', remaining: 0.01 });
  expect(progressOf({ currentAmount: 10_000, finalAmount: 10_000 })).toMatchObject({ text: '100.0%', remaining: 0 });
});

test('is at most 100% if more is saved than the final amount', () => {
  expect(progressOf({ currentAmount: 15, finalAmount: 10 })).toEqual({ text: '100.0%', percent: 100, remaining: 0 });
});
