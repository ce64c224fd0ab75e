import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';
import { GIVEN } from '../../shared/categories/categories.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, transactionOf } from '../../testing/people.ts';

const own = (number: number, name: string, fields: Partial<Category> = {}): Category => ({
  ...{ _id: `90000000-0000-4000-8000-00000000000${number}`, name, kind: 'Expense', parent: null },
  ...{ isOwn: true, isArchived: false, position: null, count: 0 },
  ...fields,
});
const bakery = own(1, 'Bakery', { parent: 'Food & Drinks' });
const nursery = own(2, 'Nursery', { isArchived: true, position: null });
const pottery = own(3, 'Pottery');
const bowls = own(4, 'Bowls sold', { kind: 'Income' });
const CATEGORIES = [
  ...GIVEN.slice(0, 2),
  bakery,
  ...GIVEN.slice(2, EXPENSE_CATEGORIES.length),
  nursery,
  pottery,
  ...GIVEN.slice(EXPENSE_CATEGORIES.length),
  bowls,
];
const withPottery = [
  ...['', 'Electricity', 'Food & Drinks', 'Food & Drinks › Bakery'],
  ...[...EXPENSE_CATEGORIES.slice(2), 'Pottery'],
];

/** Opens an address as somebody with categories of their own and these transactions. */
function open(address: string, transactions: Transaction[] = []) {
  api.answer('getCategories', { categories: CATEGORIES });
  const user: User = { ...clara, transactionHistory: transactions.toReversed(), transactionCount: transactions.length };
  api.answer('getTransactions', { transactions, next: null });
  return openAs(user, address);
}

const words = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

/** The last option of each choice of a category. */
const NEW = 'New category…';

test('own categories stand behind the specification’s, below their parents, in forms and in parts', async () => {
  api.answer('createExpense', clara);
  const hands = open('/create-transaction');
  await screen.findByRole('option', { name: 'Pottery' });
  expect(words(await field(/^Category/))).toEqual(['None', ...withPottery.slice(1), NEW]);
  await hands.type(await field('Title'), 'Rye');
  await hands.type(await field('Amount'), '5');
  await hands.selectOptions(await field(/^Category/), 'Bakery');
  await hands.click(await button('Split into parts'));
  expect(words(await field('Category of part 1'))).toEqual([...withPottery.slice(1), NEW]);
  expect(await field('Category of part 1')).toHaveValue('Bakery');
  await hands.type(await field('Amount of part 1'), '3');
  await hands.type(await field('Amount of part 2'), '2');
  await hands.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')[0]?.parts).toEqual([
    { amount: 3, category: 'Bakery' },
    { amount: 2, category: 'Other' },
  ]);
});

test('the last part without an amount has the rest, once the parts are left or the form is sent', async () => {
  api.answer('createExpense', clara);
  const hands = open('/create-transaction');
  await hands.type(await field('Title'), 'Rye');
  await hands.type(await field('Amount'), '5');
  await hands.click(await button('Split into parts'));
  await hands.type(await field('Amount of part 1'), '3.25');
  await hands.tab();
  expect(await field('Amount of part 2')).toHaveValue('');
  await hands.click(await field('Title'));
  expect(await field('Amount of part 2')).toHaveValue('1.75');
  await hands.clear(await field('Amount of part 2'));
  await hands.keyboard('{Enter}');
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')[0]?.parts).toMatchObject([{ amount: 3.25 }, { amount: 1.75 }]);
});

test('an archived category is offered to the entry that has it', async () => {
  const old = transactionOf(1, { title: 'Old', category: 'Nursery', categoryId: nursery._id });
  api.answer('getTransaction', { transaction: { ...old, imported: [] } });
  const hands = open(`/transactions/${old._id}`, [old]);
  await hands.click(await button('Edit'));
  expect(await field(/^Category/)).toHaveValue('Nursery');
  expect(words(await field(/^Category/))).toContain('Nursery');
});

test('an income becomes a refund by a category of expenses, and stays one', async () => {
  const returned = transactionOf(1, { type: 'Income', title: 'Boots, returned', category: 'Other', wallet: null });
  api.answer('getTransaction', { transaction: { ...returned, imported: [] } });
  const refund = { ...returned, category: 'Shopping', categoryId: 'Shopping' };
  api.answer('updateTransaction', { ...clara, transactionHistory: [refund], transactionCount: 1 });
  const hands = open(`/transactions/${returned._id}`, [returned]);
  await hands.click(await button('Edit'));
  const refunds = within(await field('Category')).getByRole('group', { name: 'Refund of' });
  expect(words(refunds)).toEqual(withPottery.slice(1));
  expect(words(await field('Category')).slice(0, INCOME_CATEGORIES.length + 1)).toEqual([
    ...INCOME_CATEGORIES,
    'Bowls sold',
  ]);
  await hands.selectOptions(refunds.closest('select') as HTMLElement, within(refunds).getByText('Shopping'));
  await hands.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(await screen.findByText('Refund of')).toBeVisible();
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: returned._id, categoryId: 'Shopping' }]);
  await hands.click(await button('Edit'));
  await hands.type(await field('Title'), '!');
  await hands.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')[1]).toEqual({ transactionId: returned._id, title: 'Boots, returned!' });
});

test('a part of an income can be a refund, a new income can’t', async () => {
  const mixed = transactionOf(1, {
    ...{ type: 'Income', title: 'Mixed', wallet: null, amount: 5 },
    parts: [
      { amount: 3, category: 'Pottery', categoryId: pottery._id, note: null },
      { amount: 2, category: 'Bowls sold', categoryId: bowls._id, note: null },
    ],
  });
  api.answer('getTransaction', { transaction: { ...mixed, imported: [] } });
  api.answer('updateTransaction', clara);
  const hands = open(`/transactions/${mixed._id}`, [mixed]);
  await waitFor(() => expect(screen.getByRole('rowheader', { name: /^Pottery/ }).textContent).toBe('Pottery refund'));
  await hands.click(await button('Edit'));
  await hands.selectOptions(
    await field('Category of part 2'),
    within(within(await field('Category of part 2')).getByRole('group')).getByText('Shopping'),
  );
  await hands.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')[0]?.parts).toEqual([
    { amount: 3, categoryId: pottery._id },
    { amount: 2, categoryId: 'Shopping' },
  ]);
});

test('a new income offers no refunds', async () => {
  open('/create-transaction?type=Income');
  await screen.findByRole('option', { name: 'Bowls sold' });
  expect(words(await field('Category'))).toEqual([...INCOME_CATEGORIES, 'Bowls sold', NEW]);
  expect(within(await field('Category')).queryByRole('group')).toBeNull();
});

test('a refund says so in the list, beside its category', async () => {
  open('/transactions', [
    transactionOf(3, { type: 'Income', title: 'Other', category: 'Other', wallet: null }),
    transactionOf(2, {
      ...{ type: 'Income', title: 'Boots, returned', wallet: null },
      category: 'Other',
      categoryId: 'Other',
    }),
    transactionOf(1, { type: 'Income', title: 'Bowl', category: 'Bowls sold', categoryId: bowls._id, wallet: null }),
  ]);
  const row = await screen.findByRole('row', { name: /Boots, returned/ });
  expect(row).toHaveTextContent('Refund, Other');
  expect(screen.getByRole('row', { name: /Bowls sold/ })).not.toHaveTextContent('Refund');
});

test('a search completes own categories, archived ones, too', async () => {
  api.answer('getEntries', { entries: [], next: null });
  api.answer('find', { count: 0, in: 0, out: 0, net: 0, revision: 1 });
  const hands = open('/transactions', [transactionOf(1)]);
  await screen.findByRole('row', { name: /Entry 1/ });
  await hands.type(screen.getByRole('combobox', { name: 'Find entries' }), 'category:nurs');
  expect(await screen.findByRole('option', { name: /Nursery/ })).toBeVisible();
});
