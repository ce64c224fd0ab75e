import { expect, test } from 'vitest';
import { formOf } from './form.ts';

const slip = new File(['paper'], 'slip.png', { type: 'image/png' });

test('carries what JSON would carry, the amount as a decimal string, and the file', () => {
  const form = formOf('createExpense', { title: 'Rye loaf', amount: 11.2, category: undefined, wallet: 'Cash' }, slip);
  expect([...form.keys()]).toEqual(['title', 'amount', 'wallet', 'receipt']);
  expect(form.get('amount')).toBe('11.2');
  expect(form.get('receipt')).toMatchObject({ name: 'slip.png', type: 'image/png', size: 5 });
});

test('never writes the largest amount as a power of ten', () => {
  expect(formOf('createIncome', { amount: 999_999_999_999.99 }, slip).get('amount')).toBe('999999999999.99');
});

test('puts an avatar where an avatar belongs', () => {
  expect([...formOf('uploadAvatar', {}, slip).keys()]).toEqual(['avatar']);
});
