import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { CategoriesResponse } from '#contract/statistics-calls.ts';
import { fill } from '../../testing/form-spec.tsx';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const at = (categoryId: string) => ({ categoryId, parent: null });
const zero = { income: 0, expense: 0 };
const premium = { ...clara, isPaidUser: true };

beforeEach(() => {
  api.answer('getStatistics', { week: zero, month: zero, year: zero });
  api.answer(
    'getByCategory',
    ({ from, to }): CategoriesResponse => ({
      ...{ from, to, before: { from: '2026-10-01', to: '2026-10-31' } },
      expense: [
        { category: 'Food & Drinks', ...at('Food & Drinks'), amount: 512.3, before: 388.4 },
        { category: '-', ...at('-'), amount: 0.1, before: 0.1 },
        { category: 'Travel', ...at('Travel'), amount: 0, before: 490 },
      ],
      income: [],
    }),
  );
});

/** The texts of a row's cells. */
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('[role]')].map(({ textContent }) => textContent);

test('each category is beside the period before, explains itself, and all add up to the cent', async () => {
  const explanation = { figure: 'category', amount: 512.3, shown: 512.3, agrees: true, parts: [], entries: [] };
  api.answer('explain', { ...explanation, next: null, revision: 1 });
  const user = openAs(premium, '/statistics?by=month&from=2026-11-20');
  const table = await screen.findByRole('table', { name: 'Expenses by category, November 2026' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(cellsOf)).toEqual([
    ['Expenses', 'November 2026', 'October 2026', 'Difference'],
    ['Food & Drinks', '$512.30', 'before $388.40', '+ $123.90'],
    ['No category', '$0.10', 'before $0.10', '–none'],
    ['Travel', '$0.00', 'before $490.00', '\u2212 $490.00'],
    ['Total', '$512.40', 'before $878.50', '\u2212 $366.10'],
  ]);
  expect(screen.getByText('No income in November 2026, nor in October 2026.')).toBeVisible();
  expect(api.inputsOf('getByCategory')).toContainEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(await button('Download the entries of November 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Print November 2026' })).toHaveAttribute(
    'href',
    '/api/v1/ledger/digest?month=2026-11',
  );
  await user.click(await button('Explain Food & Drinks, November 2026 $512.30'));
  await screen.findByRole('dialog', { name: 'Food & Drinks' });
  await waitFor(() => expect(api.inputsOf('explain')).toHaveLength(1));
  expect(api.inputsOf('explain')[0]?.figure).toBe('category:Food%20%26%20Drinks:month:2026-11');
});

test('refunds stand apart, so that both totals are those that explain themselves', async () => {
  api.answer('getByCategory', ({ from, to }) => ({
    ...{ from, to, before: { from: '2026-10-01', to: '2026-10-31' } },
    expense: [{ category: 'Shopping', ...at('Shopping'), amount: -30, before: 5 }],
    income: [],
    refunds: { amount: 50, before: 0 },
  }));
  openAs(premium, '/statistics?by=month&from=2026-11-20');
  const table = await screen.findByRole('table', { name: 'Expenses by category, November 2026' });
  expect(within(table).getAllByRole('row').slice(2).map(cellsOf)).toEqual([
    ['Refunded, which is income', '$50.00', 'before $0.00', '+ $50.00'],
    ['Total', '$20.00', 'before $5.00', '+ $15.00'],
  ]);
  const incomes = await screen.findByRole('table', { name: 'Income by category, November 2026' });
  expect(within(incomes).getAllByRole('row').slice(1).map(cellsOf)).toEqual([
    ['Refunds', '$50.00', 'before $0.00', '+ $50.00'],
    ['Total', '$50.00', 'before $0.00', '+ $50.00'],
  ]);
});

test('a category opens to its twelve months, whose amounts explain themselves', async () => {
  const user = openAs(premium, '/statistics?by=month&from=2026-11-20');
  const toggle = await button('Travel');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  const months = await screen.findByRole('group', { name: 'The last twelve months of Travel' });
  const bars = within(months).getAllByRole('button');
  expect(bars).toHaveLength(12);
  expect(bars[0]).toHaveAccessibleName(/^\w+ \d{4}: expense \$/);
  const row = months.closest('[role=row]');
  expect(within(row as HTMLElement).getByRole('button', { name: /^Explain expense, / })).toBeVisible();
  await user.click(toggle);
  await waitFor(() => expect(months).not.toBeInTheDocument());
});

test('another period is chosen by its kind, by steps, and by days', async () => {
  const user = openAs(premium, '/statistics?by=month&from=2026-11-20');
  await user.click(await button('The month before'));
  await screen.findByRole('table', { name: 'Expenses by category, October 2026' });
  await user.click(screen.getByLabelText('year'));
  await screen.findByRole('table', { name: 'Expenses by category, 2026' });
  await user.click(screen.getByLabelText('range'));
  await fill(user, { To: '2025-12-24' });
  await fill(user, { From: '2025-12-01' });
  await screen.findByRole('table', { name: 'Expenses by category, December 1 to 24, 2025' });
  await user.click(await button('The range before'));
  await screen.findByRole('table', { name: 'Expenses by category, November 7 to 30, 2025' });
  expect(api.inputsOf('getByCategory').at(-1)).toEqual({ from: '2025-11-07', to: '2025-11-30' });
});

test('categories stand behind the one above them with its sum, and refunds can be more than expenses', async () => {
  const below = { parent: 'Food & Drinks', before: 0 };
  api.answer('getByCategory', ({ from, to }) => ({
    ...{ from, to, before: { from: '2026-10-01', to: '2026-10-31' }, income: [] },
    expense: [
      { category: 'Bakery', categoryId: 'a', amount: 46, ...below },
      { category: 'Food & Drinks', ...at('Food & Drinks'), amount: 10, before: 20 },
      { category: 'Shopping', ...at('Shopping'), amount: -20, before: 0 },
    ],
  }));
  openAs(premium, '/statistics?by=month&from=2026-11-20');
  const table = await screen.findByRole('table', { name: 'Expenses by category, November 2026' });
  expect(within(table).getAllByRole('row').slice(1).map(cellsOf)).toEqual([
    ['Food & Drinks', '$10.00', 'before $20.00', '\u2212 $10.00'],
    ['Bakery', '$46.00', 'before $0.00', '+ $46.00'],
    ['Food & Drinks in all', '$56.00', 'before $20.00', '+ $36.00'],
    ['Shoppingrefunds', '\u2212\u00a0$20.00', 'before $0.00', '\u2212 $20.00'],
    ['Total', '$36.00', 'before $20.00', '+ $16.00'],
  ]);
});
