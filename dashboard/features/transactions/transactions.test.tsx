import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import type { Transaction } from '#contract/transaction.ts';
import { SALARY } from '#ledger/model/categories.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, field, openAs } from '../../testing/open.tsx';
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
  sending: 'Saving expense...',
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
  sends: { title: 'Violin lesson', amount: 1060, category: SALARY, date },
  answer: saved,
  sending: 'Saving income...',
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
  await expectMessage('Title', messages.titleRequired);
  await user.click(screen.getByRole('tab', { name: 'Income' }));
  expect(await field('Amount')).toHaveValue('12');
  expect(screen.queryByLabelText('Wallet')).toBeNull();
  expect(await field('Title')).not.toHaveAccessibleDescription();
  expect(await field('Category')).toHaveValue(SALARY);
});

const loaf = { Title: 'Rye loaf', Amount: '4', Date: date };
const loafSent = { title: 'Rye loaf', amount: 4, wallet: 'Cash', date } as const;
const slip = (name: string) => new File([name], name, { type: 'image/png' });
const preview = () => screen.findByRole('img', { name: 'Preview of the receipt' });

/** Fills an expense with a receipt. */
async function openWithReceipt() {
  const user = await openExpense();
  await fill(user, loaf);
  await user.upload(await field(/^Receipt/), slip('slip.png'));
  return user;
}

test('a receipt is previewed, and sent with the expense', async () => {
  api.answer('createExpense', saved);
  const user = await openWithReceipt();
  await preview();
  expect(screen.getByText('slip.png')).toBeVisible();
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')).toEqual([loafSent]);
  expect(api.requestsOf('createExpense')[0]?.file?.name).toBe('slip.png');
});

test('an income has a receipt, too', async () => {
  api.answer('createIncome', saved);
  const user = await openIncome();
  await fill(user, loaf);
  await user.upload(await field(/^Receipt/), slip('slip.png'));
  await user.click(await button('Save income'));
  await screen.findByText('Income saved successfully!');
  expect(api.requestsOf('createIncome')[0]?.file?.name).toBe('slip.png');
});

test('a receipt stays through a lost response, and another file is another intent', async () => {
  api.lose('createExpense');
  const user = await openWithReceipt();
  const failures = async (count: number) => {
    await user.click(await button('Save expense'));
    const sorry = 'Failed to save expense. Please try again.';
    await waitFor(() => {
      expect(api.requestsOf('createExpense')).toHaveLength(count);
      expect(screen.queryByText('Saving expense...')).toBeNull();
      // The toast of the failure before is replaced.
      expect(screen.getAllByText(sorry)).toHaveLength(1);
    });
  };
  await failures(1);
  await preview();
  await failures(2);
  await user.upload(await field(/^Receipt/), slip('another.png'));
  await failures(3);
  const [key, sameKey, newKey] = api.requestsOf('createExpense').map(({ idempotencyKey }) => idempotencyKey);
  expect(sameKey).toBe(key);
  expect(newKey).not.toBe(key);
  expect(api.requestsOf('createExpense').map(({ file }) => file?.name)).toEqual([
    'slip.png',
    'slip.png',
    'another.png',
  ]);
});

test('a file that is no image is refused before it is sent, and can be removed', async () => {
  api.answer('createExpense', saved);
  const user = await openExpense();
  await fill(user, loaf);
  const receipt = await field(/^Receipt/);
  // The browser's dialog would not offer it.
  Object.assign(receipt, { accept: '' });
  await user.upload(receipt, new File(['notes'], 'notes.pdf', { type: 'application/pdf' }));
  await user.click(await button('Save expense'));
  await waitFor(() => expect(receipt).toHaveAccessibleDescription(messages.notAnImage));
  expect(receipt).toHaveFocus();
  expect(api.inputsOf('createExpense')).toEqual([]);
  await user.click(await button('Remove file'));
  expect(receipt).not.toHaveAccessibleDescription();
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.requestsOf('createExpense').map(({ file }) => file)).toEqual([null]);
});

test("the server's message about a receipt is at its field", async () => {
  api.refuse('createExpense', 'invalid', { receipt: messages.quotaExceeded });
  const user = await openWithReceipt();
  await user.click(await button('Save expense'));
  const receipt = await field(/^Receipt/);
  await waitFor(() => expect(receipt).toHaveAccessibleDescription(messages.quotaExceeded));
  expect(receipt).toHaveFocus();
  await expectToasts();
  await expectValues(loaf);
});

test('a session that ended leads to the login and back to the form with all that was there', async () => {
  api.refuse('createIncome', 'session_required');
  api.answer('login', clara);
  const user = await openIncome();
  await fill(user, { ...loaf, Category: 'Gifts' });
  await user.upload(await field(/^Receipt/), slip('slip.png'));
  await user.click(await button('Save income'));
  await screen.findByText('Your session has ended. Log in to go on where you were.');
  expect(localStorage.getItem('userStatus')).toBeNull();

  await fill(user, { Email: clara.email, Password: 'paper and ink' });
  await user.click(await button('Login'));
  await preview();
  expect(screen.getByRole('tab', { name: 'Income' })).toHaveAttribute('aria-selected', 'true');
  await expectValues({ ...loaf, Category: 'Gifts' });
  api.answer('createIncome', saved);
  await user.click(await button('Save income'));
  await screen.findByText('Income saved successfully!');
  const [first, second] = api.requestsOf('createIncome');
  expect(second?.input).toEqual(first?.input);
  expect(second?.file?.name).toBe('slip.png');
});

test('a lost connection is reported in plain words', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const user = await openExpense();
  await fill(user, loaf);
  const words = 'You are offline. What you type stays here; it can be saved once the connection is back.';
  const goes = (event: 'offline' | 'online') => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(event === 'online');
    act(() => void window.dispatchEvent(new Event(event)));
  };
  expect(screen.queryByText(words)).toBeNull();
  goes('offline');
  expect(screen.getByText(words)).toBeVisible();
  goes('online');
  expect(screen.queryByText(words)).toBeNull();
  await expectValues(loaf);
});

const lesson = transactionOf(1, { type: 'Income', title: 'Violin lesson, given', amount: 60, wallet: null });
const busy = { ...clara, transactionHistory: [lesson], transactionCount: 1 };
const answerList = () => api.answer('getTransactions', { transactions: [lesson], next: null });

/** Opens the detail of a transaction. */
async function openDetail(transaction: Transaction) {
  answerList();
  api.answer('getTransaction', { transaction });
  const user = openAs(busy, `/transactions/${transaction._id}`);
  await heading(transaction.title);
  return user;
}

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const entry = () => screen.findByRole('row', { name: /Violin lesson/ });

test('without a history the list is the form for the first transaction', async () => {
  openAs(clara, '/transactions');
  await heading('Create a New Transaction');
  expect(document.title).toBe('Transactions - Daybook');
});

test('five placeholder rows are shown while the list loads', async () => {
  answerList();
  const answer = api.hold('getTransactions');
  openAs(busy, '/transactions');
  await heading('Transactions');
  expect(screen.getAllByTestId('skeleton-row')).toHaveLength(5);
  answer();
  await entry();
  expect(screen.queryAllByTestId('skeleton-row')).toEqual([]);
});

test('a list that can not be loaded says so and can be tried again', async () => {
  api.lose('getTransactions');
  const user = openAs(busy, '/transactions');
  await screen.findByText('Error');
  await screen.findByText("Daybook can't be reached right now");
  answerList();
  await user.click(await button('Try again'));
  await entry();
  expect(screen.queryByText('Error')).toBeNull();
});

test.each([
  [lesson._id, 'transaction_not_found'],
  ['nonsense', 'invalid'],
] as const)('the transaction %s, which is %s, does not exist', async (id, code) => {
  api.refuse('getTransaction', code);
  openAs(busy, `/transactions/${id}`);
  await heading(PROBLEMS.transaction_not_found.title);
});

test('a detail that can not be loaded says so and can be tried again', async () => {
  api.lose('getTransaction');
  const user = openAs(busy, `/transactions/${lesson._id}`);
  await screen.findByText('Error');
  api.answer('getTransaction', { transaction: lesson });
  await user.click(await button('Try again'));
  await heading(lesson.title);
});

test('a transaction that can not be deleted stays, and can be tried again', async () => {
  api.lose('deleteTransaction');
  const lose = api.hold('deleteTransaction');
  const user = await openDetail(lesson);
  async function remove() {
    await user.click(await button('Delete Transaction'));
    await user.click(await button('Continue'));
  }
  await remove();
  await screen.findByText('Deleting transaction...');
  lose();
  await screen.findByText('Unable to delete transaction');
  await screen.findByText("Daybook can't be reached right now");
  await expectToasts('Unable to delete transaction');
  await heading(lesson.title);

  api.answer('deleteTransaction', clara);
  await remove();
  await screen.findByText('Transaction deleted');
  await heading('Create a New Transaction');
  const [first, second] = api.requestsOf('deleteTransaction');
  expect(second).toEqual(first);
});

test('a receipt that can not be loaded says so', async () => {
  await openDetail({ ...lesson, receipt: '/api/v1/files/1' });
  const image = screen.getByRole('img', { name: 'Receipt for Violin lesson, given' });
  expect(image).toHaveAttribute('src', '/api/v1/files/1');
  fireEvent.error(image);
  expect(screen.getByText("The receipt can't be shown")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
});

test('a transaction without a receipt says so', async () => {
  await openDetail(lesson);
  expect(screen.getByText('No receipt')).toBeVisible();
});

test('the list begins at the day that is chosen, until the way back to the newest', async () => {
  api.answer('getEntries', { entries: [], next: null });
  openAs(clara, '/transactions?until=2026-03-31');
  expect(await screen.findByText('Nothing is written up to this day')).toBeVisible();
  expect(api.inputsOf('getEntries')).toMatchObject([{ before: '2026-03-31.999999999999999' }]);
  expect(await field('Up to')).toHaveValue('2026-03-31');
  expect(screen.getByRole('link', { name: 'Newest' })).toHaveAttribute('href', '/transactions');
});
