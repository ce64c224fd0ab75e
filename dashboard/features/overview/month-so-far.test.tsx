import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '#contract/user.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { comparedWithBefore } from './compare-months.ts';

const spender: User = { ...clara, transactionCount: 3 };
const month = (month: string, spent: number, earned = 0) => ({ month, spent, earned });
const BEFORE = [month('2026-10', 1_300.5, 4_850), month('2026-09', 1_250, 4_850), month('2026-08', 1_351, 4_850)];

function openOverview(user: User, address = '/') {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getMonthSoFar', {
    ...month('2026-11', 1_204.5, 4_850),
    day: '2026-11-20',
    before: BEFORE,
    since: '2025-01-02',
  });
  return openAs(user, address);
}

test('the month so far is beside the last three by the same day', async () => {
  openOverview(spender);
  const spent = await screen.findByText(/^Spent so far in November/);
  expect(spent).toHaveTextContent(
    'Spent so far in November 2026: $1,204.50 · $96 less than by this day in the last three months on average',
  );
  expect(screen.getByText(/^Earned so far/)).toHaveTextContent(
    'Earned so far in November 2026: $4,850.00 · about as much as by this day in the last three months on average',
  );
  expect(screen.queryByRole('button', { name: /Explain spent/ })).not.toBeInTheDocument();
});

test('below it is the link to the digest of the month, which is none of a past day', async () => {
  openOverview(spender);
  const link = await screen.findByRole('link', { name: 'Print the month' });
  expect(link.getAttribute('href')).toMatch(/^\/api\/v1\/ledger\/digest\?month=\d{4}-\d\d$/);
});

test('with Premium both figures explain themselves', async () => {
  const explanation = { figure: 'expense', amount: 1_204.5, shown: 1_204.5, agrees: true, parts: [], entries: [] };
  api.answer('explain', { ...explanation, next: null, revision: 1 });
  const user = openOverview({ ...spender, isPaidUser: true });
  await user.click(await button('Explain spent so far in November 2026 $1,204.50'));
  await screen.findByRole('dialog', { name: 'Expenses' });
  expect(api.inputsOf('explain')[0]?.figure).toBe('expense:range:2026-11-01:2026-11-20');
});

test('as of a past day it is asked for as it was known then', async () => {
  api.answer('getHistory', { entries: [], next: null });
  openOverview(spender, '/?known=2025-11-20T12:00:00Z');
  expect(await screen.findByText(/^Spent so far in November/)).toBeVisible();
  expect(api.inputsOf('getMonthSoFar')).toEqual([{ known: '2025-11-20T12:00:00Z' }]);
  expect(screen.queryByRole('link', { name: 'Print the month' })).not.toBeInTheDocument();
});

test('before the first transaction nothing is said of the month', async () => {
  openOverview(clara);
  await screen.findByText('Account balance');
  expect(screen.queryByText(/so far in/)).not.toBeInTheDocument();
  expect(api.inputsOf('getMonthSoFar')).toEqual([]);
});

test.each([
  ['2025-12-01', '$10 more than by this day in December 2025'],
  ['2025-11-02', '$10 more than by this day in December 2025'],
  ['2025-11-01', '$40 more than by this day in the last two months on average'],
  ['2025-10-26', '$40 more than by this day in the last two months on average'],
  ['2025-10-01', 'about as much as by this day in the last three months on average'],
  ['2019-03-09', 'about as much as by this day in the last three months on average'],
  ['2025-12-02', null],
  ['2026-01-20', null],
  [null, null],
])('only whole months of the books count: since %s', (since, words) => {
  const before = [month('2025-12', 90), month('2025-11', 30), month('2025-10', 180)];
  expect(comparedWithBefore('spent', 100, { before, day: '2026-01-20', since, currency: '$' })).toBe(words);
});
