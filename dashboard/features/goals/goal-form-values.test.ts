import { expect, test } from 'vitest';
import type { Goal } from '#contract/goal.ts';
import { addMoneySchema, isUnchanged } from './goal-form-values.ts';

const goal: Goal = {
  _id: '6f1c2a52-7f0e-4e57-9a0e-0f3d0a6d1c11',
  title: 'Kiln of my own',
  finalAmount: 2400,
  currentAmount: 1536,
  category: null,
  description: 'A small front-loader',
  date: null,
};
const same = { title: 'Kiln of my own', finalAmount: 2400, description: 'A small front-loader' };

test('reports equal values as unchanged', () => {
  expect(isUnchanged(same, goal)).toBe(true);
});

test('reports changed, added and removed values', () => {
  expect(isUnchanged({ ...same, finalAmount: 2400.01 }, goal)).toBe(false);
  expect(isUnchanged({ ...same, category: 'Savings' }, goal)).toBe(false);
  expect(isUnchanged({ title: same.title, finalAmount: same.finalAmount }, goal)).toBe(false);
});

const errorMessage = (input: object) =>
  addMoneySchema({ finalAmount: 100 }, 50).safeParse(input).error?.issues[0]?.message;

test('accepts amounts up to the balance', () => {
  expect(errorMessage({ currentAmount: 50 })).toBeUndefined();
  expect(errorMessage({ currentAmount: 1 })).toBeUndefined();
});

test('refuses a missing amount, one below 1, one above the balance and one above the final amount', () => {
  expect(errorMessage({})).toBe('Amount is required');
  expect(errorMessage({ currentAmount: 0.99 })).toBe("Amount can't be less than 1");
  expect(errorMessage({ currentAmount: 50.01 })).toBe("You don't have enough balance to make this transaction");
  expect(errorMessage({ currentAmount: 100.01 })).toBe("Amount to add can't be more than the final amount of the goal");
});
