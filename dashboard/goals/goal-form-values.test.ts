import { expect, test } from 'vitest';
import type { Goal } from '../../contract/goal.ts';
import { isUnchanged } from './goal-form-values.ts';

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
