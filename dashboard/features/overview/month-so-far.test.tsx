import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { User } from '#contract/user.ts';
import { budgetOf, rowOf } from '../../testing/budgets.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { comparedWithBefore } from './compare-months.ts';

const spender: User = { ...clara, transactionCount: 3 };
const month = (month: string, spent: number, earned = 0) => ({ month, spent, earned });
const BEFORE = [month('2026-10', 1_300.5, 4_850), month('2026-09', 1_250, 4_850), month('2026-08', 1_351, 4_850)];

const SPENT = [
  { date: '2026-10-02', amount: 300 },
  { date: '2026-10-31', amount: 1_000.5 },
  { date: '2026-11-01', amount: 4.5 },
  { date: '2026-11-19', amount: 1_200 },
];

function openOverview(user: User, address = '/') {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getMonthSoFar', {
    ...month('2026-11', 1_204.5, 4_850),
    day: '2026-11-20',
    before: BEFORE,
    since: '2025-01-02',
    spentByDay: SPENT,
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

test('in the first days of a month the page of the last one is offered, too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T12:00:00') });
  try {
    openOverview(spender);
    const link = await screen.findByRole('link', { name: 'October in one page' });
    expect(link).toHaveAttribute('href', '/api/v1/ledger/digest?month=2026-10');
  } finally {
    vi.useRealTimers();
  }
});

test('with Premium both figures explain themselves', async () => {
  const explanation = { figure: 'expense', amount: 1_204.5, shown: 1_204.5, agrees: true, parts: [], entries: [] };
  api.answer('explain', { ...explanation, next: null, revision: 1 });
  const user = openOverview({ ...spender, isPaidUser: true });
  await user.click(await button('Explain spent so far in November 2026 $1,204.50'));
  await screen.findByRole('dialog', { name: 'Expenses' });
  expect(api.inputsOf('explain')[0]?.figure).toBe('expense:range:2026-11-01:2026-11-20');
});

test('two lines say what was spent by each day of this month and of the last', async () => {
  const user = openOverview({ ...spender, isPaidUser: true });
  const lines = await screen.findByRole('slider', { name: 'Spent by day' });
  expect(lines).toHaveAttribute('aria-valuetext', '$1,204.50 by Nov 20, $300.00 by Oct 20');
  lines.focus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(lines).toHaveAttribute('aria-valuetext', '$4.50 by Nov 18, $300.00 by Oct 18');
  expect(await button('Explain spent from October 1 to October 18 $300.00')).toBeVisible();
  await user.keyboard('{End}');
  expect(lines).toHaveAttribute('aria-valuetext', '$1,300.50 by Oct 31');
});

test('with a plan there is the amount that is left of it, which explains itself', async () => {
  const plans = [rowOf('Groceries', { planned: 300, available: 79.5 }), rowOf('Movie', { planned: 9, available: -20 })];
  plans.push(rowOf('Travel', { planned: 50, carriedIn: 900, available: 950 }));
  api.answer('getBudget', ({ month }) => budgetOf(String(month), plans));
  openOverview(spender);
  expect(await button('Explain left to spend $109.50')).toBeVisible();
  expect(screen.getByText(/^left to spend in /)).toBeVisible();
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
