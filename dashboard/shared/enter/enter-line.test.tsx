import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { ReadLine } from '#contract/line-calls.ts';
import { lineInWords } from '#contract/line-words.ts';
import type { User } from '#contract/user.ts';
import type { PastEntry } from '#ledger/line/line.ts';
import { lineWithPast } from '#ledger/line/line-with-past.ts';
import { readAlone } from '#ledger/line/read-line.ts';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { claraWithAccounts, entryOf, transactionOf } from '../../testing/people.ts';

const user: User = {
  ...claraWithAccounts,
  dateOrder: 'dmy',
  transactionCount: 1,
  transactionHistory: [transactionOf(1)],
};
const [everyday] = user.accounts;
const past: PastEntry = { type: 'Expense', category: 'Groceries', wallet: 'Debit card', account: everyday?._id ?? '' };

/** The server's answer, read by the same code. Of 'market' there is an entry. */
function read({ text }: { text: string }): ReadLine {
  const accounts = user.accounts.filter(({ isOpen }) => isOpen).map(({ _id, ...account }) => ({ id: _id, ...account }));
  const alone = readAlone(text, '2026-11-25', {
    currency: '$',
    dateOrder: 'dmy',
    accounts,
    categories: listed(GIVEN_CATEGORIES),
    tags: [],
  });
  const line = lineWithPast(alone, alone.title === 'market' ? past : null);
  return { ...line, ...lineInWords(line), amount: line.amount === null ? null : line.amount / 100 };
}

beforeEach(() => {
  api.answer('readLine', read);
  api.answer('getEntries', { entries: [entryOf(1)], next: null });
  api.answer('enter', ({ text }) => ({ ...user, entry: entryOf(2, { title: text.split(' ')[0] ?? '', amount: 4.2 }) }));
});

const line = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Enter a line' });

/** The texts of live regions. */
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .filter((said) => said !== '');

test('n goes to the field on Transactions, and Enter records, with Undo, and is ready for the next', async () => {
  const person = openAs(user, '/transactions');
  const field = await line();
  await person.keyboard('n');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('');
  await person.keyboard('coffee 4.20 #food yesterday');
  expect(await screen.findByText('November 24, 2026')).toBeVisible();
  expect(screen.getByLabelText('Category')).toHaveValue('Food & Drinks');
  await person.keyboard('{Enter}');
  expect(await screen.findByText('Entered: coffee, − $4.20')).toBeVisible();
  expect(await button('Undo')).toBeVisible();
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(api.inputsOf('enter')).toEqual([{ text: 'coffee 4.20 #food yesterday' }]);
});

test('elsewhere n and the palette open a dialog; in a text field n is a letter', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const person = openAs(user, '/');
  await screen.findByRole('heading', { name: 'Overview' });
  // Text that is typed before the dialog is there is in its field.
  await person.keyboard('ntea');
  await screen.findByRole('dialog', { name: 'Enter a line' });
  const field = await line();
  await waitFor(() => expect(field).toHaveFocus());
  await person.keyboard('n 5');
  expect(field).toHaveValue('tean 5');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await person.keyboard('{Control>}k{/Control}');
  await person.click(await screen.findByText('Enter a line'));
  await screen.findByRole('dialog', { name: 'Enter a line' });
});

test('a line that lacks something is not sent, and says what once it is entered', async () => {
  const person = openAs(user, '/transactions');
  await person.click(await line());
  await person.keyboard('coffee');
  await screen.findByRole('button', { name: 'Change title coffee' });
  expect(screen.queryByText('Amount is required')).toBeNull();
  await person.keyboard('{Enter}');
  expect(await screen.findByText('Amount is required')).toBeVisible();
  expect(await line()).toHaveValue('coffee');
  await person.keyboard(' 5+');
  expect(await screen.findByText("This amount can't be worked out")).toBeVisible();
  expect(api.inputsOf('enter')).toEqual([]);
});

test('what the server refuses is in the field again', async () => {
  const person = openAs(user, '/transactions');
  api.refuse('enter', 'not_enough_balance');
  await person.click(await line());
  await person.keyboard('coffee 900 @cash');
  await screen.findByText('$900.00');
  await person.keyboard('{Enter}');
  await screen.findByText('Unable to enter this line');
  await waitFor(async () => expect(await line()).toHaveValue('coffee 900 @cash'));
});

test('the name of a chip has what it shows', async () => {
  const person = openAs(user, '/transactions');
  await person.click(await line());
  await person.keyboard('tea 3.80 #sale');
  for (const name of ['title tea', 'amount −\u00a0$3.80', 'tag #sale']) {
    const chip = await button(`Change ${name}`);
    expect(name).toContain(chip.textContent);
  }
});

test('a chip changes the line, and drops a part of it', async () => {
  const person = openAs(user, '/transactions');
  await person.click(await line());
  await person.keyboard('market 5 yesterday #sale');
  expect(await screen.findAllByText('proposed')).toHaveLength(3);
  await person.selectOptions(screen.getByLabelText('Category'), 'Travel');
  expect(await line()).toHaveValue('market 5 yesterday #sale #Travel');
  await waitFor(() => expect(screen.getAllByText('proposed')).toHaveLength(2));
  await person.selectOptions(screen.getByLabelText('Category'), 'Food & Drinks');
  await waitFor(async () => expect(await line()).toHaveValue('market 5 yesterday #sale #"Food & Drinks"'));
  await waitFor(() => expect(screen.getByLabelText('Category')).toHaveValue('Food & Drinks'));
  await person.selectOptions(screen.getByLabelText('Account'), 'Savings');
  await waitFor(async () => expect(await line()).toHaveValue('market 5 yesterday #sale #"Food & Drinks" @Savings'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Drop the date' })).toBeVisible());
  for (const [part, left] of [
    ['date', 'market 5 #sale #"Food & Drinks" @Savings'],
    ['tag', 'market 5 #"Food & Drinks" @Savings'],
    ['account', 'market 5 #"Food & Drinks"'],
    ['category', 'market 5'],
    // Now it is proposed again.
    ['category', 'market 5 #-'],
  ] as const) {
    // Until the line is read, its chips do nothing.
    await waitFor(async () => {
      await person.click(await button(`Drop the ${part}`));
      expect(await line()).toHaveValue(left);
    });
  }
});

test('a proposed wallet that is dropped becomes the usual one of its account', async () => {
  const cards = user.accounts.map((account) => ({ ...account, kind: 'Credit card' as const }));
  const person = openAs({ ...user, accounts: cards }, '/transactions');
  await person.click(await line());
  await person.keyboard('market 5');
  await waitFor(() => expect(screen.getByLabelText('Paid with')).toHaveValue('Debit card'));
  await person.click(await button('Drop the way of paying'));
  expect(await line()).toHaveValue('market 5 @"Credit card"');
  await waitFor(() => expect(screen.getByLabelText('Paid with')).toHaveValue('Credit card'));
});

test('Tab takes the title of the past that comes first', async () => {
  const title = { type: 'Expense', category: 'Groceries', account: everyday?._id ?? '', wallet: 'Cash' } as const;
  api.answer('getTitles', { titles: [{ ...title, title: 'Farmers market', count: 3, last: '2026-11-20' }] });
  const person = openAs(user, '/transactions');
  await person.click(await line());
  await person.keyboard('farm 5');
  await screen.findByRole('option', { name: /Farmers market/ });
  expect(await line()).toHaveAttribute('aria-expanded', 'true');
  expect(announced()).toContain('Titles of the past: Farmers market');
  await person.keyboard('{Tab}');
  expect(await line()).toHaveValue('Farmers market 5');
  expect(await line()).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('option', { name: /Farmers market/ })).toBeNull());
});

test('who has not said so is asked once how a day and a month are written', async () => {
  const person = openAs({ ...user, dateOrder: null }, '/transactions');
  api.answer('updateDateOrder', { ...user, dateOrder: 'mdy' });
  await person.click(await line());
  await person.keyboard('tea 3.00 5/3');
  const may3 = await button('May 3');
  expect(announced()).toContainEqual(expect.stringMatching(/^Do you write 5\/3 for .* or for .*\?$/));
  await person.click(may3);
  await waitFor(() => expect(screen.queryByText(/^Do you write/)).toBeNull());
  expect(api.inputsOf('updateDateOrder')).toEqual([{ dateOrder: 'mdy' }]);
});

test('what rules give an entry stands below the line, and can be dropped', async () => {
  const parts = [
    { amount: 30, category: 'Groceries', note: null },
    { amount: 10, category: 'Shopping', note: 'soap' },
  ];
  api.answer('readLine', (input) => {
    const says = read(input);
    const isSaid = says.from.category === 'line';
    return {
      ...says,
      ...{ note: 'Saturday', tags: [...says.tags, 'weekly'], wallet: 'Bank' },
      ...(!isSaid && { category: null, parts }),
      from: { ...says.from, wallet: 'rule', category: isSaid ? 'line' : 'rule' },
    };
  });
  const person = openAs(user, '/transactions');
  await person.click(await line());
  await person.keyboard('wholesale 40.00 #Sale');
  await screen.findByText('Groceries $30.00; Shopping $10.00, soap');
  const chips = screen.getByRole('list', { name: 'What the line says' });
  const byRule = within(chips).getAllByText('by rule');
  expect(byRule.map((mark) => mark.closest('li')?.firstChild?.textContent)).toEqual([
    'split',
    'paid with',
    'tag',
    'note',
  ]);
  expect(within(chips).getByText('#weekly')).toBeVisible();
  expect(within(chips).getByText('Saturday')).toBeVisible();
  await waitFor(() => expect(announced()[0]).toContain('split into Groceries $30.00; Shopping $10.00, soap, by rule'));
  const [said] = announced();
  expect(said).toMatch(/paid with Bank, by rule, account Everyday, tag Sale, tag weekly, by rule$/);
  expect(screen.queryByText('The whole title is kept in the note.')).toBeNull();
  await person.click(await button('Drop the split'));
  expect(await line()).toHaveValue('wholesale 40.00 #Sale #-');
  await waitFor(() => expect(screen.queryByText(/^Groceries \$30/)).toBeNull());
});
