import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { shifted } from '#ledger/model/days.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, transactionOf } from '../../testing/people.ts';
import { forecastOf, occurrenceOf, scheduleOf } from '../../testing/schedules.ts';
import { formatDay, today } from '../../ui/day.ts';

async function openForm(user = clara): Promise<UserEvent> {
  api.answer('getForecast', forecastOf({ [today()]: 500 }));
  const hands = openAs(user, '/upcoming');
  await hands.click(await button('Add what comes again'));
  await screen.findByRole('dialog');
  return hands;
}

const nextDays = () =>
  within(screen.getByRole('list', { name: 'The next days' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function type(hands: UserEvent, label: string, text: string) {
  const input = await field(label);
  await hands.clear(input);
  if (text !== '') await hands.type(input, text);
}

test('the rule is said in words, with the next six days, as it is typed', async () => {
  const hands = await openForm();
  await type(hands, 'From', '2199-01-31');
  await screen.findByText('Every month on the 31st, or its last day');
  expect(nextDays()).toEqual([
    ...['Thu, Jan 31, 2199', 'Thu, Feb 28, 2199', 'Sun, Mar 31, 2199', 'Tue, Apr 30, 2199', 'Fri, May 31, 2199'],
    'Sun, Jun 30, 2199',
  ]);
  await hands.selectOptions(await field('On a weekend'), 'the Friday before');
  await screen.findByText('Every month on the 31st, or its last day; on a weekend the Friday before');
  expect(nextDays()).toContain('Fri, Mar 29, 2199');
  await hands.selectOptions(await field('Unit'), 'week');
  await hands.click(screen.getByRole('checkbox', { name: 'Monday' }));
  await screen.findByText(/^Every week on Monday/);
  await type(hands, 'Every', '');
  await screen.findByText('The next six days stand here once the rule is whole.');
});

test('the days that are past already are said before it is added', async () => {
  const hands = await openForm();
  await hands.selectOptions(await field('Unit'), 'day');
  expect(screen.queryByText(/past/)).toBeNull();
  await type(hands, 'From', shifted(today(), -1));
  await screen.findByText(/^1 day is past: .+ It will be listed as missed\.$/);
  await type(hands, 'From', shifted(today(), -2));
  await screen.findByText(/^2 days are past, the first: .+ They will be listed as missed\.$/);
  await hands.click(screen.getByRole('radio', { name: 'Post automatically' }));
  await screen.findByText(/They will be posted at once\.$/);
});

test('it is added as it was typed', async () => {
  api.answer('addSchedule', { ...clara, schedule: scheduleOf() });
  const hands = await openForm();
  const start = shifted(today(), 40);
  await type(hands, 'Title', 'Insurance');
  await hands.click(screen.getByRole('radio', { name: 'About' }));
  await type(hands, 'Amount', '400+12');
  await hands.selectOptions(await field('Paid with'), 'Bank');
  await hands.selectOptions(await field('Unit'), 'year');
  await type(hands, 'From', start);
  await hands.selectOptions(await field('On'), 'weekdays, such as the first Monday');
  await hands.click(await button('Another weekday'));
  await hands.selectOptions(await field('Ends'), 'after so many times');
  await type(hands, 'Times', '12');
  await hands.click(screen.getByRole('radio', { name: 'Post automatically' }));
  await hands.click(await button('Add'));
  await screen.findByText('Schedule added: Insurance');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const days = [
    { nth: 1, weekday: 1 },
    { nth: -1, weekday: 5 },
  ];
  expect(api.inputsOf('addSchedule')).toEqual([
    {
      ...{ title: 'Insurance', type: 'Expense', amount: { about: 412 }, wallet: 'Bank', post: 'by-itself' },
      ...{ account: clara.accounts[0]?._id, rule: { every: 1, unit: 'year', start, days, end: { times: 12 } } },
    },
  ]);
});

test('what is missing is said at its field, which takes the focus; what the server refuses, too', async () => {
  api.refuse('addSchedule', 'invalid', { 'rule.start': messages.startTooEarly });
  const hands = await openForm();
  await hands.click(await button('Add'));
  const title = await field('Title');
  expect(title).toHaveAccessibleDescription(messages.titleRequired);
  expect(title).toHaveFocus();
  expect(screen.getByText(messages.amountRequired)).toBeVisible();
  await hands.keyboard('Rent');
  await type(hands, 'Amount', '5');
  await hands.click(await button('Add'));
  await screen.findByText(messages.startTooEarly);
  expect(await field('From')).toHaveFocus();
});

test('a transfer has two accounts, and an income no wallet', async () => {
  api.answer('addSchedule', { ...claraWithAccounts, schedule: scheduleOf() });
  const hands = await openForm(claraWithAccounts);
  await hands.click(screen.getByRole('radio', { name: 'Income' }));
  expect(screen.queryByLabelText('Paid with')).toBeNull();
  expect(await field('Category')).toHaveValue('Salary');
  await hands.click(screen.getByRole('radio', { name: 'Transfer' }));
  await type(hands, 'Title', 'To savings');
  await hands.click(screen.getByRole('radio', { name: 'From, to' }));
  await type(hands, 'At least', '100');
  await type(hands, 'At most', '300');
  await hands.click(await button('Add'));
  await screen.findByText('Schedule added: To savings');
  const [everyday, savings] = claraWithAccounts.accounts;
  expect(api.inputsOf('addSchedule')[0]).toMatchObject({
    ...{ type: 'Transfer', amount: { from: 100, to: 300 }, account: everyday?._id, toAccount: savings?._id },
  });
});

test('a schedule is changed from today on, and removed', async () => {
  const rent = scheduleOf();
  const gym = scheduleOf({ _id: clara._id, title: 'Gym' });
  api.answer('getSchedules', { schedules: [rent, gym] });
  api.answer('changeSchedule', { ...clara, schedule: rent });
  api.refuse('removeSchedule', 'schedule_not_found');
  api.answer('getForecast', forecastOf({ [today()]: 500 }));
  const hands = openAs(clara, '/upcoming');
  await hands.click(await screen.findByRole('radio', { name: 'By schedule' }));
  await hands.click(await button('Change Rent'));
  await type(hands, 'Amount', '1500');
  await hands.click(await button('Save changes'));
  await screen.findByText('Schedule changed');
  expect(api.inputsOf('changeSchedule')).toEqual([{ scheduleId: rent._id, amount: { exact: 1500 } }]);
  await hands.click(await button('Change Rent'));
  await hands.click(await button('Remove this schedule'));
  await screen.findByText(PROBLEMS.schedule_not_found.title);
  api.answer('removeSchedule', { ...clara, schedule: null });
  api.answer('getSchedules', { schedules: [gym] });
  await hands.click(await button('Remove this schedule'));
  await screen.findByText('Schedule removed: Rent');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Change Rent' })).toBeNull());
  expect(document.activeElement?.ariaLabel ?? document.activeElement?.tagName).toBe('Change Gym');
});

test('a schedule is changed from an occurrence on, and says what is ahead', async () => {
  const day = shifted(today(), 5);
  const ahead = { until: day, title: 'Rent', amount: { exact: 1450 }, rule: scheduleOf().rule };
  api.answer('getSchedules', { schedules: [scheduleOf()] });
  api.answer('getForecast', forecastOf({ [today()]: 500 }, { occurrences: [occurrenceOf({ day })] }));
  api.answer('changeSchedule', { ...clara, schedule: scheduleOf() });
  const hands = openAs(clara, '/upcoming');
  await hands.click(await screen.findByRole('button', { name: /^Rent, / }));
  await hands.click(await button('Change the schedule'));
  expect(await screen.findByRole('radio', { name: 'This and later ones' })).toBeChecked();
  expect(await field('First day')).toHaveValue(day);
  await type(hands, 'Amount', '1500');
  await hands.clear(await field('First day'));
  await hands.click(await button('Save changes'));
  await screen.findByText(messages.dateRequired);
  await type(hands, 'First day', day);
  api.answer('getSchedules', { schedules: [scheduleOf({ amount: { exact: 1500 }, before: ahead })] });
  await hands.click(await button('Save changes'));
  await screen.findByText('Schedule changed');
  expect(api.inputsOf('changeSchedule')).toEqual([
    { scheduleId: scheduleOf()._id, amount: { exact: 1500 }, from: day },
  ]);
  await hands.click(await screen.findByRole('radio', { name: 'By schedule' }));
  await screen.findByText(`From ${formatDay(day).long}: $1,500.00.`);
  // The date of a change that is ahead is not changed by itself.
  await hands.click(await button('Change Rent'));
  await type(hands, 'First day', shifted(day, 1));
  await hands.click(await button('Save changes'));
  await screen.findByText(/Only the day is other/);
  await hands.click(screen.getByRole('radio', { name: 'From today on' }));
  expect(screen.queryByLabelText('First day')).toBeNull();
});

test("'Repeats…' at an entry opens the form with it", async () => {
  const entry = transactionOf(1, { title: 'Gym', amount: 39, wallet: 'Bank', date: shifted(today(), -3) });
  api.answer('getTransaction', { transaction: { ...entry, imported: [] } });
  const hands = openAs(clara, `/transactions/${entry._id}`);
  await hands.click(await button('Repeats…'));
  expect(await field('Title')).toHaveValue('Gym');
  expect(await field('Amount')).toHaveValue('39.00');
  expect(await field('Paid with')).toHaveValue('Bank');
});
