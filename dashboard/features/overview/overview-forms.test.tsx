import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import type { User } from '#contract/user.ts';
import { firstOf, shifted } from '#ledger/model/days.ts';
import { changeSetOf } from '../../testing/change-sets.ts';
import { expectMessage, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, field, openAs, screenLink } from '../../testing/open.tsx';
import { clara, claraWithAccounts, goalOf } from '../../testing/people.ts';
import { today } from '../../ui/day.ts';

const empty = { ...clara, currentBalance: 0 };
const withFigures = { ...clara, income: 4850, expense: 3120, hasSetIncomeAndExpense: true };

async function openOverview(user: User, opener: string) {
  api.answer('recentTransactions', { transactions: [] });
  const hands = openAs(user, '/');
  await hands.click(await button(opener));
  await screen.findByRole('dialog');
  return hands;
}

const openDeposit = () => openOverview(empty, 'Add Initial Deposit');
const openFigures = () => openOverview(clara, 'Set income and expense');

specForm({
  name: 'initial deposit',
  open: openDeposit,
  submit: 'Add deposit',
  dialog: 'Add Initial Deposit',
  call: 'initialDeposit',
  atFirst: { 'Initial deposit': messages.depositRequired },
  refused: [
    [{ 'Initial deposit': '0.99' }, 'Initial deposit', messages.depositTooSmall],
    [{ 'Initial deposit': '12.345' }, 'Initial deposit', messages.notAnAmount],
    [{ 'Initial deposit': '1000000000000' }, 'Initial deposit', messages.amountTooLarge],
  ],
  values: { 'Initial deposit': '2,500' },
  sends: { depositAmount: 2500 },
  answer: { ...clara, currentBalance: 2500 },
  saved: 'Initial deposit of $2500 added!',
  failed: 'Unable to add the initial deposit',
  serverError: { field: 'depositAmount', label: 'Initial deposit' },
});

specForm({
  name: 'income and expense',
  open: openFigures,
  submit: 'Save',
  dialog: 'Income and expense',
  call: 'addIncomeAndExpense',
  atFirst: { Income: messages.figuresRequired, Expense: messages.figuresRequired },
  refused: [
    [{ Income: '-1' }, 'Income', messages.figuresNegative],
    [{ Income: 'much' }, 'Income', messages.notAnAmount],
    [{ Expense: '4850.01' }, 'Expense', messages.expenseAboveIncome],
  ],
  values: { Income: '4,850', Expense: '3120.5' },
  sends: { income: 4850, expense: 3120.5 },
  answer: withFigures,
  saved: 'Income and expenses updated to $4850 and $3120.5',
  failed: 'Unable to update income and expenses',
  serverError: { field: 'expense', label: 'Expense' },
});

test('a deposit in another currency is said with a dollar sign, and the Overview has it', async () => {
  const deposited = { ...empty, currency: '€', currentBalance: 12.5 };
  api.answer('initialDeposit', deposited);
  const user = await openOverview({ ...empty, currency: '€' }, 'Add Initial Deposit');
  await fill(user, { 'Initial deposit': '12.50' });
  await user.click(await button('Add deposit'));
  await screen.findByText('Initial deposit of $12.5 added!');
  expect(screen.queryByText('Your account is empty')).toBeNull();
  expect(screen.getByRole('main')).toHaveTextContent('€12.50');
});

test('a deposit that comes second is refused with the reason', async () => {
  api.refuse('initialDeposit', 'deposit_not_empty');
  const user = await openDeposit();
  await fill(user, { 'Initial deposit': '5' });
  await user.click(await button('Add deposit'));
  await screen.findByText('Unable to add the initial deposit');
  await screen.findByText(PROBLEMS.deposit_not_empty.title);
});

test.each<[string, Partial<User>]>([
  ['transactions', { transactionCount: 2 }],
  ['money in a goal', { goals: [goalOf(1, { currentAmount: 500 })] }],
])('a balance of 0 is no empty account where there is what led to it: %s', async (_, fields) => {
  api.answer('recentTransactions', { transactions: [] });
  openAs({ ...empty, ...fields }, '/');
  await screen.findByRole('button', { name: 'Explain balance $0.00' });
  expect(screen.queryByText('Your account is empty')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add Initial Deposit' })).toBeNull();
});

test('an income and an expense of 0 are possible', async () => {
  const none = { ...withFigures, income: 0, expense: 0 };
  api.answer('addIncomeAndExpense', none);
  const user = await openFigures();
  await fill(user, { Income: '0', Expense: '0' });
  await user.click(await button('Save'));
  await screen.findByText('Your monthly expenses are 0% of your income.', { exact: false });
  expect(api.inputsOf('addIncomeAndExpense')).toEqual([{ income: 0, expense: 0 }]);
});

test('monthly figures that are set are there to be changed', async () => {
  api.answer('addIncomeAndExpense', { ...withFigures, currency: '€', expense: 3000 });
  const user = openAs({ ...withFigures, currency: '€' }, '/account');
  await user.click(await button('Update Income and Expense'));
  expect(await field('Income')).toHaveValue('4850');
  expect(await field('Expense')).toHaveValue('3120');
  await fill(user, { Expense: '' });
  await user.click(await button('Save'));
  await expectMessage('Expense', messages.figuresRequired);
  await fill(user, { Expense: '3,000' });
  await user.click(await button('Save'));
  await screen.findByText('Income and expenses updated to €4850 and €3000');
  expect(api.inputsOf('addIncomeAndExpense')).toEqual([{ income: 4850, expense: 3000 }]);
  await user.click(await button('Update Income and Expense'));
  expect(await field('Expense')).toHaveValue('3000');
});

test('each open account is below the balance, and leads to its transactions; with one account there is none', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getEntries', { entries: [], next: null });
  const user = openAs(claraWithAccounts, '/');
  const list = await screen.findByRole('list', { name: 'Accounts' });
  const links = within(list).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['EverydayChecking', 'SavingsSavings']);
  within(list).getByRole('button', { name: 'Explain balance of Savings $200.00' });
  const [, savings] = links;
  if (savings) await user.click(savings);
  await screen.findByText('Nothing is written in this account yet');
  expect(api.inputsOf('getEntries')).toEqual([{ limit: '50', account: claraWithAccounts.accounts[1]?._id }]);
});

test('an initial deposit is for the account that is chosen', async () => {
  const accounts = claraWithAccounts.accounts.map((account) => ({ ...account, balance: 0 }));
  api.answer('initialDeposit', claraWithAccounts);
  const user = await openOverview({ ...claraWithAccounts, currentBalance: 0, accounts }, 'Add Initial Deposit');
  await user.selectOptions(await field('Account'), 'Savings');
  await fill(user, { 'Initial deposit': '200' });
  await user.click(await button('Add deposit'));
  await screen.findByText('Initial deposit of $200 added!');
  expect(api.inputsOf('initialDeposit')).toEqual([{ depositAmount: 200, accountId: accounts[1]?._id }]);
});

test('what has changed since the last visit in what was known is one line, which stays for the visit', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getGoals', { goals: [] });
  const since = {
    seenAt: new Date(2026, 10, 3, 12).toISOString(),
    revision: 41,
    changeSetIds: ['a', 'b'],
    change: -4.2,
  };
  api.answer('sinceLastVisit', { since });
  const user = openAs(clara, '/');
  const line = await screen.findByText(/^Since November 3, 2026: 2 changes to what was known then, the balance by/);
  expect(line).toHaveTextContent('the balance by \u2212 $4.20.');
  expect(within(line).getByRole('link', { name: 'What changed' })).toHaveAttribute(
    'href',
    '/history/what-changed?figure=balance&from=41',
  );
  api.answer('sinceLastVisit', { since: null });
  await user.click(screen.getByRole('link', { name: 'Goals' }));
  await screen.findByRole('heading', { name: 'Goals' });
  await user.click(screenLink('Overview'));
  await waitFor(() => expect(api.inputsOf('sinceLastVisit')).toHaveLength(2));
  await screen.findByText(/^Since November 3, 2026/);
});

test('the demo user has three things to try, each struck through once done, until dismissed', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const recordedAt = `${shifted(firstOf('week', today()), -3)}T12:00:00.000Z`;
  const lastWeek = changeSetOf('last', { recordedAt });
  api.answer('getChangeSets', {
    changeSets: [changeSetOf('newer', { recordedAt: new Date().toISOString() }), lastWeek],
    next: null,
  });
  const user = openAs({ ...clara, email: DEMO_EMAIL }, '/');
  const press = await screen.findByRole('link', { name: 'press a figure' });
  expect(screen.getByRole('link', { name: /^find the missing/ })).toHaveAttribute('href', '/accounts');
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'undo something of last week' })).toHaveAttribute(
      'href',
      `/history?changes=${lastWeek._id}`,
    ),
  );
  api.refuse('explain', 'unavailable');
  await user.click(press);
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await screen.findByRole('link', { name: /^press a figure *\(done\)$/ });
  expect(localStorage.getItem('demoTasks')).toBe('figure');
  await user.click(await button('Got it'));
  expect(screen.queryByText(/^A sample household/)).toBeNull();
  expect(localStorage.getItem('demoTasks')).toBe('figure,seen');
});
