import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { readNotSuggested } from '../../browser-state/not-suggested.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf } from '../../testing/people.ts';
import { forecastOf, occurrenceOf, scheduleOf } from '../../testing/schedules.ts';
import { formatDay, today } from '../../ui/day.ts';

const day = (days: number) => shifted(today(), days);
const id = (number: number) => `d0000000-0000-4000-8000-00000000000${number}`;
const phone = scheduleOf({ _id: id(1), title: 'Phone', amount: { exact: 25 } });
const power = scheduleOf({ _id: id(2), title: 'Electricity', amount: { about: 80 } });
const water = scheduleOf({ _id: id(3), title: 'Water', amount: { from: 45, to: 60 } });
const salary = scheduleOf({ _id: id(4), title: 'Salary', type: 'Income', amount: { exact: 3200 }, post: 'by-itself' });
const SCHEDULES: readonly Schedule[] = [phone, power, water, salary];
const of = ({ _id, title, type }: Schedule, fields: Partial<Occurrence>) =>
  occurrenceOf({ scheduleId: _id, title, type, ...fields });

const missed = of(phone, {
  ...{ day: day(-2), expected: 25, status: 'missed' },
  candidates: [{ entry: entryOf(9)._id, reason: 'the same amount, a word in common' }],
});
const OCCURRENCES: readonly Occurrence[] = [
  missed,
  of(power, { day: day(0), expected: 80, low: 74, high: 86, status: 'due' }),
  of(salary, { day: day(1), expected: 3200 }),
  of(water, { day: day(1), expected: 52.5, low: 45, high: 60 }),
];
const FORECAST = forecastOf({ [day(0)]: 395, [day(1)]: 3542.5, [day(30)]: 3542.5 }, { occurrences: [...OCCURRENCES] });

async function openUpcoming({
  user = clara,
  address = '/upcoming',
  occurrences = OCCURRENCES,
} = {}): Promise<UserEvent> {
  api.answer('getSchedules', { schedules: [...SCHEDULES] });
  api.answer('getForecast', { ...FORECAST, occurrences: [...occurrences] });
  api.answer('getNetWorth', {
    points: [
      { date: day(-2), amount: 600 },
      { date: day(-1), amount: 500 },
    ],
  });
  const hands = openAs(user, address);
  await screen.findByRole('region', { name: 'Missed' });
  return hands;
}

const amountsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

test('what comes is listed by week, missed ones on top, with its marks, its sums and the balance that it leaves', async () => {
  await openUpcoming();
  const list = screen.getByRole('region', { name: 'Missed' });
  expect(within(list).getByRole('listitem')).toHaveTextContent(/missed.*Phone.*− \$25\.00/);
  expect(within(list).getByText(/the same amount, a word in common/)).toBeVisible();
  expect(amountsIn(list)).toEqual(['−\u00a0$25.00']);
  const [due] = screen.getAllByText('Electricity');
  expect(due?.closest('li')).toHaveTextContent(/Today.*due, about.*− \$80\.00/);
  const soon = screen.getAllByText('Water')[0]?.closest('li');
  expect(soon).toHaveTextContent(/^\S+ \d+.* \d{4}Water− \$45\.00 to \$60\.00$/);
  expect(screen.getAllByText('Salary')[0]?.closest('li')).toHaveTextContent(/automatic.*\+ \$3,200\.00/);
  const sums = screen.getByRole('table', { name: 'How the balance is expected to change' });
  expect(sums).toHaveTextContent(/Balance today\$500\.00Income\+ \$3,200\.00Expense− \$157\.50On .*\$3,542\.50/);
});

test('the line is read by the arrow keys, solid days as they were and days ahead with what may be', async () => {
  const hands = await openUpcoming();
  const line = await screen.findByRole('slider', { name: 'Balance ahead' });
  const words = (number: number) => formatDay(day(number)).long;
  expect(line).toHaveAttribute('aria-valuetext', `${words(0)}: $395.00 expected`);
  line.focus();
  await hands.keyboard('{ArrowLeft}');
  expect(line).toHaveAttribute('aria-valuetext', `${words(-1)}: $500.00`);
  await hands.keyboard('{End}');
  expect(line).toHaveAttribute('aria-valuetext', `${words(30)}: $3,542.50 expected`);
  expect(screen.getByRole('button', { name: `Lowest: $395.00 on ${words(0)}` })).toBeVisible();
});

test('an exact one is posted at once, and the focus goes on to the next', async () => {
  api.answer('postOccurrence', { ...clara, schedule: phone });
  const hands = await openUpcoming();
  await hands.click(await button(`Post Phone of ${formatDay(day(-2)).long}`));
  await screen.findByText('Posted: Phone');
  expect(api.inputsOf('postOccurrence')).toEqual([{ scheduleId: phone._id, nominal: day(-2) }]);
  expect(await button(`Electricity, ${formatDay(day(0)).long}`)).toHaveFocus();
});

test('what is about an amount asks how much it was, and a range has none at first', async () => {
  api.answer('postOccurrence', { ...clara, schedule: power });
  const hands = await openUpcoming();
  await hands.click(await button(`Post Electricity of ${formatDay(day(0)).long}`));
  const amount = await field('How much it was');
  expect(amount).toHaveFocus();
  expect(amount).toHaveValue('80.00');
  await hands.keyboard('70+7{Enter}');
  await screen.findByText('Posted: Electricity');
  expect(api.inputsOf('postOccurrence')).toEqual([{ scheduleId: power._id, nominal: day(0), amount: 77 }]);
  await hands.click(await button(`Water, ${formatDay(day(1)).long}`));
  await hands.click(await button(`Post Water of ${formatDay(day(1)).long}`));
  expect(await field('How much it was')).toHaveValue('');
  await hands.keyboard('{Enter}');
  await screen.findByText('Amount is required');
  await hands.keyboard('{Escape}');
  expect(await button(`Post Water of ${formatDay(day(1)).long}`)).toHaveFocus();
  expect(api.inputsOf('postOccurrence')).toHaveLength(1);
});

test('it is matched with an entry that fits, or another near one; why it was refused stands below it', async () => {
  const near = entryOf(3, { title: 'Something else', date: day(-1) });
  const fits = entryOf(9, { title: 'Phone', amount: 25, date: day(-2) });
  api.answer('getEntries', { entries: [near, fits], next: null });
  api.refuse('matchOccurrence', 'entry_matched');
  const hands = await openUpcoming();
  await hands.click(await button(`Match Phone of ${formatDay(day(-2)).long}`));
  const entries = await screen.findByRole('group', { name: 'Entries that Phone may be' });
  const lines = (await within(entries).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Phone .*the same amount, a word in common/);
  expect(lines[1]).toMatch(/^Something else/);
  const [first] = within(entries).getAllByRole('button');
  expect(first).toHaveFocus();
  await hands.keyboard('{Enter}');
  await screen.findByText(PROBLEMS.entry_matched.title);
  expect(api.inputsOf('matchOccurrence')).toEqual([{ scheduleId: phone._id, nominal: day(-2), entry: fits._id }]);
});

test('it is skipped; a problem of the posting by itself is said', async () => {
  api.answer('skipOccurrence', { ...clara, schedule: salary });
  const stuck = of(salary, { day: day(-1), expected: 3200, status: 'missed', problem: 'This account is closed' });
  const hands = await openUpcoming({ occurrences: [stuck] });
  expect(screen.getByText('It is not posted automatically: This account is closed')).toBeVisible();
  await hands.click(await button(`Skip Salary of ${formatDay(day(-1)).long}`));
  await screen.findByText('Skipped: Salary');
});

test('an account is on demand, and a transfer has its sign there', async () => {
  const [everyday, savings] = claraWithAccounts.accounts;
  const transfer = { type: 'Transfer', account: everyday?._id ?? '', toAccount: savings?._id ?? '' } as const;
  const moved = occurrenceOf({ ...transfer, title: 'To savings', day: day(-1), expected: 300, status: 'missed' });
  const hands = await openUpcoming({ user: claraWithAccounts, occurrences: [moved] });
  expect(screen.getByText('Everyday to Savings').closest('li')).toHaveTextContent(/To savings.*[^− ]\$300\.00/);
  await hands.selectOptions(await field('Account'), 'Savings');
  await waitFor(() => expect(screen.getByText('Everyday to Savings').closest('li')).toHaveTextContent(/\+ \$300\.00/));
  await hands.click(screen.getByRole('radio', { name: '90 days' }));
  await hands.click(screen.getByRole('checkbox', { name: 'With usual spending' }));
  await waitFor(() =>
    expect(api.inputsOf('getForecast').at(-1)).toEqual({ until: day(90), account: savings?._id, spending: 'usual' }),
  );
});

test('without a schedule it invites, and offers what came again; what is not wanted stays away', async () => {
  const { type, account, rule } = phone;
  const suggested = { type, amount: { about: 25 }, account, wallet: 'Bank', rule, post: 'ask' } as const;
  const titles = ['Phone', 'B', 'C', 'D', 'E', 'F'];
  const suggestions = titles.map((name) => ({ schedule: { ...suggested, title: name }, entries: ['a', 'b', 'c'] }));
  api.answer('getSchedules', { schedules: [] });
  api.answer('getForecast', forecastOf({ [day(0)]: 500 }));
  api.answer('getScheduleSuggestions', { suggestions });
  const hands = openAs(clara, '/upcoming');
  await hands.click(await button('Add what comes again'));
  expect(await screen.findByRole('dialog', { name: 'What comes again' })).toBeVisible();
  await hands.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Add F' })).toBeNull();
  await hands.click(await button('Show more'));
  expect(await button('Add F')).toHaveFocus();
  await hands.click(await button('Add Phone'));
  expect(await field('Title')).toHaveValue('Phone');
  await hands.keyboard('{Escape}');
  await hands.click(await button('Not this: Phone'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add Phone' })).toBeNull());
  expect(await button('Not this: B')).toHaveFocus();
  await screen.findByText('No longer suggested: Phone');
  await hands.click(await button('Undo'));
  expect(await button('Add Phone')).toBeVisible();
  expect(readNotSuggested(clara._id)).toEqual([]);
});

test('what could not be loaded can be tried again', async () => {
  api.refuse('getForecast', 'unavailable');
  api.answer('getUpcoming', { occurrences: [...OCCURRENCES] });
  api.answer('getNetWorth', { points: [{ date: day(-1), amount: 500 }] });
  api.answer('getSchedules', { schedules: [...SCHEDULES] });
  const hands = openAs(clara, '/upcoming');
  await screen.findByText(PROBLEMS.unavailable.title);
  // The occurrence to answer is still there.
  await screen.findByRole('region', { name: 'Missed' });
  expect(screen.getByRole('button', { name: /^Skip Phone/ })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'In all' })).toBeNull();
  api.answer('getForecast', FORECAST);
  await hands.click(await button('Try again'));
  await screen.findByRole('heading', { name: 'In all' });
});

test('as of a past day it is all to read', async () => {
  await openUpcoming({ address: '/upcoming?known=2026-11-20T12:00:00.000Z' });
  expect(screen.queryByRole('button', { name: /^(Post|Match|Skip|Add)/ })).toBeNull();
  expect(screen.queryByText(/It may be there/)).toBeNull();
});

test('many schedules of several accounts stand by account, the next one first, and fold', async () => {
  const [everyday, savings] = claraWithAccounts.accounts;
  const schedules = Array.from({ length: 14 }, (_, index) => {
    const date = day(14 - index);
    const account = (index % 2 === 0 ? everyday : savings)?._id ?? '';
    return scheduleOf({ _id: `s${index}`, title: `Bill ${index}`, account, next: { nominal: date, day: date } });
  });
  api.answer('getSchedules', { schedules });
  api.answer('getForecast', forecastOf({ [day(0)]: 500 }));
  const hands = openAs(claraWithAccounts, '/upcoming');
  await hands.click(await screen.findByRole('radio', { name: 'By schedule' }));
  const group = (await screen.findByText('7 schedules', { selector: `details:nth-of-type(2) *` })).closest('details');
  expect(group).toHaveAttribute('open');
  await hands.click(within(group as HTMLElement).getByText(everyday?.name ?? ''));
  expect(group).not.toHaveAttribute('open');
  const titles = within(group as HTMLElement)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  await hands.selectOptions(await field('Account'), savings?.name ?? '');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change Bill 12' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Change Bill 13' })).toBeVisible();
  expect(titles).toEqual(['Bill 12', 'Bill 10', 'Bill 8', 'Bill 6', 'Bill 4', 'Bill 2', 'Bill 0']);
});
