import { expect, test } from 'vitest';
import { editResolverFor, expenseSchema } from './transaction-form-values.ts';

const expense = { title: 'Rye bread', amount: 11.2, wallet: 'Cash', category: '', date: '2026-11-20', parts: [] };

test('refuses a Cash expense above the balance, with the error on the amount', () => {
  const { error } = expenseSchema(() => 11.19).safeParse(expense);
  expect(error?.issues).toMatchObject([
    { path: ['amount'], message: "You don't have enough balance to make this transaction" },
  ]);
});

test('accepts Cash up to the balance, and other wallets above it', () => {
  expect(expenseSchema(() => 11.2).safeParse(expense).success).toBe(true);
  expect(expenseSchema(() => -5).safeParse({ ...expense, wallet: 'Bank' }).success).toBe(true);
});

test('requires a date', () => {
  const { error } = expenseSchema(() => 100).safeParse({ ...expense, date: '' });
  expect(error?.issues[0]?.path).toEqual(['date']);
});

test('an income is edited although the values of its form have a wallet', async () => {
  const values = { ...expense, amount: '60' };
  const options = { fields: {}, shouldUseNativeValidation: false };
  expect(await editResolverFor('Income')(values, undefined, options)).toMatchObject({
    errors: {},
    values: { amount: 60 },
  });
});
