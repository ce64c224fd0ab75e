import { expect, test } from 'vitest';
import { currencyForm } from './currency-form.ts';

const complaint = (newCurrency: string) => currencyForm('$').safeParse({ newCurrency }).error?.issues[0]?.message;

test('asks for another of the allowed currencies', () => {
  expect(complaint('')).toBe('Currency is required');
  expect(complaint('$')).toBe('Nothing changed');
  for (const symbol of ['€', '¥', '₹', 'A$', 'C$']) expect(complaint(symbol)).toBeUndefined();
});
