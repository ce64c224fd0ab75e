import { expect, test } from 'vitest';
import { formDataOf } from './form-data.ts';

const receipt = new File(['paper'], 'slip.png', { type: 'image/png' });

test('contains the fields of the JSON body, the amount as a decimal string, and the file', () => {
  const form = formDataOf(
    'createExpense',
    { title: 'Rye loaf', amount: 11.2, category: undefined, wallet: 'Cash' },
    receipt,
  );
  expect([...form.keys()]).toEqual(['title', 'amount', 'wallet', 'receipt']);
  expect(form.get('amount')).toBe('11.2');
  expect(form.get('receipt')).toMatchObject({ name: 'slip.png', type: 'image/png', size: 5 });
});

test('writes the largest amount without an exponent', () => {
  expect(formDataOf('createIncome', { amount: 999_999_999_999.99 }, receipt).get('amount')).toBe('999999999999.99');
});

test('puts an avatar into the field `avatar`', () => {
  expect([...formDataOf('uploadAvatar', {}, receipt).keys()]).toEqual(['avatar']);
});
