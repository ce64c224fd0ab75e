import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Entry } from '#contract/transaction.ts';
import { api, field, openAs } from '../../testing/open.tsx';
import { claraWithAccounts, entryOf } from '../../testing/people.ts';

const loaf = entryOf(1, { title: 'Rye loaff', amount: 4.2, category: 'Groceries' });
const milk = entryOf(2, { title: 'Milk', amount: 1.1 });

/**
 * The list of two entries, as the server has them: an update changes them. `elsewhere` is changed by another tab, and
 * `meanwhile` between an update and the list after it.
 */
async function openList(elsewhere: Partial<Entry> = {}, meanwhile: Partial<Entry> = {}) {
  const entries = new Map([loaf, milk].map((entry) => [entry._id, entry]));
  api.answer('getEntries', () => ({ entries: [...entries.values()], next: null }));
  api.answer('getEntry', ({ id }) => {
    const entry = entries.get(String(id)) ?? loaf;
    return { entry: { ...entry, ...elsewhere }, origins: {} };
  });
  api.answer('updateTransaction', ({ transactionId, ...changes }) => {
    const before = entries.get(transactionId);
    if (before) entries.set(transactionId, { ...before, ...changes, ...meanwhile } as Entry);
    return claraWithAccounts;
  });
  const user = openAs(claraWithAccounts, '/transactions');
  (await screen.findByRole('row', { name: /Rye loaff/ })).focus();
  return user;
}

test('a typo takes e, the title and Enter, after which the row has the focus', async () => {
  const user = await openList();
  await user.keyboard('e');
  expect(await field('Title')).toHaveFocus();
  await user.keyboard('Rye loaf{Enter}');
  const row = await screen.findByRole('row', { name: /Rye loaf(?!f)/ });
  await waitFor(() => expect(row).toHaveFocus());
  expect(screen.queryByLabelText('Title')).toBeNull();
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, title: 'Rye loaf' }]);
  await user.keyboard('je');
  expect(await field('Title')).toHaveValue('Milk');
});

test('each field is saved when it is left, and an untouched one is not; Escape takes back what is typed', async () => {
  const user = await openList();
  await user.keyboard('e{Tab}{Control>}a{/Control}3+4{Tab}');
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, amount: 7 }]);
  await user.type(await field(/^Note/), 'never');
  await user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Title')).toBeNull();
  expect(api.inputsOf('updateTransaction')).toHaveLength(1);
});

test('the category in a row is changed in its place', async () => {
  const user = await openList();
  await user.click(await screen.findByRole('button', { name: 'Groceries, change it' }));
  const category = await field('Category');
  await waitFor(() => expect(category).toHaveFocus());
  await user.click(await screen.findByRole('option', { name: 'Shopping' }));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, category: 'Shopping' }]);
});

test('letters find a category, which Enter chooses', async () => {
  const user = await openList();
  await user.click(await screen.findByRole('button', { name: 'Groceries, change it' }));
  await waitFor(async () => expect(await field('Category')).toHaveFocus());
  await user.keyboard('duc');
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Education',
    'New category “duc”…',
  ]);
  await user.keyboard('{Escape}');
  expect(await field('Category')).toHaveValue('Groceries');
  expect(screen.getByRole('option', { name: 'Groceries', selected: true })).toBeVisible();
  await user.clear(await field('Category'));
  await user.keyboard('educ{Enter}');
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, category: 'Education' }]);
  await waitFor(() => expect(screen.queryByLabelText('Category')).toBeNull());
});

test('a text that is typed while another one is being saved is saved after it', async () => {
  const user = await openList();
  const answer = api.hold('updateTransaction');
  await user.keyboard('e');
  await field('Title');
  await user.keyboard('Rye{Tab}');
  await user.click(await field('Title'));
  await user.keyboard(' bread{Enter}');
  answer();
  await waitFor(() => expect(api.inputsOf('updateTransaction')).toHaveLength(2));
  expect(api.inputsOf('updateTransaction').at(-1)).toMatchObject({ title: 'Rye bread' });
});

test('a change from elsewhere is told, and only Enter saves over it', async () => {
  const user = await openList({ title: 'Rye loaf, sliced' });
  await user.keyboard('e');
  await field('Title');
  await user.keyboard('Rye loaf{Tab}');
  expect(await screen.findByText(/^Changed elsewhere to “Rye loaf, sliced”/)).toBeVisible();
  expect(api.inputsOf('updateTransaction')).toEqual([]);
  await user.click(await field('Title'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(api.inputsOf('updateTransaction')).toHaveLength(1));
});

test('an open field that is untouched shows a change from elsewhere, and says so', async () => {
  const user = await openList({}, { title: 'Rye loaf, sliced' });
  await user.keyboard('e{Tab}{Control>}a{/Control}7{Tab}');
  await waitFor(async () => expect(await field('Title')).toHaveValue('Rye loaf, sliced'));
  expect(await field('Title')).toHaveAccessibleDescription('Changed just now');
  expect(await field('Amount')).not.toHaveAccessibleDescription();
  await user.type(await field('Title'), '!');
  expect(await field('Title')).not.toHaveAccessibleDescription();
});

test('what could not be saved stays, and says so', async () => {
  const user = await openList();
  api.refuse('getEntry', 'unavailable');
  await user.keyboard('e');
  await field('Title');
  await user.keyboard('Rye loaf{Tab}');
  expect(await screen.findByText(/What you typed is still here/)).toBeVisible();
  expect(await field('Title')).toHaveValue('Rye loaf');
  await user.clear(await field('Title'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Title is required')).toBeVisible();
});
