import { expect, test } from 'vitest';
import { parseAmount } from './parse-amount.ts';

test.each([
  ['12', 12],
  [' 12.34 ', 12.34],
  ['.5', 0.5],
  ['8,900.00', 8900],
  ['1,234,567', 1_234_567],
  ['-3', -3],
  [7.5, 7.5],
])('parses %j', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each(['', '   ', undefined, null])('returns undefined for %j', (typed) => {
  expect(parseAmount(typed)).toBeUndefined();
});

test.each(['12,50', '1,23,456', 'twelve', '1e5', '0x10', '.', '-', '1.2.3', '$5', 'Infinity'])(
  'refuses %j',
  (typed) => {
    expect(parseAmount(typed)).toBeNaN();
  },
);
