import { expect, test } from 'vitest';
import { barBounds, bridgeBars } from './bridge-bars.ts';

const step = (change: number) => ({ changeSetIds: [`of ${change}`], summary: 'Step', count: 1, change });
const bridge = (from: number, changes: number[], to: number) =>
  bridgeBars({
    from: { known: 1, amount: from },
    steps: changes.map(step),
    to: { known: 9, amount: to },
    agrees: true,
  });

test('each step starts where the one before has ended, to the cent', () => {
  expect(bridge(0.1, [0.2, -0.25], 0.05)).toEqual([
    { name: 'from', kind: 'whole', start: 0, end: 0.1 },
    { name: '1', kind: 'more', start: 0.1, end: 0.3 },
    { name: '2', kind: 'less', start: 0.3, end: 0.05 },
    { name: 'to', kind: 'whole', start: 0, end: 0.05 },
  ]);
});

test('the scale begins near the lowest end, but not below 0 without need', () => {
  expect(barBounds(bridge(8000, [100, -20], 8080))).toEqual([7975, 8100]);
  expect(barBounds(bridge(0, [100], 100))).toEqual([0, 100]);
  expect(barBounds(bridge(0, [-100], -100))).toEqual([-125, 0]);
});
