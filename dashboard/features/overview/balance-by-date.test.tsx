import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, openAs } from '../../testing/open.tsx';
import { claraWithAccounts } from '../../testing/people.ts';
import { fromFirstChange, spanOf } from './balance-ranges.ts';

const point = (date: string, amount: number) => ({ date, amount });
const POINTS = [point('2026-11-18', 100), point('2026-11-19', 120.5), point('2026-11-20', -3)];

function openOverview(points = POINTS) {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getNetWorth', { points });
  return openAs(claraWithAccounts, '/');
}

test('the line begins at today, and the arrow keys move over its points', async () => {
  const user = openOverview();
  const line = await screen.findByRole('slider', { name: 'Balance by date' });
  expect(line).toHaveAttribute('aria-valuetext', 'November 20, 2026: −\u00a0$3.00');
  line.focus();
  await user.keyboard('{ArrowLeft}');
  expect(line).toHaveAttribute('aria-valuetext', 'November 19, 2026: $120.50');
  expect(screen.getByRole('link', { name: 'Entries up to this day' })).toHaveAttribute(
    'href',
    '/transactions?until=2026-11-19',
  );
  await user.keyboard('{Home}{ArrowLeft}');
  expect(line).toHaveAttribute('aria-valuetext', 'November 18, 2026: $100.00');
  await user.keyboard('{PageUp}');
  expect(line).toHaveAttribute('aria-valuenow', '2');
});

test('an account is on demand, and its entries are those that the link leads to', async () => {
  const user = openOverview();
  await screen.findByRole('slider');
  const [, savings] = claraWithAccounts.accounts;
  await user.selectOptions(screen.getByRole('combobox', { name: 'Account' }), savings?.name ?? '');
  const link = await screen.findByRole('link', { name: 'Entries up to this day' });
  expect(link).toHaveAttribute('href', `/transactions?until=2026-11-20&account=${savings?._id}`);
});

test('nothing is drawn of books that never held anything', async () => {
  openOverview([point('2026-11-19', 0), point('2026-11-20', 0)]);
  expect(await screen.findByText('Account balance')).toBeVisible();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

test('days before the first change are left out, but for the one before it', () => {
  expect(fromFirstChange([point('a', 5), point('b', 5), point('c', 6), point('d', 6)])).toEqual([
    point('b', 5),
    point('c', 6),
    point('d', 6),
  ]);
  expect(fromFirstChange([point('a', 5), point('b', 5), point('c', 5)])).toEqual([point('b', 5), point('c', 5)]);
  expect(fromFirstChange([])).toEqual([]);
  expect(spanOf('month', '2026-11-20')).toEqual({ from: '2026-10-21', step: 'day' });
});
