import { expect, test } from 'vitest';
import { stepsOf } from './steps.ts';

test.each([
  ['a call and each call of its function', () => [1, 2, 3].map((value) => value + 1), 4],
  ['a loop over three letters, and its end', () => [...'abc'].length + 0, 5],
  ['calls within functions', () => [1, 2].map(() => [3].includes(3)), 5],
  ['nothing', () => 1 + 1, 0],
])('%s: %#', (_, work, steps) => {
  expect(stepsOf(work)).toBe(steps);
  expect(stepsOf(work)).toBe(steps);
});

test('work that throws is no longer counted', () => {
  const failing = () =>
    [1].map(() => {
      throw new Error('failed');
    });
  expect(() => stepsOf(failing)).toThrow('failed');
  expect(stepsOf(() => [1].includes(1))).toBe(1);
});
