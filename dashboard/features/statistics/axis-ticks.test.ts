import { expect, test } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

test('ticks are round, evenly spaced, and reach the largest amount', () => {
  expect(axisTicks(435.56)).toEqual([0, 125, 250, 375, 500]);
  expect(axisTicks(3064.42)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(axisTicks(54_186.5)).toEqual([0, 15_000, 30_000, 45_000, 60_000]);
  expect(axisTicks(4000)).toEqual([0, 1000, 2000, 3000, 4000]);
});

test('the smallest and the largest amounts have ticks', () => {
  expect(axisTicks(1)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(axisTicks(0)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(axisTicks(999_999_999_999.99).at(-1)).toBe(1e12);
});
