import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { replace } from '../../server/cache.ts';
import { userQuery } from '../../server/user.ts';
import { answerChangeSets, changeSetOf } from '../../testing/change-sets.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const CARD = '1f7c9a63-6a8b-4e5d-8d2f-3b4c5d6e7f80';
const card = { _id: CARD, name: 'Card', kind: 'Credit card' as const, balance: 0, isOpen: true, isBudgeted: true };
const withCard = { ...clara, accounts: [...clara.accounts, card] };
const everyday = clara.accounts[0]?._id ?? '';

const made = changeSetOf('made', { kind: 'create-expense', summary: 'Expense: Rye bread' });
const changed = changeSetOf('changed', { summary: 'Expense changed: Rye loaf', undoneBy: 'undo' });
const undo = changeSetOf('undo', { kind: 'undo', summary: 'Undone: Expense changed: Rye loaf', undoes: 'changed' });
const paid = changeSetOf('paid', { kind: 'payment', summary: 'Premium paid' });
const changes = [
  { entry: 'entry', field: 'title', before: 'Rye bread', after: 'Rye loaf' },
  { entry: 'entry', field: 'category', before: null, after: 'Groceries' },
  { entry: 'entry', field: 'account', before: everyday, after: CARD },
];

const rows = () =>
  screen.getAllByRole('row').filter((row) => within(row).queryByRole('button', { expanded: false }) !== null);

test('lists the change-sets, and says which are undone or can not be', async () => {
  answerChangeSets([undo, changed, made, paid]);
  openAs(clara, '/history');
  await screen.findByText('Undone: Expense changed: Rye loaf');
  expect(rows().map((row) => within(row).queryByRole('button', { name: /^Undo: / }) !== null)).toEqual([
    ...[true, false, true, false],
  ]);
  expect(within(rows()[1] as HTMLElement).getByText('Undone')).toBeVisible();
});

test('a row opens to what was before and after', async () => {
  answerChangeSets([undo, changed], changes);
  const user = openAs(clara, '/history');
  await user.click(await button('Expense changed: Rye loaf'));
  const table = await screen.findByRole('table', { name: 'Rye loaf' });
  const lines = within(table).getAllByRole('row');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    ...['FieldBeforeAfter', 'TitleRye breadRye loaf', 'CategorynoneGroceries'],
  ]);
  expect(await screen.findByText(/^Undone on November 20, 2026 at /)).toBeVisible();
  await user.click(await button('Expense changed: Rye loaf'));
  expect(screen.queryByRole('table', { name: 'Rye loaf' })).toBeNull();
});

test('with two accounts the account is shown, and can be filtered by', async () => {
  answerChangeSets([changed], changes);
  const user = openAs(withCard, '/history');
  await user.click(await button('Expense changed: Rye loaf'));
  const table = await screen.findByRole('table', { name: 'Rye loaf' });
  expect(within(table).getByRole('row', { name: 'Account Everyday Card' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Account'), 'Card');
  await waitFor(() => expect(api.inputsOf('getChangeSets').at(-1)).toEqual({ account: CARD, limit: '50' }));
  // Without the account its filter is gone, too.
  act(() => replace(userQuery().queryKey, clara));
  await waitFor(() => expect(api.inputsOf('getChangeSets').at(-1)).toEqual({ limit: '50' }));
});

test('with one account there is no filter by account, nor kinds of transfers', async () => {
  answerChangeSets([changed]);
  const user = openAs(clara, '/history');
  const kind = await screen.findByLabelText('Kind');
  expect(screen.queryByLabelText('Account')).toBeNull();
  expect(within(kind).queryByRole('option', { name: /Transfer/ })).toBeNull();
  api.answer('getChangeSets', { changeSets: [], next: null });
  await user.selectOptions(kind, 'Goal deleted');
  await screen.findByText('No change fits the filter');
  expect(api.inputsOf('getChangeSets').at(-1)).toEqual({ kind: 'delete-goal', limit: '50' });
  answerChangeSets([changed]);
  await user.click(await button('Show all'));
  expect(await button('Expense changed: Rye loaf')).toBeVisible();
});

test('a ledger without any change says so', async () => {
  answerChangeSets([]);
  openAs(clara, '/history');
  await screen.findByText('Nothing has been written down yet');
  expect(screen.queryByLabelText('Kind')).toBeNull();
});

test('an import shows its entries as a table, and what else it did below', async () => {
  const imported = changeSetOf('imported', { kind: 'import', summary: 'File imported: card.csv' });
  const made = (entry: string, fields: object) =>
    Object.entries(fields).map(([field, after]) => ({ entry, field, before: null, after }));
  const changes = [
    ...made('e1', { title: 'Phone plan', amount: 38, type: 'Expense', category: 'Bills & Fees', date: '2026-10-09' }),
    ...made('e2', { title: 'Refund', amount: 5, type: 'Income', date: '2026-10-10' }),
    ...made('balance everyday 2026-10-31', { balance: 12.5, source: 'statement' }),
  ];
  answerChangeSets([imported], changes);
  const user = openAs(clara, '/history');
  await user.click(await screen.findByRole('button', { name: /File imported: card\.csv/, expanded: false }));
  const table = await screen.findByRole('table', { name: 'Entries' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'DateTitleAmount',
    'October 9, 2026Phone plan Bills & Fees\u2212 $38.00',
    'October 10, 2026Refund+ $5.00',
  ]);
  expect(within(table).getByRole('link', { name: 'Refund' })).toHaveAttribute('href', '/transactions/e2');
  expect(screen.getByRole('table', { name: /Balance of October 31/ })).toBeVisible();
});

test('what a bulk changed is a table of what is the same of how many entries', async () => {
  const bulk = changeSetOf('bulk', { kind: 'bulk', summary: '3 entries changed', count: 4 });
  const of = (entry: string, before: string | null) => ({ entry, field: 'category', before, after: 'Groceries' });
  answerChangeSets([bulk], [of('a', null), of('b', 'Shopping'), of('c', null)]);
  const user = openAs(clara, '/history');
  await user.click(await button('3 entries changed'));
  const table = await screen.findByRole('table', { name: 'What was changed' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Category', 'none', 'Groceries', '2'],
    ['Category', 'Shopping', 'Groceries', '1'],
  ]);
  expect(screen.queryByText('What was recorded')).toBeNull();
});

test('a run of one kind is one row, which opens to its changes and undoes all, the newest first', async () => {
  const plans = [4, 3, 2, 1, 0].map((number) =>
    changeSetOf(`plan-${number}`, { kind: 'plan', summary: `Plan ${number}` }),
  );
  answerChangeSets([made, ...plans]);
  api.answer('undo', clara);
  const user = openAs(clara, '/history');
  await user.click(await button('Budget planned, 5 times'));
  expect(await button('Plan 0')).toBeVisible();
  await user.click(await button('Undo all: Budget planned, 5 times'));
  await user.click(await button('Continue'));
  await screen.findByText('Undone: 5 changes');
  expect(api.inputsOf('undo')).toEqual(plans.map(({ _id }) => ({ changeSetId: _id })));
});
