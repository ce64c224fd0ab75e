import { expect, test } from 'vitest';
import { grouped, money, moneyParts, signOf } from './money.ts';

test('groups by thousands, with the symbol before and two decimals', () => {
  expect(money(8246.37, '$')).toBe('$8,246.37');
  expect(money(1450, 'A$')).toBe('A$1,450.00');
  expect(money(0, '₹')).toBe('₹0.00');
});

test('keeps every cent of the largest amount', () => {
  expect(money(999_999_999_999.99, '$')).toBe('$999,999,999,999.99');
});

test('leaves out cents where there are none', () => {
  expect(grouped(5000)).toBe('5,000');
  expect(grouped(8246.5)).toBe('8,246.50');
  expect(grouped(999_999_999_999.99)).toBe('999,999,999,999.99');
});

test('leaves the sign to whoever draws the amount', () => {
  expect(money(-312.08, '$')).toBe('$312.08');
});

test('parts the cents from the whole', () => {
  expect(moneyParts(8246.37, '€')).toEqual({ whole: '€8,246', cents: '.37' });
});

test('takes whatever is no expense for income', () => {
  expect(signOf('Expense')).toBe('\u2212');
  expect(signOf('Income')).toBe('+');
  expect(signOf('Refund')).toBe('+');
});
