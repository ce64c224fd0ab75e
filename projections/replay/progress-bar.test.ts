import { expect, test } from 'vitest';
import { Pace, progressLine } from './progress-bar.ts';

test('a pace tells rate and time left from where it began', () => {
  const pace = new Pace(0.5, 1_000);
  expect(pace.advance(200, 0.5, 1_000)).toEqual({ events: 200, rate: 0, done: 0.5, left: null });
  expect(pace.advance(300, 0.75, 3_000)).toEqual({ events: 500, rate: 250, done: 0.75, left: 2 });
});

test('what a scavenge left empty counts neither as work done nor for the time left', () => {
  const pace = new Pace(null, 0);
  expect(pace.advance(500, 0.9, 1_000)).toMatchObject({ done: 0, left: null });
  const { done, left } = pace.advance(500, 0.901, 2_000);
  expect(done).toBeCloseTo(0.01);
  expect(left).toBeCloseTo(99);
  // An empty stretch on the way: soon after it the time left is the rest's again.
  pace.advance(500, 0.95, 3_000);
  for (let second = 4; second < 20; second += 1) pace.advance(500, 0.95 + (second - 3) * 0.001, second * 1_000);
  expect(pace.advance(500, 0.967, 20_000).left).toBeCloseTo(33);
  expect(pace.advance(500, 1, 21_000)).toMatchObject({ done: 1, left: 0 });
});

test.each([
  [{ events: 0, rate: 0, done: 0, left: null }, `${'░'.repeat(30)}   0 %  0 events  0/s`],
  [
    { events: 1234, rate: 617.2, done: 0.5, left: 2 },
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  1,234 events  617/s  2 s left`,
  ],
  [{ events: 9, rate: 1, done: 1.2, left: 75 }, `${'█'.repeat(30)} 100 %  9 events  1/s  1 min 15 s left`],
])('%o', (progress, line) => {
  expect(progressLine(progress)).toBe(line);
});
