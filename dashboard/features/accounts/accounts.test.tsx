import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/user.ts';
import { specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts } from '../../testing/people.ts';

const [everyday, savings] = claraWithAccounts.accounts;
const everydayId = everyday?._id ?? '';
const savingsId = savings?._id ?? '';

/** The user whose savings have another balance. */
const withSavings = (balance: number): User => ({
  ...claraWithAccounts,
  currentBalance: 500 + balance,
  accounts: claraWithAccounts.accounts.map((account) =>
    account._id === savingsId ? { ...account, balance } : account,
  ),
});

async function openAccounts(user: User = clara) {
  const hands = openAs(user, '/accounts');
  await screen.findByRole('heading', { name: 'Accounts' });
  return hands;
}

async function openDialog(opener: string, user?: User) {
  const hands = await openAccounts(user);
  await hands.click(await button(opener));
  await screen.findByRole('dialog');
  return hands;
}

test('each open account has its kind and balance, the total is below them, closed ones are apart', async () => {
  await openAccounts(claraWithAccounts);
  const list = screen.getByRole('list', { name: 'Accounts' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^CheckingEveryday.*\$500\.00/),
    expect.stringMatching(/^SavingsSavings.*\$200\.00/),
  ]);
  expect(within(list).getByRole('link', { name: 'Savings' })).toHaveAttribute(
    'href',
    `/transactions?account=${savingsId}`,
  );
  expect(screen.getByRole('button', { name: 'Explain balance $700.00' })).toBeVisible();
  expect(screen.getByRole('list', { name: 'Closed accounts' })).toHaveTextContent(/^Old bankChecking/);
});

test('one account is its own total', async () => {
  await openAccounts();
  expect(screen.getAllByRole('button', { name: /^Explain/ })).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'Total' })).toBeNull();
  await screen.findByText(/^No day is checked with the bank yet\. Say what your bank has/);
  expect(screen.queryByRole('button', { name: 'Close Everyday' })).toBeNull();
});

test('each account has the line of a year by month, with its figures as a text', async () => {
  api.answer('getNetWorth', ({ account }) => ({
    points: [
      { date: '2025-11-30', amount: account === savingsId ? 200 : -40 },
      { date: '2025-12-31', amount: account === savingsId ? 200 : 650 },
      { date: '2026-01-31', amount: account === savingsId ? 200 : 500 },
    ],
  }));
  await openAccounts(claraWithAccounts);
  await screen.findByRole('img', {
    name: 'From −\u00a0$40.00 on November 30, 2025 to $500.00, between −\u00a0$40.00 and $650.00',
  });
  await screen.findByRole('img', { name: 'From $200.00 on November 30, 2025 to $200.00, always the same' });
  const asked = api.inputsOf('getNetWorth') as { account: string; step: string }[];
  expect(asked.map(({ account, step }) => [account, step])).toEqual([
    [everydayId, 'month'],
    [savingsId, 'month'],
  ]);
});

test('what could not be loaded says so in its place, and is asked for again', async () => {
  api.lose('getNetWorth');
  api.lose('confirmedDays');
  const hands = await openAccounts();
  const line = (await screen.findByText(/^The line could not be loaded: Daybook can't be reached/)).closest('p');
  await screen.findByText(/^The days checked with the bank could not be loaded/);
  api.answer('getNetWorth', { points: [{ date: '2026-01-31', amount: 500 }] });
  await hands.click(within(line as HTMLElement).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('img', { name: /\$500\.00/ });
});

test('as of a past day lines and days are as they were, and nothing can be changed', async () => {
  api.answer('getHistory', { entries: [], next: null });
  openAs(claraWithAccounts, '/accounts?known=2026-03-31T23:59:59.999Z');
  expect(await button('Open an Account')).toBeDisabled();
  for (const name of ['Rename Savings', 'Close Savings', 'Confirm a Balance of Savings', 'Reopen Old bank'])
    expect(await button(name)).toBeDisabled();
  await waitFor(() => expect(api.inputsOf('getNetWorth')).toHaveLength(2));
  const known = '2026-03-31T23:59:59.999Z';
  expect(api.inputsOf('getNetWorth')[0]).toMatchObject({ to: '2026-03-31', known });
  expect(api.inputsOf('confirmedDays')[0]).toMatchObject({ known });
});

specForm({
  name: 'open account',
  open: () => openDialog('Open an Account'),
  submit: 'Open account',
  dialog: 'Open an Account',
  call: 'openAccount',
  atFirst: { Name: messages.nameRequired },
  refused: [
    [{ Name: '  ' }, 'Name', messages.nameRequired],
    [{ 'Starting balance': 'much' }, 'Starting balance', messages.notAnAmount],
  ],
  values: { Name: 'Visa', Kind: 'Credit card', 'Starting balance': '-412.50' },
  sends: { name: 'Visa', kind: 'Credit card', openingBalance: -412.5 },
  answer: claraWithAccounts,
  saved: 'Account opened',
  failed: 'Unable to open the account',
  serverError: { field: 'name', label: 'Name' },
});

specForm({
  name: 'rename account',
  open: () => openDialog('Rename Savings', claraWithAccounts),
  submit: 'Rename',
  dialog: 'Rename the Account',
  call: 'renameAccount',
  refused: [[{ Name: ' ' }, 'Name', messages.nameRequired]],
  values: { Name: 'For the winter' },
  sends: { accountId: claraWithAccounts.accounts[1]?._id ?? '', name: 'For the winter' },
  answer: claraWithAccounts,
  saved: 'Account renamed',
  failed: 'Unable to rename the account',
  serverError: { field: 'name', label: 'Name' },
});

test('an empty account is closed at once, a closed one is reopened', async () => {
  api.answer('closeAccount', withSavings(0));
  api.answer('reopenAccount', withSavings(0));
  const hands = await openAccounts(withSavings(0));
  await hands.click(await button('Close Savings'));
  await screen.findByText('Account closed');
  await hands.click(await button('Reopen Old bank'));
  await screen.findByText('Account reopened');
  expect(api.inputsOf('createTransfer')).toEqual([]);
});

test.each([
  [200, 'Savings holds $200.00.', 'Move the rest to', 'Move and close', 'Moved $200.00 to Everyday'],
  [-80, 'Savings owes $80.00.', 'Pay it from', 'Pay and close', 'Paid $80.00 from Everyday'],
])('an account with %d is closed once that is in another', async (balance, state, choice, action, moved) => {
  api.answer('createTransfer', withSavings(0));
  api.answer('closeAccount', claraWithAccounts);
  const hands = await openDialog('Close Savings', withSavings(balance));
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(expect.stringContaining(state));
  const options = within(screen.getByLabelText(choice)).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Everyday']);
  await hands.click(await button(action));
  await screen.findByText('Account closed');
  const [from, to] = balance > 0 ? [savingsId, everydayId] : [everydayId, savingsId];
  const transfer = { from, to, amount: Math.abs(balance), title: 'Rest of Savings' };
  expect(api.inputsOf('createTransfer')).toEqual([transfer]);
  expect(api.inputsOf('closeAccount')).toEqual([{ accountId: savingsId }]);
  await expectToasts(moved, 'Account closed');
});

test('money that cannot be moved closes nothing', async () => {
  api.refuse('createTransfer', 'amount_too_large');
  const hands = await openDialog('Close Savings', claraWithAccounts);
  await hands.click(await button('Move and close'));
  await screen.findByText('Unable to move the money');
  expect(api.inputsOf('closeAccount')).toEqual([]);
  expect(screen.getByRole('dialog')).toBeVisible();
});

test('where the money is moved and the account stays open, the dialog says so, and closes it without another', async () => {
  api.answer('createTransfer', withSavings(0));
  api.refuse('closeAccount', 'busy');
  const hands = await openDialog('Close Savings', claraWithAccounts);
  await hands.click(await button('Move and close'));
  await screen.findByText('Unable to close the account');
  await screen.findByText('Savings holds nothing any more, and is still open.');
  api.answer('closeAccount', withSavings(0));
  await hands.click(await button('Close account'));
  await screen.findByText('Account closed');
  expect(api.inputsOf('createTransfer')).toHaveLength(1);
  expect(api.inputsOf('closeAccount')).toHaveLength(2);
});
