import { expect, test } from 'vitest';
import { budgetOf, rowOf } from '../../testing/budgets.ts';
import { hasPlans, nearestToEnd, payingFor } from './left.ts';

const ROWS = [
  rowOf('Electricity', { planned: 100, spent: 50, available: 50 }),
  rowOf('Food & Drinks', { planned: 100, carriedIn: 100, spent: 180, available: 20 }),
  rowOf('Bakery', { parent: 'Food & Drinks', spent: 30, available: null }),
  rowOf('Shopping'),
  rowOf('Travel', { planned: 10, spent: 15, available: -5 }),
  rowOf('Work', { planned: 900, spent: 990, available: -90 }),
  rowOf('Pets', { spent: 700, available: -700 }),
];

test('overspent categories are nearest to their end, then the least share left, never what has no plan', () => {
  const names = (count: number) => nearestToEnd(budgetOf('2026-03', ROWS), count).map(({ name }) => name);
  expect(names(3)).toEqual(['Travel', 'Work', 'Food & Drinks']);
  expect(names(9)).toEqual(['Travel', 'Work', 'Food & Drinks', 'Electricity']);
});

test('a category that draws is paid by the one above it', () => {
  const paying = (name: string) => payingFor(budgetOf('2026-03', ROWS), (category) => category.name === name)?.name;
  expect([paying('Bakery'), paying('Electricity'), paying('Gone')]).toEqual([
    'Food & Drinks',
    'Electricity',
    undefined,
  ]);
});

test('a month has plans where something is planned, carried in, asked for, or planned ahead', () => {
  const has = (row = rowOf('Work'), plannedAhead = 0) => hasPlans(budgetOf('2026-03', [row], { plannedAhead }));
  expect(has(rowOf('Work', { spent: 5, available: -5 }))).toBe(false);
  expect([
    has(rowOf('Work', { planned: 1 })),
    has(rowOf('Work', { carriedIn: 1 })),
    has(rowOf('Work', { target: { kind: 'monthly', amount: 5 } })),
    has(rowOf('Work'), 5),
  ]).toEqual([true, true, true, true]);
});
