import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CategoriesResponse } from '#contract/statistics-calls.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { formatDay, today } from '../../ui/day.ts';
import { lastMonths, monthSumsAsked, monthsIn, sumsOfMonths } from './month-sums.ts';

const zero = { income: 0, expense: 0 };

const at = (categoryId: string) => ({ categoryId, parent: null });

/** Travel: 100 and the number of the month, 50 in the month before, but 5 in the part before this one. */
const answer = (from: string, to: string): CategoriesResponse => ({
  ...{ from, to, before: { from: lastMonths(from)[1] ?? '', to: from } },
  expense: [
    {
      category: 'Travel',
      ...at('Travel'),
      amount: 100 + Number(from.slice(5, 7)),
      before: from === '2026-11-01' ? 5 : 50,
    },
  ],
  income: [{ category: 'Salary', ...at('Salary'), amount: 1, before: 0 }],
});

test('seven answers have twelve months, each whole', () => {
  const months = lastMonths('2026-11-20');
  const asked = monthSumsAsked(months);
  expect([months.length, asked.length, months.at(-1)]).toEqual([12, 7, '2025-12-01']);
  const sums = sumsOfMonths(
    monthsIn(
      asked.map((first) => answer(first, first)),
      months,
    ),
    null,
  );
  expect(sums.map(({ first, expense }) => [first.slice(0, 7), expense])).toEqual([
    ['2025-12', 112],
    ['2026-01', 50],
    ['2026-02', 102],
    ['2026-03', 50],
    ['2026-04', 104],
    ['2026-05', 50],
    ['2026-06', 106],
    ['2026-07', 50],
    ['2026-08', 108],
    ['2026-09', 50],
    ['2026-10', 110],
    ['2026-11', 111],
  ]);
});

test('a month shows its amounts, and a category its own, which explain themselves', async () => {
  api.answer('getStatistics', { week: zero, month: zero, year: zero });
  api.answer('getByCategory', ({ from, to }) => answer(from, to));
  const explanation = { figure: 'category', amount: 1, shown: 1, agrees: true, parts: [], entries: [] };
  api.answer('explain', { ...explanation, next: null, revision: 1 });
  const user = openAs({ ...clara, isPaidUser: true }, '/statistics');
  const [, , , first = ''] = lastMonths(today());
  const { month, year } = formatDay(first);
  const amount = `$${answer(first, first).expense[0]?.amount}.00`;
  await user.click(await button(`${month} ${year}: income $1.00, expense ${amount}`));
  const explained = `Explain expense, ${month} ${year} \u2212 ${amount}`;
  expect(await button(explained)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Travel');
  const bar = await button(`${month} ${year}: expense ${amount}`);
  expect(bar).toHaveAttribute('aria-pressed', 'true');
  await user.hover(screen.getAllByRole('button', { name: /: expense \$/ })[0] ?? bar);
  expect(screen.queryByRole('button', { name: explained })).not.toBeInTheDocument();
  await user.unhover(screen.getByRole('group', { name: 'Months' }));
  await user.click(await button(explained));
  await screen.findByRole('dialog', { name: 'Travel' });
  expect(api.inputsOf('explain')[0]?.figure).toBe(`category:Travel:month:${first.slice(0, 7)}`);
});
