import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import { budgetOf, rowOf } from '../../testing/budgets.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara, goalOf } from '../../testing/people.ts';
import { occurrenceOf, scheduleOf } from '../../testing/schedules.ts';
import { formatDay, today } from '../../ui/day.ts';

const day = (days: number) => shifted(today(), days);

test('the next seven days have their sum and what they leave, after what was missed; five of them are shown', async () => {
  const salary = scheduleOf({ title: 'Salary', type: 'Income' });
  const occurrences = [
    occurrenceOf({ day: day(-2), title: 'Phone', expected: 25, status: 'missed' }),
    occurrenceOf({ day: day(-1), title: 'Answered', expected: 999, status: 'posted' }),
    occurrenceOf({ day: day(0), title: 'Gym', expected: 39, status: 'due' }),
    occurrenceOf({ day: day(1), type: 'Income', title: 'Salary', expected: 3200 }),
    ...[2, 3, 4, 5].map((days) => occurrenceOf({ day: day(days), title: `Bill ${days}`, expected: 10 })),
  ];
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getSchedules', { schedules: [salary] });
  api.answer('getUpcoming', { occurrences });
  openAs(clara, '/');
  const region = (await screen.findByRole('heading', { name: 'Next seven days' })).closest('section');
  const rows = within(region as HTMLElement).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent?.replace(/^\S+ \d+/, '').replaceAll('\u00a0', ' '))).toEqual([
    ...['Phone missed− $25.00', 'TodayGym due− $39.00', 'Salary + $3,200.00', 'Bill 2 − $10.00', 'Bill 3 − $10.00'],
  ]);
  expect(within(region as HTMLElement).getByRole('link', { name: 'and 2 more' })).toHaveAttribute('href', '/upcoming');
  expect(region).toHaveTextContent('+ $3,096.00');
  const words = `Explain balance on ${formatDay(day(6)).long} $3,596.00`;
  expect(within(region as HTMLElement).getByRole('button', { name: words })).toBeVisible();
  expect(api.inputsOf('getUpcoming')).toEqual([{ to: day(6) }]);
});

test('next days that could not be loaded can be tried again', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getUpcoming', { occurrences: [occurrenceOf({ day: day(1), expected: 25 })] });
  api.refuse('getSchedules', 'unavailable');
  const hands = openAs(clara, '/');
  await screen.findByRole('heading', { name: 'Next seven days' });
  api.answer('getSchedules', { schedules: [] });
  await hands.click(await button('Try again'));
  expect(await screen.findByText(/^which leaves/)).toBeVisible();
});

test('what waits is a line each: entries to file, days that are due, categories that are overspent', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getSchedules', { schedules: [] });
  const [missed, due] = [
    occurrenceOf({ day: day(-1), status: 'missed' }),
    occurrenceOf({ day: day(0), status: 'due' }),
  ];
  api.answer('getUpcoming', { occurrences: [missed, due, occurrenceOf({ day: day(1) })] });
  api.answer('find', { count: 2, in: 0, out: 9, net: -9, revision: 3 });
  const over = rowOf('Movie', { planned: 9, available: -20 });
  api.answer('getBudget', ({ month }) => budgetOf(String(month), [over, rowOf('Rent', { planned: 9, available: 9 })]));
  openAs(clara, '/');
  const region = (await screen.findByRole('heading', { name: 'Waiting for you' })).closest('section') as HTMLElement;
  await within(region).findByRole('link', { name: 'cover it' });
  expect(within(region).getAllByRole('listitem')).toHaveLength(3);
  const linkOf = (name: string) => within(region).getByRole('link', { name }).getAttribute('href');
  expect(linkOf('2 entries')).toBe('/transactions/to-file');
  expect(linkOf('1 missed, 1 due today')).toBe('/upcoming');
  expect(linkOf('cover it')).toBe(`/budget?category=${encodeURIComponent(over.categoryId)}`);
});

test('the lowest balance of the next month stands below the days where it is lower than today', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getSchedules', { schedules: [] });
  api.answer('getUpcoming', { occurrences: [occurrenceOf({ day: day(1), expected: 25 })] });
  const lowest = { date: day(20), amount: 12.5 };
  api.answer('getForecast', { days: [], lowest, occurrences: [], spending: null });
  openAs(clara, '/');
  expect(await button(`Explain balance on ${formatDay(day(20)).long} $12.50`)).toBeVisible();
  expect(api.inputsOf('getForecast')).toEqual([{ until: day(30) }]);
});

test('goals that are begun or wanted by a day say what is to save and at which pace, the soonest first', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const goals = [
    goalOf(1, { title: 'A wheel', currentAmount: 200 }),
    goalOf(2, { title: 'Lisbon', currentAmount: 640.5 }),
    goalOf(3, { title: 'Not begun' }),
    goalOf(4, { title: 'Reached', currentAmount: 1000, wantedBy: day(9) }),
    goalOf(5, { title: 'A kiln', wantedBy: day(9) }),
  ];
  openAs({ ...clara, goals }, '/');
  const region = (await screen.findByRole('link', { name: 'Lisbon' })).closest('ul') as HTMLElement;
  expect(
    within(region)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `A kiln 0.0%, $1,000.00 to go, wanted by ${formatDay(day(9)).long}`,
    ...['Lisbon 64.0%, $359.50 to go', 'A wheel 20.0%, $800.00 to go'],
  ]);
});

test('where nothing comes, and no goal is begun, there is no row', async () => {
  api.answer('recentTransactions', { transactions: [] });
  openAs(clara, '/');
  await screen.findByText("You don't have any transactions");
  expect(screen.queryByRole('heading', { name: 'Next seven days' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Goals' })).toBeNull();
});
