import { expect, test } from 'vitest';
import { axisLabel, compactMoney, formatMoney, formatNumber, formatSigned, moneyParts, signOf } from './money.ts';

test('formats with the symbol, grouped thousands and two decimals', () => {
  expect(formatMoney(8246.37, '$')).toBe('$8,246.37');
  expect(formatMoney(1450, 'A$')).toBe('A$1,450.00');
  expect(formatMoney(0, '₹')).toBe('₹0.00');
});

test('formats the largest amount to the cent', () => {
  expect(formatMoney(999_999_999_999.99, '$')).toBe('$999,999,999,999.99');
});

test('omits zero cents', () => {
  expect(formatNumber(5000)).toBe('5,000');
  expect(formatNumber(8246.5)).toBe('8,246.50');
  expect(formatNumber(999_999_999_999.99)).toBe('999,999,999,999.99');
});

test('omits the sign', () => {
  expect(formatMoney(-312.08, '$')).toBe('$312.08');
});

test.each([
  [
    [-2000, 0, 2500],
    ['−\u00a0€2k', '€0', '€2.5k'],
  ],
  [
    [2499, 2499.5, 2500],
    ['€2,499', '€2,499.50', '€2,500'],
  ],
  [
    [-1_000_001, -1_000_000],
    ['−\u00a0€1,000,001', '−\u00a0€1,000,000'],
  ],
])('no two labels of an axis are alike: %j', (ticks, labels) => {
  expect(ticks.map(axisLabel(ticks, '€'))).toEqual(labels);
});

test('splits off the cents', () => {
  expect(moneyParts(8246.37, '€')).toEqual({ whole: '€8,246', cents: '.37' });
});

test('every type other than Expense has a plus', () => {
  expect(signOf('Expense')).toBe('\u2212');
  expect(signOf('Income')).toBe('+');
  expect(signOf('Refund')).toBe('+');
});

test('formats amounts in compact notation', () => {
  expect(compactMoney(0, '$')).toBe('$0');
  expect(compactMoney(375, '$')).toBe('$375');
  expect(compactMoney(12_500, 'A$')).toBe('A$12.5k');
  expect(compactMoney(7_500_000, '€')).toBe('€7.5M');
  expect(compactMoney(-8190, '$')).toBe('\u2212\u00a0$8.19k');
});

test('yen have no decimals', () => {
  expect(formatMoney(8246, '¥')).toBe('¥8,246');
  expect(formatSigned(-1234.56, '¥')).toBe('\u2212\u00a0¥1,235');
  expect(moneyParts(8246.37, '¥')).toEqual({ whole: '¥8,246', cents: '' });
});
