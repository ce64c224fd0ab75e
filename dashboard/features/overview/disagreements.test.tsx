import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { api, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts } from '../../testing/people.ts';

const everydayId = clara.accounts[0]?._id ?? '';

const dayOf = (date: string, difference: number): ConfirmedDay => ({
  date,
  balance: 500,
  books: 500 - difference,
  difference,
  source: 'hand',
  confirmedAt: '2026-04-01T10:00:00.000Z',
  changeSetId: 'confirmed',
  brokenBy: null,
});
const DAYS = [dayOf('2020-12-31', -9), dayOf('2020-11-30', 9), dayOf('2020-10-31', 0), dayOf('2020-09-30', 5)];

test('where the books disagree with the bank is said, and leads to what is missing', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const answer = api.hold('recentTransactions');
  api.answer('confirmedDays', ({ accountId }) => ({ days: accountId === everydayId ? DAYS : [] }));
  openAs(claraWithAccounts, '/');
  await waitFor(() => expect(api.inputsOf('recentTransactions')).toHaveLength(1));
  expect(api.inputsOf('confirmedDays')).toEqual([]);
  answer();
  const link = await screen.findByRole('link', { name: 'find what is missing' });
  expect(link).toHaveAttribute('href', `/accounts?account=${everydayId}&missing=2020-11-30`);
  expect(link.closest('li')).toHaveTextContent(/^\$9\.00 off on November 30, 2020 in Everyday: find what is missing$/);
  expect(screen.getAllByText(/ off$/)).toHaveLength(1);
  // The closed account is not asked for.
  expect(api.inputsOf('confirmedDays')).toHaveLength(2);
});

test('nothing is said while all days hold, and the account is not named where there is one', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('confirmedDays', { days: [dayOf('2020-10-31', 0)] });
  openAs(clara, '/');
  await waitFor(() => expect(api.inputsOf('confirmedDays')).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Waiting for you' })).toBeNull();
});

test('as of a past day there is a line without a way to mend it', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('confirmedDays', { days: DAYS });
  openAs(clara, '/?known=2021-03-31T23:59:59.999Z');
  const off = await screen.findByText('$9.00 off');
  expect(off.closest('li')).toHaveTextContent(/^\$9\.00 off on November 30, 2020$/);
});
