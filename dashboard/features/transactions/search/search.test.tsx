import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Entry } from '#contract/transaction.ts';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import type { Cents } from '#ledger/model/money.ts';
import { type AskedEntry, countedIn } from '#ledger/search/matching-parts.ts';
import { readQuery } from '#ledger/search/read-query.ts';
import { api, button, openAs } from '../../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf, transactionOf } from '../../../testing/people.ts';

const [everyday = '', savings = ''] = claraWithAccounts.accounts.map(({ _id }) => _id);
const cents = (amount: number) => Math.round(amount * 100) as Cents;

const ENTRIES = [
  entryOf(5, { title: 'Coffee with Jonah', amount: 7.04, category: 'Food & Drinks', tags: ['Lunch'] }),
  entryOf(4, {
    title: 'Market',
    amount: 100,
    parts: [
      { amount: 70, category: 'Groceries', note: null },
      { amount: 30, category: 'Other', note: 'coffee' },
    ],
  }),
  entryOf(3, { title: 'Rye bread', amount: 12, category: 'Groceries' }),
  entryOf(2, { type: 'Income', title: 'Salary', amount: 2500, category: 'Salary', wallet: null }),
  entryOf(1, { type: 'Transfer', title: null, amount: 50, toAccount: savings, wallet: null }),
];

/** The result of a query, by the same language as the server's. */
function found(q: string): Entry[] {
  const accounts = claraWithAccounts.accounts.map(({ _id, name }) => ({ accountId: _id, name }));
  const read = readQuery(q, { today: '2026-11-25', accounts, categories: listed(GIVEN_CATEGORIES) });
  if ('problem' in read) throw new Error(read.problem.message);
  return ENTRIES.flatMap((entry) => {
    const counted = countedIn(read.query, asked(entry));
    return counted === null ? [] : [{ ...entry, counted: counted / 100 }];
  });
}

function asked(entry: Entry): AskedEntry {
  return {
    ...entry,
    amount: cents(entry.amount),
    accountId: entry.account ?? '',
    hasReceipt: entry.receipt !== null,
    parts:
      entry.parts?.map(({ amount, category, note }) => ({
        amount: cents(amount),
        category,
        note: note ?? undefined,
      })) ?? null,
    bankTexts: [],
    counterparties: [],
    isImported: false,
    isEdited: false,
    origins: [{ by: 'hand' }],
  };
}

function totals(q: string) {
  const counted = found(q).map((entry) => entry.counted ?? 0);
  const sum = (amounts: number[]) => cents(amounts.reduce((all, amount) => all + amount, 0)) / 100;
  const [gained, spent] = [sum(counted.filter((each) => each > 0)), -sum(counted.filter((each) => each < 0))];
  return { count: counted.length, in: gained, out: spent, net: sum([gained, -spent]), revision: 5 };
}

beforeEach(() => {
  api.answer('getEntries', ({ q = '' }) => ({ entries: found(q), next: null }));
  api.answer('find', ({ q }) => totals(q ?? ''));
});

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Find entries' });
const chips = () => within(screen.getByRole('list', { name: 'What the search asks' }));
const rows = () =>
  screen.queryAllByRole('row').flatMap((row) =>
    within(row)
      .queryAllByRole('link')
      .map((link) => link.textContent),
  );
const asks = () => api.inputsOf('getEntries').map(({ q }) => q);

/** Opens the list as somebody with several accounts, when it is there. */
async function open(address = '/transactions') {
  const person = openAs(claraWithAccounts, address);
  const input = await field();
  return { person, input };
}

test('/ goes to the field, and what is typed is found after a pause, with its totals', async () => {
  const { person, input } = await open();
  await screen.findByRole('link', { name: 'Salary' });
  await person.keyboard('/');
  expect(input).toHaveFocus();
  expect(input).toHaveValue('');
  await person.keyboard('coffee');
  await waitFor(() => expect(rows()).toEqual(['Coffee with Jonah', 'Market']));
  await waitFor(() => expect(asks().at(-1)).toBe('coffee'));
  const sums = within(screen.getByRole('region', { name: 'Totals' }));
  expect(sums.getByText('2 entries')).toBeVisible();
  expect(sums.getByRole('button', { name: 'Explain expenses that are found $37.04' })).toBeVisible();
  expect(sums.getByRole('button', { name: 'Explain net of what is found −\u00a0$37.04' })).toBeVisible();
  expect(await screen.findByText('2 entries found, net − $37.04')).toHaveAttribute('role', 'status');
  expect((await screen.findByRole('row', { name: /Market/ })).textContent).toMatch(/− \$30\.00of \$100\.00$/);
  // In the field a slash is a letter.
  await person.keyboard('/');
  expect(input).toHaveValue('coffee/');
});

test('the address has the query: it is there at first, and each finished query is a step back', async () => {
  api.answer('getTransaction', { transaction: transactionOf(3, { title: 'Rye bread' }) });
  const { person, input } = await open('/transactions?q=rye');
  await waitFor(() => expect(rows()).toEqual(['Rye bread']));
  expect(input).toHaveValue('rye');
  await person.click(await screen.findByRole('link', { name: 'Rye bread' }));
  expect(await screen.findByRole('link', { name: 'Transactions', current: false })).toHaveAttribute(
    'href',
    '/transactions?q=rye',
  );
});

test('a term is taken out by its cross, with the operator beside it', async () => {
  const { person, input } = await open('/transactions?q=coffee%20or%20-type:expense%20amount>20');
  await screen.findByRole('link', { name: 'Salary' });
  expect(
    chips()
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['textcoffee', 'or', 'not typeExpense', 'amountfrom $20.01']);
  await person.click(chips().getByRole('button', { name: 'Remove text coffee' }));
  expect(input).toHaveValue('-type:expense amount>20');
  expect(input).toHaveFocus();
  await waitFor(() => expect(rows()).toEqual(['Salary', 'Everyday to Savings']));
  await person.click(chips().getByRole('button', { name: 'Change amount from $20.01' }));
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('amount>20');
  await person.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(input).toHaveValue('');
  await screen.findByText('Coffee with Jonah');
});

test('names are completed as one types, by Tab, arrows and Enter', async () => {
  const { person, input } = await open();
  await person.click(input);
  await person.keyboard('cat');
  expect(await screen.findByRole('option', { name: /^category:/ })).toBeVisible();
  expect(input).toHaveAttribute('aria-expanded', 'true');
  await person.keyboard('{Tab}');
  expect(input).toHaveValue('category:');
  await person.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getAllByRole('option')[1];
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveAttribute('aria-activedescendant', second?.id);
  await person.keyboard('groc{ArrowDown}{Enter}');
  expect(input).toHaveValue('category:Groceries ');
  await waitFor(() => expect(rows()).toEqual(['Market', 'Rye bread']));
  await person.keyboard('#l');
  await person.click(await screen.findByRole('option', { name: /^#Lunch/ }));
  expect(input).toHaveValue('category:Groceries #Lunch ');
  expect(await screen.findByText('Nothing matches this search', { selector: 'span' })).toBeVisible();
  await person.keyboard('zz{Escape}');
  expect(input).not.toHaveFocus();
});

test('what is not understood is said with its place, and the list stays', async () => {
  const { person, input } = await open('/transactions?q=rye');
  await waitFor(() => expect(rows()).toEqual(['Rye bread']));
  await person.click(input);
  await person.paste(' category:Grocreies');
  const message = "There is no category 'Grocreies'; did you mean category 'Groceries'?";
  expect(await screen.findByText(message)).toBeVisible();
  expect(input).toHaveAccessibleDescription(new RegExp(`^.*${message.slice(0, 20)}.*The list is as it was before`));
  expect(input).toBeInvalid();
  expect(screen.getByText('Grocreies', { selector: 'mark' })).toBeVisible();
  expect(chips().getByText('not understood')).toBeVisible();
  await person.keyboard('{Enter}');
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('Grocreies');
  expect(rows()).toEqual(['Rye bread']);
  expect(asks()).toEqual(['rye']);
  expect(await button('Save view')).toBeDisabled();
});

test('an address that is not understood lists nothing, and the way out is there', async () => {
  const { person } = await open('/transactions?q=amount:abc');
  expect(await screen.findByText('The search is not understood')).toBeVisible();
  expect(asks()).toEqual([]);
  const [, clear] = screen.getAllByRole('button', { name: 'Clear the search' });
  if (clear) await person.click(clear);
  await screen.findByRole('link', { name: 'Salary' });
  expect(await field()).toHaveFocus();
});

test('what the server refuses is said at the field, and can be tried again', async () => {
  api.refuse('find', 'query_too_slow');
  api.refuse('getEntries', 'query_too_slow');
  const { person, input } = await open('/transactions?q=a');
  await waitFor(() => expect(input).toHaveAccessibleDescription(/This search takes too long/));
  api.answer('getEntries', ({ q = '' }) => ({ entries: found(q), next: null }));
  await person.click(await button('Try again'));
  await waitFor(() => expect(rows()).toEqual(['Coffee with Jonah', 'Market', 'Rye bread', 'Salary']));
});

test('of an account the query and its totals ask for the account, too', async () => {
  const { person } = await open('/transactions?q=coffee%20or%20type:transfer');
  await waitFor(() => expect(rows()).toHaveLength(3));
  await person.click(
    within(screen.getByRole('navigation', { name: 'Accounts' })).getByRole('link', { name: 'Savings' }),
  );
  await waitFor(() => expect(rows()).toEqual(['From Everyday']));
  const composed = '(coffee or type:transfer) account:Savings';
  expect(asks().at(-1)).toBe(composed);
  expect(api.inputsOf('find').at(-1)).toEqual({ q: composed });
  expect(api.inputsOf('getEntries').every(({ account }) => account === undefined)).toBe(true);
  expect(await field()).toHaveValue('coffee or type:transfer');
});

test('with one account the field finds, too, and keeps the focus while the list changes', async () => {
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  const person = openAs({ ...clara, transactionCount: 1 }, '/transactions');
  await screen.findByText('Entry 1');
  const input = await field();
  await person.type(input, 'rye');
  await waitFor(() => expect(rows()).toEqual(['Rye bread']));
  expect(input).toHaveFocus();
  expect(api.inputsOf('getEntries').at(-1)).toEqual({ limit: '50', q: 'rye', details: 'true' });
});

test('a sum explains itself, by the query', async () => {
  const rye = {
    ...{
      _id: ENTRIES[2]?._id ?? '',
      type: 'Expense' as const,
      title: 'Rye bread',
      date: '2026-11-20',
      account: everyday,
    },
    ...{ change: -12, part: 'expenses', changeSetId: '7', recordedAt: '2026-11-20T10:00:00.000Z' },
  } as const;
  api.answer('explain', () => ({
    figure: 'find:net:rye',
    amount: -12,
    shown: -12,
    agrees: true,
    parts: [{ what: 'expenses', amount: -12, count: 1 }],
    entries: [rye],
    next: null,
    revision: 5,
  }));
  const { person } = await open('/transactions?q=rye');
  await person.click(await button('Explain net of what is found −\u00a0$12.00'));
  const drawer = within(await screen.findByRole('dialog', { name: 'Income less expenses' }));
  expect(await drawer.findByText('Found by rye, as of today')).toBeVisible();
  expect(api.inputsOf('explain')).toMatchObject([{ figure: 'find:net:rye' }]);
});

test('a view is saved under a name, marked while it is open, and removed, with a way back', async () => {
  const view = { _id: '9d2f0b6e-3a51-4c0e-9f64-1f6f3f1c2d3e', name: 'Bread', q: 'rye' };
  api.answer('saveView', { view, views: [view] });
  api.answer('removeView', { views: [] });
  const { person, input } = await open('/transactions?q=rye');
  await person.click(await button('Save view'));
  await person.click(await button('Save'));
  expect(await screen.findByText('Name is required')).toBeVisible();
  await person.type(screen.getByLabelText('Name'), 'Bread');
  await person.keyboard('{Enter}');
  await screen.findByText('View saved');
  expect(api.inputsOf('saveView')).toEqual([{ name: 'Bread', q: 'rye' }]);
  const link = await screen.findByRole('link', { name: 'Bread' });
  expect(link).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  await person.type(input, ' bread');
  await waitFor(() => expect(link).not.toHaveAttribute('aria-current'));
  await person.click(link);
  await waitFor(() => expect(input).toHaveValue('rye'));
  await person.click(await button('Remove this view'));
  await screen.findByText('View removed: Bread');
  expect(api.inputsOf('removeView')).toEqual([{ viewId: view._id }]);
  expect(screen.queryByRole('navigation', { name: 'Views' })).toBeNull();
  await person.click(await button('Undo'));
  await screen.findByRole('link', { name: 'Bread' });
});

/** Opens the menu at a kind of conditions. */
async function openMenu(kind: string, address?: string) {
  const { person, input } = await open(address);
  await person.click(await button('Add a condition'));
  await person.click(await screen.findByRole('button', { name: new RegExp(`^${kind}`) }));
  return { person, input };
}

test.each([
  ['Category', 'Groceries', 'category:Groceries'],
  ['Category', 'none', 'category:-'],
  ['Account', 'Old bank', 'account:"Old bank"'],
  ['Wallet', 'Debit card', 'wallet:"Debit card"'],
  ['Type', 'Transfer', 'type:transfer'],
  ['Has', 'a receipt', 'has:receipt'],
  ['Is', 'split', 'is:split'],
  ['Date', 'Last month', 'date:last-month'],
  ['Tag', '#Lunch', '#Lunch'],
])('the menu writes %s %s as %s', async (kind, value, written) => {
  const { person, input } = await openMenu(kind);
  await person.click(await button(value));
  expect(input).toHaveValue(written);
  expect(input).toHaveFocus();
  expect(screen.queryByRole('group', { name: 'Add a condition' })).toBeNull();
});

test('the menu writes whole words', async () => {
  const { person, input } = await openMenu('Text');
  await person.type(screen.getByLabelText('Words'), 'rye bread');
  await person.selectOptions(screen.getByLabelText('Where'), 'in the title');
  await person.selectOptions(screen.getByLabelText('Found'), 'as whole words');
  await person.click(await button('Add'));
  expect(input).toHaveValue('title:="rye bread"');
});

test('the menu writes words, amounts, days and tags that are typed, each negated, too', async () => {
  const { person, input } = await openMenu('Text', '/transactions?q=tea%20or%20coffee');
  await person.type(screen.getByLabelText('Words'), 'rye bread');
  await person.click(screen.getByRole('radio', { name: 'has not' }));
  await person.click(await button('Add'));
  expect(input).toHaveValue('(tea or coffee) -"rye bread"');

  await person.click(await button('Add a condition'));
  await person.click(await screen.findByRole('button', { name: /^Amount/ }));
  await person.selectOptions(screen.getByLabelText('How'), 'between');
  await person.type(screen.getByLabelText('From, in $'), '50');
  await person.type(screen.getByLabelText('To, in $'), '20');
  await person.click(await button('Add'));
  expect(await screen.findByText('The range is backwards: the smaller amount is first')).toBeVisible();
  await person.clear(screen.getByLabelText('To, in $'));
  await person.click(await button('Add'));
  expect(input).toHaveValue('(tea or coffee) -"rye bread" amount:50..');

  await person.click(screen.getByRole('button', { name: 'Clear the search' }));
  await person.click(await button('Add a condition'));
  await person.click(await screen.findByRole('button', { name: /^Date/ }));
  await person.type(screen.getByLabelText('From'), '2026-03-05');
  await person.click(await button('Add'));
  expect(input).toHaveValue('date:2026-03-05..');
});

test('the menu is used by keyboard, and Escape closes it', async () => {
  const { person, input } = await open();
  const opener = await button('Add a condition');
  opener.focus();
  await person.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Text/ })).toHaveFocus());
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Back from Category' })).toHaveFocus());
  await person.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  expect(input).toHaveValue('');
});

test('a hit in a note or the bank’s text says so below its title, and all of them are downloaded', async () => {
  const noted = entryOf(2, { title: 'Pay', note: 'with a bonus', bankText: null, changeSetId: 'one' });
  api.answer('getEntries', ({ limit, before }) => {
    return { entries: [noted], next: Number(limit) === 500 && !before ? '2026-11-01.5' : null };
  });
  api.answer('find', { count: 2, in: 24, out: 0, net: 24, revision: 7 });
  const user = openAs(claraWithAccounts, '/transactions?q=bonus');
  expect(await screen.findByText('bonus', { selector: 'mark' })).toBeVisible();
  expect(screen.getByText('in its note:')).toBeVisible();
  const { createObjectURL } = URL;
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return 'blob:found';
  };
  await user.click(await button('Download these'));
  await screen.findByText('Downloaded what is found');
  URL.createObjectURL = createObjectURL;
  expect((await files[0]?.text())?.split('\r\n')).toHaveLength(4);
  expect(api.inputsOf('getEntries').at(-1)).toEqual({
    ...{ q: 'bonus', limit: '500', details: 'true', before: '2026-11-01.5' },
  });
});
