import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/user.ts';
import { expectMessage, expectValues, fill } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf, transactionOf } from '../../testing/people.ts';
import { today } from '../../ui/day.ts';

const [everyday = '', savings = ''] = claraWithAccounts.accounts.map(({ _id }) => _id);
const card = '60000000-0000-4000-8000-000000000003';
const claraWithCard: User = {
  ...claraWithAccounts,
  accounts: [
    ...claraWithAccounts.accounts,
    { _id: card, name: 'Card', kind: 'Credit card', balance: -50, isOpen: true, isBudgeted: true },
  ],
};

const past = (title: string, fields: Partial<PastTitle> = {}): PastTitle => ({
  title,
  type: 'Expense',
  category: null,
  account: everyday,
  wallet: 'Cash',
  count: 2,
  last: '2026-11-20',
  ...fields,
});

async function open(user: User = claraWithCard, query = '') {
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  api.answer('getEntries', { entries: [], next: null });
  const keys = openAs(user, `/create-transaction${query}`);
  await field(/^Title/);
  return keys;
}

const options = () => screen.queryAllByRole('option', { hidden: false }).filter((one) => one.tagName === 'DIV');
const titlesShown = (...titles: string[]) =>
  waitFor(() => expect(options().map(({ firstChild }) => firstChild?.textContent)).toEqual(titles));

test('the title has the focus; arrow keys and Enter take one of the past with all that it had', async () => {
  api.answer('getTitles', {
    titles: [
      past('Coffee beans', { category: 'Groceries', account: card, wallet: 'Credit card' }),
      past('Coffee refund', { type: 'Income' }),
      past('Coffee', { category: 'Food & Drinks' }),
    ],
  });
  const user = await open();
  const title = await field('Title');
  await waitFor(() => expect(title).toHaveFocus());
  await user.keyboard('cof');
  await waitFor(() => expect(api.inputsOf('getTitles')).toContainEqual({ q: 'cof', limit: '16' }));
  // An income is no help for an expense.
  await titlesShown('Coffee beans', 'Coffee');
  expect(screen.getByRole('listbox')).toBeVisible();
  expect(title).not.toHaveAttribute('aria-activedescendant');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(title).toHaveAttribute('aria-activedescendant', options()[1]?.id);
  await user.keyboard('{ArrowUp}{Enter}');
  await expectValues({ Title: 'Coffee beans', Category: 'Groceries', Wallet: 'Credit card', Account: card });
  expect(title).toHaveFocus();
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(api.inputsOf('createExpense')).toEqual([]);
  expect(api.inputsOf('getTitles')).not.toContainEqual({ q: '', limit: '16' });
});

test('what was set by hand stays, and Escape, Tab and Enter do as without titles', async () => {
  api.answer('getTitles', { titles: [past('Coffee beans', { category: 'Groceries', wallet: 'Bank' })] });
  const user = await open();
  await fill(user, { Category: 'Travel', Account: savings });
  await user.type(await field('Title'), 'co');
  await titlesShown('Coffee beans');
  await user.keyboard('{Escape}');
  await titlesShown();
  await user.keyboard('f');
  await titlesShown('Coffee beans');
  await user.keyboard('{Enter}');
  // Nothing was selected, so the form was sent, and lacks an amount.
  await waitFor(async () => expect(await field('Amount')).toHaveAccessibleDescription(messages.amountRequired));
  await expectValues({ Title: 'cof' });
  await user.type(await field('Title'), 'f');
  await titlesShown('Coffee beans');
  const [shown] = options();
  if (!shown) throw new Error('There is no option.');
  await user.click(shown);
  // The wallet is another account's, so it follows the account that was chosen.
  await expectValues({ Title: 'Coffee beans', Category: 'Travel', Account: savings, Wallet: 'Bank' });
});

test('the wallet follows the account, until it is set by hand', async () => {
  const user = await open();
  await expectValues({ Account: everyday, Wallet: 'Cash' });
  await fill(user, { Account: card });
  await expectValues({ Wallet: 'Credit card' });
  await fill(user, { Account: savings });
  await expectValues({ Wallet: 'Bank' });
  await user.click(screen.getByRole('tab', { name: 'Income' }));
  await user.click(screen.getByRole('tab', { name: 'Expense' }));
  await expectValues({ Account: savings, Wallet: 'Bank' });
  await fill(user, { Wallet: 'Debit card', Account: card });
  await expectValues({ Wallet: 'Debit card' });
});

test('where Cash is refused, another wallet is one press away', async () => {
  const user = await open(clara);
  await fill(user, { Title: 'Sofa', Amount: '501' });
  await user.click(await button('Save expense'));
  await waitFor(async () => expect(await field('Amount')).toHaveAccessibleDescription(messages.notEnoughBalance));
  await screen.findByText(/^Cash can't be more than the account has/);
  await user.click(await button('Debit card'));
  await expectValues({ Wallet: 'Debit card' });
  expect(await field('Amount')).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/^Cash can't be more/)).toBeNull();
});

test("'Save and add another' keeps type, date and account, and the next is another intent", async () => {
  const saved = { ...claraWithCard, transactionHistory: [transactionOf(1)], transactionCount: 1 };
  api.answer('createIncome', saved);
  const user = await open(claraWithCard, '?type=Income');
  const values = { Title: 'Lesson', Amount: '25,50', Category: 'Gifts', Date: '2026-11-19', Account: savings };
  await fill(user, values);
  await user.dblClick(await button('Save and add another'));
  await screen.findByText('Income saved successfully!');
  await expectValues({ Title: '', Amount: '', Category: 'Salary', Date: '2026-11-19', Account: savings });
  expect(await field('Title')).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Income' })).toHaveAttribute('aria-selected', 'true');
  await fill(user, values);
  await user.click(await button('Save income'));
  await screen.findByRole('heading', { name: 'Transactions' });
  const [first, second, ...more] = api.requestsOf('createIncome');
  expect(first?.input).toEqual({
    title: 'Lesson',
    amount: 25.5,
    category: 'Gifts',
    date: '2026-11-19',
    accountId: savings,
  });
  expect(second?.input).toEqual(first?.input);
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  expect(more).toEqual([]);
});

test("'Save and add another' of a transfer keeps accounts and date, and the amount has the focus", async () => {
  api.answer('createTransfer', claraWithCard);
  const user = await open(claraWithCard, '?type=Transfer');
  await waitFor(async () => expect(await field('Amount')).toHaveFocus());
  await fill(user, { From: savings, To: card, Amount: '80', Date: '2026-11-19', Title: 'Bill' });
  await user.click(await button('Save and add another'));
  await screen.findByText('Transfer saved successfully!');
  await expectValues({ From: savings, To: card, Amount: '', Date: '2026-11-19', Title: '' });
  expect(await field('Amount')).toHaveFocus();
  await user.keyboard('20');
  await user.click(await button('Save transfer'));
  await screen.findByRole('heading', { name: 'Transactions' });
  expect(api.inputsOf('createTransfer')).toEqual([
    { from: savings, to: card, amount: 80, date: '2026-11-19', title: 'Bill' },
    { from: savings, to: card, amount: 20, date: '2026-11-19', note: null, tags: null },
  ]);
});

test('a lost response to the one button is the same intent by the other', async () => {
  api.lose('createExpense');
  const user = await open(clara);
  await fill(user, { Title: 'Tea', Amount: '2' });
  await user.click(await button('Save and add another'));
  await screen.findByText('Failed to save expense. Please try again.');
  await expectValues({ Title: 'Tea', Amount: '2' });
  api.answer('createExpense', clara);
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  const [first, second] = api.requestsOf('createExpense').map(({ idempotencyKey }) => idempotencyKey);
  expect(second).toBe(first);
});

test('on a narrow screen the amount has the focus, with the keys for decimals', async () => {
  const wide = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...wide(media),
    matches: media.includes('width <'),
  }));
  onTestFinished(() => void vi.restoreAllMocks());
  await open();
  const amount = await field('Amount');
  await waitFor(() => expect(amount).toHaveFocus());
  expect(amount).toHaveAttribute('inputmode', 'decimal');
  fireEvent.blur(amount);
});

test('an amount below 1 is refused by the form, and recorded as a line where that is chosen', async () => {
  const user = await open();
  api.answer('readLine', {
    ...{ type: 'Expense', amount: 0.8, title: 'Gum', note: null, date: today(), category: 'Groceries' },
    ...{ account: everyday, toAccount: null, wallet: 'Cash', tags: [], spans: [], problems: [], warnings: [] },
    ...{ from: { category: 'line', wallet: 'line', account: 'line' }, complete: true },
  });
  api.answer('enter', { ...claraWithCard, entry: entryOf(1) });
  await user.type(await field('Title'), 'Gum');
  await user.type(await field('Amount'), '0.80');
  await user.selectOptions(await field(/^Category/), 'Groceries');
  expect(screen.queryByRole('button', { name: 'Record 0.80 as a line' })).toBeNull();
  await user.click(await button('Save expense'));
  await expectMessage('Amount', messages.amountTooSmall);
  await user.click(await button('Record 0.80 as a line'));
  await expectToasts('Expense saved successfully!');
  const text = `Gum 0.80 ${today()} @Cash @Everyday #Groceries`;
  expect(api.inputsOf('readLine')).toEqual([{ text }]);
  expect(api.inputsOf('enter')).toEqual([{ text }]);
});

test('what a line would say otherwise is not recorded', async () => {
  const user = await open();
  api.answer('readLine', {
    ...{ type: 'Expense', amount: 0.8, title: 'Gum', note: null, date: today(), category: null },
    ...{ account: everyday, toAccount: null, wallet: 'Cash', tags: [], spans: [], problems: [], warnings: [] },
    ...{ from: { category: null, wallet: 'line', account: 'line' }, complete: true },
  });
  await user.type(await field('Title'), 'Gum yesterday');
  await user.type(await field('Amount'), '0.80');
  await user.click(await button('Save expense'));
  await user.click(await button('Record 0.80 as a line'));
  await expectToasts('Unable to record it as a line');
  expect(api.inputsOf('enter')).toEqual([]);
});
