import { expect, test } from 'vitest';
import { currencySchema } from './currency-form.ts';

const errorMessage = (newCurrency: string) => currencySchema('$').safeParse({ newCurrency }).error?.issues[0]?.message;

test('requires an allowed currency that differs from the current one', () => {
  expect(errorMessage('')).toBe('Currency is required');
  expect(errorMessage('$')).toBe('Nothing changed');
  for (const symbol of ['€', '¥', '₹', 'A$', 'C$']) expect(errorMessage(symbol)).toBeUndefined();
});
