// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { DEFAULT_INCOME_CATEGORY } from '../../../ledger/model/constants.ts';
import { fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, transactionOf } from '../../testing/people.ts';

const date = '2026-11-20';
const saved = { ...clara, transactionHistory: [transactionOf(1)], transactionCount: 1 };

async function openExpense() {
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  const user = openAs(clara, '/create-transaction');
  await field('Title');
  return user;
}

async function openIncome() {
  const user = await openExpense();
  await user.click(screen.getByRole('tab', { name: 'Income' }));
  return user;
}

specForm({
  name: 'expense',
  open: openExpense,
  submit: 'Save expense',
  call: 'createExpense',
  atFirst: { Title: messages.titleRequired, Amount: messages.amountRequired },
  refused: [
    [{ Amount: '0.99' }, 'Amount', messages.amountTooSmall],
    [{ Amount: '12.345' }, 'Amount', messages.notAnAmount],
    [{ Amount: 'twelve' }, 'Amount', messages.notAnAmount],
    [{ Amount: '500.01' }, 'Amount', messages.notEnoughBalance],
    [{ Title: '   ' }, 'Title', messages.titleRequired],
    [{ Date: '' }, 'Date', messages.dateRequired],
  ],
  values: { Title: 'Bicycle, new chain', Amount: '38.50', Wallet: 'Cash', Category: 'Travel', Date: date },
  sends: { title: 'Bicycle, new chain', amount: 38.5, wallet: 'Cash', category: 'Travel', date },
  answer: saved,
  saved: 'Expense saved successfully!',
  failed: 'Failed to save expense. Please try again.',
  serverError: { field: 'title', label: 'Title' },
});

specForm({
  name: 'income',
  open: openIncome,
  submit: 'Save income',
  call: 'createIncome',
  atFirst: { Title: messages.titleRequired, Amount: messages.amountRequired },
  values: { Title: 'Violin lesson', Amount: '1,060', Date: date },
  sends: { title: 'Violin lesson', amount: 1060, category: DEFAULT_INCOME_CATEGORY, date },
  answer: saved,
  saved: 'Income saved successfully!',
  failed: 'Failed to save income. Please try again.',
  serverError: { field: 'amount', label: 'Amount' },
});

test('an expense by another wallet than Cash may be more than the balance', async () => {
  api.answer('createExpense', saved);
  const user = await openExpense();
  await fill(user, { Title: 'Sofa', Amount: '501', Wallet: 'Bank', Date: date });
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
});

test('fields that both have keep their values when the type changes, and its messages go', async () => {
  const user = await openExpense();
  await fill(user, { Amount: '12' });
  await user.click(await button('Save expense'));
  await waitFor(async () => expect(await field('Title')).toHaveAccessibleDescription(messages.titleRequired));
  await user.click(screen.getByRole('tab', { name: 'Income' }));
  expect(await field('Amount')).toHaveValue('12');
  expect(screen.queryByLabelText('Wallet')).toBeNull();
  expect(await field('Title')).not.toHaveAccessibleDescription();
  expect(await field('Category')).toHaveValue(DEFAULT_INCOME_CATEGORY);
});

test('a file that is no image is refused before it is sent, and can be removed', async () => {
  const user = await openExpense();
  await fill(user, { Title: 'Rye loaf', Amount: '4', Date: date });
  const receipt = await field(/^Receipt/);
  const upload = (type: string) => user.upload(receipt, new File(['paper'], 'slip', { type }));
  Object.assign(receipt, { accept: '' });
  await upload('text/plain');
  await user.click(await button('Save expense'));
  await waitFor(() => expect(receipt).toHaveAccessibleDescription(messages.notAnImage));
  expect(receipt).toHaveFocus();
  await user.click(await button('Remove file'));
  expect(receipt).not.toHaveAccessibleDescription();
  expect(api.inputsOf('createExpense')).toEqual([]);
});
