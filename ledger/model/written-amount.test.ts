import { expect, test } from 'vitest';
import { writtenAmount } from './written-amount.ts';

test.each([
  ['12', 12_00n, false],
  ['007', 7_00n, false],
  ['12.5', 12_50n, true],
  ['12.50', 12_50n, true],
  ['12,50', 12_50n, true],
  ['12.00', 12_00n, true],
  ['0.05', 5n, true],
  ['0,5', 50n, true],
  ['1,250', 1_250_00n, false],
  ['1.250', 1_250_00n, false],
  ['1 250', 1_250_00n, false],
  ['1,250.5', 1_250_50n, true],
  ['1.250,00', 1_250_00n, true],
  ['1 250.00', 1_250_00n, true],
  ['1 250 000,99', 1_250_000_99n, true],
  ['1,250,000', 1_250_000_00n, false],
  ['1250.00', 1_250_00n, true],
  ['123456789012345678901234', 123456789012345678901234_00n, false],
])('%s is %d cents', (text, cents, hasDecimals) => {
  expect(writtenAmount(text)).toEqual({ cents, hasDecimals });
});

test.each([
  ...['', '.', 'abc', '-12', '+12', '$12', '12a', '.50', '12.', '12.345.6', '1250,000', '0.250', '1,25,000', '12 50'],
  ...['1.250.00', '1,250,00', '1.250,000', '1,2.3', '12 ', ' 12', '1  250', '1e3', '12.5000', '10*2'],
])('%s is no amount', (text) => {
  expect(writtenAmount(text)).toBeNull();
});
