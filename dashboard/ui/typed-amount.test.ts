import { expect, test } from 'vitest';
import { parseAmount, typedText, workedOut } from './typed-amount.ts';

test.each([
  ['12', 12],
  [' 12.34 ', 12.34],
  ['.5', 0.5],
  ['8,900.00', 8900],
  ['1,234,567', 1_234_567],
  ['-3', -3],
  ['3,50', 3.5],
  ['3,5', 3.5],
  [',5', 0.5],
  ['3,', 3],
  ['-12,50', -12.5],
  ['1,234', 1234],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234.567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['12.50+2.10*2', 16.7],
  ['(10+2)/3', 4],
  ['10/3', 3.33],
  ['-5+2', -3],
  [7.5, 7.5],
])('parses %j', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each(['', '   ', undefined, null])('returns undefined for %j', (typed) => {
  expect(parseAmount(typed)).toBeUndefined();
});

test.each([
  '12,3456',
  '1,23,456',
  '1.23,50',
  '1,234,50',
  '1.234,567',
  'twelve',
  '1e5',
  '0x10',
  '.',
  '-',
  '1.2.3',
  '$5',
  '5+',
  '12.345',
  '1+1.250',
  '(5',
  '5/0',
  'Infinity',
])('refuses %j', (typed) => {
  expect(parseAmount(typed)).toBeNaN();
});

test('says what arithmetic comes to, and nothing of a number', () => {
  expect(['12.50+2', '(5)', '5−1', '12', '-3', '5+', ''].map(workedOut)).toEqual([14.5, 5, 4, null, null, null, null]);
});

test('a typed amount has the decimals of its currency, and those that it has', () => {
  expect([typedText(1200, '¥'), typedText(1200, '$'), typedText(12.5, '¥')]).toEqual(['1200', '1200.00', '12.50']);
});
