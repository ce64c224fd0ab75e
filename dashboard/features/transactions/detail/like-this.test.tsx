import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import { api, openAs } from '../../../testing/open.tsx';
import { clara, entryOf, transactionOf } from '../../../testing/people.ts';
import { occurrenceOf } from '../../../testing/schedules.ts';
import { formatDay, today } from '../../../ui/day.ts';

const coffee = { title: 'Coffee "Lomi"' };

test('beside an entry are the last ones of its title, how many there are, and the next expected one', async () => {
  const day = shifted(today(), 9);
  api.answer('getTransaction', { transaction: transactionOf(9, coffee) });
  api.answer('find', { count: 7, in: 0, out: 24.51, net: -24.51, revision: 9 });
  api.answer('getEntries', {
    entries: [9, 7, 6, 5, 4, 3, 2].map((number) => entryOf(number, { ...coffee, date: shifted(day, number * 7 - 99) })),
    next: null,
  });
  api.answer('getUpcoming', {
    occurrences: [occurrenceOf({ day: shifted(today(), 2), title: 'Rent' }), occurrenceOf({ day, ...coffee })],
  });
  openAs(clara, `/transactions/${transactionOf(9)._id}`);
  const aside = within(await screen.findByRole('complementary', { name: 'Like this' }));
  const q = 'title:="Coffee \\"Lomi\\"" type:expense';
  expect(api.inputsOf('find')).toContainEqual({ q });
  const links = aside.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    ...[7, 6, 5, 4, 3].map((number) => `/transactions/${transactionOf(number)._id}`),
    `/transactions?q=${encodeURIComponent(q)}`,
    '/upcoming',
  ]);
  expect(aside.getByText(/on average/)).toHaveTextContent('7 entries, about every week, $3.50 on average');
  expect(aside.getByText('Next expected').closest('p')).toHaveTextContent(`Next expected on ${formatDay(day).long}`);
});

test('an entry that is alone with its title has nothing beside it', async () => {
  api.answer('getTransaction', { transaction: transactionOf(9, coffee) });
  api.answer('find', { count: 1, in: 0, out: 3.5, net: -3.5, revision: 9 });
  openAs(clara, `/transactions/${transactionOf(9)._id}`);
  await screen.findByRole('heading', { name: coffee.title });
  await waitFor(() => expect(api.inputsOf('find')).toHaveLength(1));
  expect(screen.queryByRole('complementary', { name: 'Like this' })).toBeNull();
  expect(api.inputsOf('getEntries')).toEqual([]);
});
