import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ExplainedEntry, Explanation } from '#contract/explain-calls.ts';
import { messages } from '#contract/messages.ts';
import { answerChangeSets, changeSetOf } from '../../testing/change-sets.ts';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, transactionOf } from '../../testing/people.ts';

/** An entry behind a figure with the given fields. */
function explainedOf(number: number, fields: Partial<ExplainedEntry> = {}): ExplainedEntry {
  const { _id, title, date } = transactionOf(number);
  const more = {
    account: null,
    part: 'expenses',
    changeSetId: `change-${number}`,
    recordedAt: `${date}T10:00:00.000Z`,
  };
  return { _id, type: 'Expense', title, date, change: -number, ...more, ...fields };
}

const balance: Explanation = {
  figure: 'balance',
  amount: 500,
  shown: 500,
  agrees: true,
  parts: [
    { what: 'opening', amount: 540, count: 1 },
    { what: 'expenses', amount: -40, count: 2 },
  ],
  entries: [
    explainedOf(30),
    explainedOf(10, { date: '2026-11-18' }),
    explainedOf(1, { type: 'Opening', title: null, date: '2026-11-01', change: 540, part: 'opening' }),
  ],
  next: null,
  revision: 7,
};

const drawer = (name: string) => screen.findByRole('dialog', { name });
const noDrawer = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const balanceButton = () => button('Explain balance $500.00');

function openOverview(address = '/', user = clara) {
  api.answer('recentTransactions', { transactions: [] });
  return openAs(user, address);
}

test('a figure opens by the keyboard to what it is made of, and Escape leads back to it', async () => {
  api.answer('explain', balance);
  const user = openOverview();
  (await balanceButton()).focus();
  await user.keyboard('{Enter}');
  const box = await drawer('Account balance');
  const parts = await within(box).findByRole('table', { name: 'How it is made up' });
  expect(
    within(parts)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Starting balance1 entry$540.00', 'Expenses2 entries−\u00a0$40.00', 'Total$500.00']);
  const links = within(within(box).getByRole('region', { name: 'Entries' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent.replace(/ +/g, ' '), link.getAttribute('href')])).toEqual([
    ['Entry 30 − $30.00', `/transactions/${transactionOf(30)._id}`],
    ['Entry 10 − $10.00', `/transactions/${transactionOf(10)._id}`],
    ['Starting balance + $540.00', '/history?changes=change-1'],
  ]);
  expect(within(box).queryByRole('alert')).toBeNull();
  await user.keyboard('{Escape}');
  await noDrawer();
  expect(await balanceButton()).toHaveFocus();
  await user.keyboard(' ');
  await drawer('Account balance');
});

test('an address opens the drawer, and closing it leaves the screen', async () => {
  const [, savings] = claraWithAccounts.accounts;
  const figure = `account:${savings?._id}`;
  api.answer('explain', { ...balance, figure, amount: 200, shown: 200 });
  const user = openOverview(`/?explain=${figure}`, claraWithAccounts);
  const box = await drawer('Savings');
  expect(box).toHaveAccessibleDescription('Balance of the account, as of today');
  await user.click(within(box).getByRole('button', { name: 'Close' }));
  await noDrawer();
  expect(api.inputsOf('explain')).toEqual([{ figure, limit: '50' }]);
  expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('where both sums differ it says so', async () => {
  api.answer('explain', { ...balance, shown: 504.2, agrees: false });
  openOverview('/?explain=balance');
  const said = await within(await drawer('Account balance')).findByRole('alert');
  expect(said).toHaveTextContent(
    'The screen shows $504.20, these entries add up to $500.00. Check your books in History.',
  );
  expect(within(said).getByRole('link')).toHaveAttribute('href', '/history');
});

test('more entries come page by page, as of the first', async () => {
  const entries = Array.from({ length: 60 }, (_, index) => explainedOf(60 - index, { part: 'expenses' }));
  api.answer('explain', ({ before }) => ({
    ...balance,
    parts: [{ what: 'expenses', amount: 500, count: 60 }],
    entries: before === undefined ? entries.slice(0, 50) : entries.slice(50),
    next: before === undefined ? '2026-11-20.11' : null,
  }));
  const user = openOverview('/?explain=balance');
  const box = await drawer('Account balance');
  await within(box).findByText('50 of 60 entries');
  await user.click(within(box).getByRole('button', { name: 'Show more' }));
  await within(box).findByText('Entry 1');
  expect(within(box).queryByText('Show more')).toBeNull();
  expect(api.inputsOf('explain').at(-1)).toEqual({
    figure: 'balance',
    limit: '50',
    before: '2026-11-20.11',
    known: '7',
  });
});

test('a percentage is made of percentages', async () => {
  const figures = { income: 4850, expense: 3120, hasSetIncomeAndExpense: true };
  const part = { type: 'Monthly figures', part: 'monthly expense', title: 'Monthly income and expense' } as const;
  api.answer('explain', {
    ...balance,
    figure: 'percentage:monthly',
    amount: 64.3,
    shown: 64.3,
    parts: [{ what: 'monthly expense', amount: 64.3, count: 1 }],
    entries: [explainedOf(1, { ...part, change: 64.3 })],
  });
  const user = openOverview('/', { ...clara, ...figures });
  await user.click(await button('Explain percentage of income 64.3%'));
  const box = await drawer('Monthly expense as a share of the income');
  await within(box).findByRole('row', { name: 'Monthly expense 1 entry 64.3%' });
  expect(within(box).getByRole('link', { name: 'Monthly income and expense 64.3%' })).toBeVisible();
});

test('what is no figure is said to be none', async () => {
  openOverview('/?explain=tide');
  await drawer(messages.notAFigure);
  expect(api.inputsOf('explain')).toEqual([]);
});

test('an entry that is in no list leads to its change-set, which is open', async () => {
  api.answer('explain', balance);
  answerChangeSets([changeSetOf('change-1', { kind: 'initial-deposit', summary: 'Initial deposit' })]);
  const user = openOverview('/?explain=balance');
  await user.click(await within(await drawer('Account balance')).findByRole('link', { name: /^Starting balance/ }));
  await noDrawer();
  expect(await button('Initial deposit')).toHaveAttribute('aria-expanded', 'true');
  expect(api.inputsOf('getChangeSets')).toEqual([]);
  await user.click(await button('Show all'));
  await waitFor(() => expect(api.inputsOf('getChangeSets')).toEqual([{ limit: '50' }]));
});

test('a forecast names what comes by its day, lists no entries, and nothing led to it', async () => {
  const rent = { what: 'rent, 2026-11-30', amount: -900, count: 0 };
  const parts = [{ what: "today's balance", amount: 1_000, count: 0 }, rent, rent];
  const figure = 'forecast:2026-12-24';
  api.answer('explain', { ...balance, figure, amount: -800, shown: -800, parts, entries: [] });
  openOverview(`/?explain=${figure}`);
  const box = await drawer('Forecast');
  const rows = within(await within(box).findByRole('table', { name: 'How it is made up' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "Today's balance$1,000.00",
    'Rent, November 30, 2026−\u00a0$900.00',
    'Rent, November 30, 2026−\u00a0$900.00',
    'Total−\u00a0$800.00',
  ]);
  expect(box).toHaveTextContent('What is expected on December 24, 2026');
  expect(within(box).queryByRole('link', { name: 'What changed' })).toBeNull();
  expect(box).not.toHaveTextContent('entry');
});
