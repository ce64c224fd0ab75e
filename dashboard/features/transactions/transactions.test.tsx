// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PROBLEMS } from '../../../contract/problems.ts';
import type { Transaction } from '../../../contract/transaction.ts';
import { api, button, expectToasts, openAs } from '../../testing/open.tsx';
import { clara, transactionOf } from '../../testing/people.ts';

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
