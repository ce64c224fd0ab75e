import { expect, test } from 'vitest';
import { lowestLabel } from './lowest-label.ts';

/** A chart of 300 by 100 px with a point each 10 px, whose words are 100 px wide. */
const labelOf = (amounts: readonly number[], today: number) =>
  lowestLabel({
    ...{ amounts, today, lowest: amounts.lastIndexOf(Math.min(...amounts.slice(today))) },
    ...{ x: (place) => place * 10, y: (amount) => 70 - amount },
    ...{ wordsPx: 100, leftPx: 0, rightPx: 300, footPx: 100 },
  });

const days = (count: number, amount: number) => Array.from({ length: count }, () => amount);

test('the words stand below the point, to its right or, where there is no room, about its middle', () => {
  expect(labelOf([...days(5, 50), ...days(5, 10), ...days(21, 60)], 5)).toMatchObject({ anchor: 'start', y: 80 });
  expect(labelOf([...days(25, 50), ...days(6, 10)], 15)).toEqual({ anchor: 'middle', x: 250, y: 80 });
});

test('they do not cover the line before today, or its marker', () => {
  // Before today the balance was just below the point, where they would cover the line: they stand at the foot.
  expect(labelOf([...days(25, 0), 60, ...days(5, 15)], 26)).toMatchObject({ y: 94 });
  expect(labelOf([...days(10, 50), ...days(21, 20)], 10).x).toBeGreaterThan(100);
});
