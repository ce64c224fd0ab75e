import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import type { Transaction } from '#contract/transaction.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts, entryOf, transactionOf } from '../../testing/people.ts';

const date = '2026-11-20';
const [everyday = '', savings = ''] = claraWithAccounts.accounts.map(({ _id }) => _id);
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const rowText = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent?.replaceAll(/\s+/g, ' ');

const way = { type: 'Transfer', account: everyday, toAccount: savings, wallet: null, amount: 50 } as const;
const untitled = entryOf(3, { ...way, title: null });
const titled = entryOf(2, { ...way, title: 'For the winter' });
const market = entryOf(1, {
  title: 'Market',
  parts: [
    { amount: 0.4, category: 'Groceries', note: 'bread' },
    { amount: 0.6, category: 'Other', note: null },
  ],
});

/** Opens an address as somebody with several accounts. */
function openWithAccounts(address: string) {
  const entries = [untitled, titled, market];
  api.answer('getEntries', ({ account }) => ({ entries: account === savings ? [untitled] : entries, next: null }));
  api.answer('getEntry', ({ id }) => ({ entry: entries.find(({ _id }) => _id === id) ?? untitled, origins: {} }));
  return openAs(claraWithAccounts, address);
}

async function openTransfer() {
  const user = openWithAccounts('/create-transaction');
  await user.click(await screen.findByRole('tab', { name: 'Transfer' }));
  await field('From');
  return user;
}

specForm({
  name: 'transfer',
  open: openTransfer,
  submit: 'Save transfer',
  call: 'createTransfer',
  atFirst: { Amount: messages.amountRequired },
  refused: [
    [{ To: everyday }, 'To', messages.transferToItself],
    [{ Amount: '0' }, 'Amount', messages.amountTooSmallForTransfer],
    [{ Date: '' }, 'Date', messages.dateRequired],
  ],
  values: { From: everyday, To: savings, Amount: '0.50', Date: date, Title: 'For the winter' },
  sends: { from: everyday, to: savings, amount: 0.5, date, title: 'For the winter' },
  answer: claraWithAccounts,
  sending: 'Saving transfer...',
  saved: 'Transfer saved successfully!',
  failed: 'Failed to save transfer. Please try again.',
  serverError: { field: 'to', label: 'To' },
});

test('a session that ended leads to the login and back to the transfer with all that was there', async () => {
  api.refuse('createTransfer', 'session_required');
  api.answer('login', claraWithAccounts);
  const user = await openTransfer();
  const values = { From: savings, To: everyday, Amount: '12', Date: date, Title: 'Rent' };
  await fill(user, values);
  await user.click(await button('Save transfer'));
  await screen.findByText('Your session has ended. Log in to go on where you were.');
  await fill(user, { Email: clara.email, Password: 'paper and ink' });
  await user.click(await button('Login'));
  await expectValues(values);
});

test('with one account a transfer says that it takes a second one, and where it is opened', async () => {
  const user = openAs(clara, '/create-transaction');
  await user.click(await screen.findByRole('tab', { name: 'Transfer' }));
  await user.click(screen.getByRole('link', { name: 'Open an account' }));
  await screen.findByRole('dialog', { name: 'Open an Account' });
});

test('with one account the form has no field for it, and the list is that of the specification', async () => {
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  const user = openAs({ ...clara, transactionCount: 1 }, '/transactions');
  await screen.findByRole('row', { name: /Entry 1/ });
  expect(screen.queryByRole('navigation', { name: 'Accounts' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'New Transaction' }));
  await field('Title');
  expect(screen.queryByLabelText('Account')).toBeNull();
});

test('an expense is of the first account, or of another, whose balance Cash may not exceed', async () => {
  api.answer('createExpense', claraWithAccounts);
  const user = openWithAccounts('/create-transaction');
  expect(await field('Account')).toHaveDisplayValue('Everyday');
  await fill(user, { Title: 'Sofa', Amount: '200.01', Date: date, Account: savings, Wallet: 'Cash' });
  await user.click(await button('Save expense'));
  await expectMessage('Amount', messages.notEnoughBalance);
  await fill(user, { Amount: '200' });
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')).toEqual([
    { title: 'Sofa', amount: 200, wallet: 'Cash', date, accountId: savings },
  ]);
});

test('the list has transfers without a sign, and with one as seen from an account', async () => {
  const user = openWithAccounts('/transactions');
  expect(await rowText(/^Transfer\s+Everyday to Savings/)).toContain('Transfer');
  expect(await rowText(/For the winter/)).toMatch(/For the winter.*Everyday to Savings.* \$50\.00$/);
  expect(await rowText(/For the winter/)).not.toMatch(/[+−]/);
  expect(await rowText(/Market/)).toMatch(/Split in 2 parts/);
  await user.click(within(screen.getByRole('navigation', { name: 'Accounts' })).getByRole('link', { name: 'Savings' }));
  expect(await rowText(/From Everyday/)).toMatch(/\+ \$50\.00$/);
  expect(api.inputsOf('getEntries')).toContainEqual({ limit: '50', account: savings });
});

test('a transfer is shown, changed and deleted', async () => {
  api.refuse('getTransaction', 'transaction_not_found');
  api.answer('updateTransfer', claraWithAccounts);
  api.answer('deleteTransfer', claraWithAccounts);
  const user = openWithAccounts(`/transactions/${titled._id}`);
  await heading('For the winter');
  await user.click(await button('Edit'));
  expect(await field('From')).toHaveFocus();
  await expectValues({ From: everyday, To: savings, Amount: '50.00', Title: 'For the winter' });
  await fill(user, { Amount: '60', Title: '' });
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransfer')).toEqual([{ transferId: titled._id, amount: 60, title: null }]);
  expect(await button('Edit')).toHaveFocus();
  await user.click(await button('Delete Transfer'));
  await user.click(await button('Continue'));
  await screen.findByText('Transfer deleted');
  expect(api.inputsOf('deleteTransfer')).toEqual([{ transferId: titled._id }]);
});

const loaf = transactionOf(5, { title: 'Rye loaf', amount: 4, category: 'Groceries', receipt: '/api/v1/files/1' });

/** Opens the form of a transaction on its detail page, as somebody with one account. */
async function openEdit(transaction: Transaction = loaf) {
  api.answer('getTransaction', { transaction });
  const user = openAs(
    { ...clara, transactionHistory: [transaction], transactionCount: 1 },
    `/transactions/${transaction._id}`,
  );
  await user.click(await button('Edit'));
  expect(await field('Title')).toHaveFocus();
  return user;
}

specForm({
  name: 'edit',
  open: openEdit,
  submit: 'Save changes',
  call: 'updateTransaction',
  refused: [
    [{ Title: ' ' }, 'Title', messages.titleRequired],
    [{ Amount: '0' }, 'Amount', messages.amountTooSmallForTransfer],
  ],
  values: { Title: 'Two rye loaves', Amount: '8', Wallet: 'Bank', Category: '', Date: '2026-11-19' },
  sends: {
    transactionId: loaf._id,
    title: 'Two rye loaves',
    amount: 8,
    date: '2026-11-19',
    wallet: 'Bank',
    category: '',
  },
  answer: clara,
  sending: 'Saving changes...',
  saved: 'Changes saved',
  failed: 'Failed to save the changes. Please try again.',
  serverError: { field: 'title', label: 'Title' },
});

test('nothing that changed is said as the API says it, and ends the edit', async () => {
  api.refuse('updateTransaction', 'no_changes');
  const user = await openEdit();
  await user.click(await button('Save changes'));
  await screen.findByText('No Changes Made');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id }]);
  expect(await button('Edit')).toHaveFocus();
});

test('Cash that the account does not have is refused at the amount, whatever was changed', async () => {
  api.refuse('updateTransaction', 'not_enough_balance');
  const user = await openEdit({ ...loaf, wallet: 'Bank' });
  await fill(user, { Wallet: 'Cash' });
  await user.click(await button('Save changes'));
  await expectMessage('Amount', messages.notEnoughBalance);
  expect(await field('Amount')).toHaveFocus();
});

test('an expense becomes an income, and a receipt is taken off', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit();
  await user.click(screen.getByRole('tab', { name: 'Income' }));
  await user.click(await button('Remove receipt'));
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([
    { transactionId: loaf._id, type: 'Income', category: 'Salary', receipt: null },
  ]);
});

test('a new receipt is sent in place of the one that there is', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit();
  expect(screen.getByText('This receipt stays')).toBeVisible();
  await user.upload(await field(/^Receipt/), new File(['slip'], 'slip.png', { type: 'image/png' }));
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.requestsOf('updateTransaction')[0]?.file?.name).toBe('slip.png');
});

test('Cancel ends an edit without a call, and E in the list begins one in its place', async () => {
  const user = await openEdit();
  await user.click(await button('Cancel'));
  await button('Edit');
  api.answer('getTransactions', { transactions: [loaf], next: null });
  const [link] = screen.getAllByRole('link', { name: 'Transactions' });
  if (link) await user.click(link);
  (await screen.findByRole('row', { name: /Rye loaf/ })).focus();
  await user.keyboard('e');
  expect(await field('Title')).toHaveFocus();
  expect(api.inputsOf('updateTransaction')).toEqual([]);
});

test('Escape ends an edit as Cancel does, unless it closes what is above the form', async () => {
  const user = await openEdit();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await field('Title')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await button('Edit')).toHaveFocus();
  expect(api.inputsOf('updateTransaction')).toEqual([]);
});

test('Escape asks where something was typed, and goes on with the form or leaves it', async () => {
  const user = await openEdit();
  await user.type(await field('Title'), 's');
  await user.keyboard('{Escape}');
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await expectValues({ Title: 'Rye loafs' });
  await user.keyboard('{Escape}');
  await user.click(await button('Leave'));
  await button('Edit');
  expect(api.inputsOf('updateTransaction')).toEqual([]);
});

test('Escape asks in the form of a transfer, too', async () => {
  api.refuse('getTransaction', 'transaction_not_found');
  const user = openWithAccounts(`/transactions/${untitled._id}`);
  await user.click(await button('Edit'));
  expect(await field('From')).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(await button('Edit'));
  await fill(user, { Amount: '51' });
  await user.keyboard('{Escape}');
  await user.click(await button('Go on editing'));
  await expectValues({ Amount: '51' });
});

test('J leads from the head of the screen to the rows, and J and K move through them', async () => {
  const user = openWithAccounts('/transactions');
  await screen.findByRole('row', { name: /Market/ });
  const rows = screen.getAllByRole('row').filter((row) => row.tabIndex >= -1 && row.id.startsWith('row-'));
  // A row that a test before has opened may have the focus: all tests have one place in the history.
  screen.getByRole('heading', { level: 1 }).focus();
  await user.keyboard('j');
  expect(rows[0]).toHaveFocus();
  await user.keyboard('jjk');
  expect(rows[1]).toHaveFocus();
});

test('the link back from an entry leads to the list as it was, with the focus on its row', async () => {
  const user = openWithAccounts(`/transactions?account=${savings}`);
  await user.click(await screen.findByRole('row', { name: /From Everyday/ }));
  await heading('Everyday to Savings');
  const [back] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Transactions' });
  if (back) await user.click(back);
  await waitFor(async () => expect(await screen.findByRole('row', { name: /From Everyday/ })).toHaveFocus());
  expect(api.inputsOf('getEntries').at(-1)).toMatchObject({ account: savings });
});

const left = (text: string) => screen.findByText(text, { selector: 'fieldset p span' });

test('an expense is split: its parts must add up, and what is left is shown', async () => {
  api.answer('createExpense', clara);
  const user = openAs(clara, '/create-transaction');
  await field('Title');
  await fill(user, { Title: 'Market', Amount: '60', Category: 'Groceries', Date: date });
  await user.click(await button('Split into parts'));
  expect(await field('Amount of part 1')).toHaveFocus();
  expect(screen.queryByLabelText(/^Category( optional)?$/)).toBeNull();
  await left('$60.00');
  await fill(user, { 'Amount of part 1': '32.40', 'Note of part 1': 'bread', 'Amount of part 2': '20' });
  await left('$7.60');
  await user.click(await button('Save expense'));
  await screen.findByText(messages.partsDoNotAddUp);
  await user.click(await button('Add a part'));
  await expectValues({ 'Amount of part 3': '7.60' });
  await left('$0.00');
  await user.click(await button('Remove part 3'));
  expect(await field('Amount of part 2')).toHaveFocus();
  await fill(user, { 'Amount of part 2': '27.60', 'Category of part 2': 'Shopping' });
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')).toEqual([
    {
      title: 'Market',
      amount: 60,
      wallet: 'Cash',
      date,
      parts: [
        { amount: 32.4, category: 'Groceries', note: 'bread' },
        { amount: 27.6, category: 'Shopping' },
      ],
    },
  ]);
});

const split: Transaction = {
  ...loaf,
  category: null,
  parts: [
    { amount: 1.5, category: 'Groceries', note: null },
    { amount: 2.5, category: 'Shopping', note: 'a bag' },
  ],
};

test('another amount of a split asks for its parts', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit(split);
  await fill(user, { Amount: '5' });
  await left('$1.00');
  await user.click(await button('Save changes'));
  await screen.findByText(messages.partsDoNotAddUp);
  await fill(user, { 'Amount of part 1': '2.50' });
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([
    {
      transactionId: loaf._id,
      amount: 5,
      parts: [
        { amount: 2.5, category: 'Groceries' },
        { amount: 2.5, category: 'Shopping', note: 'a bag' },
      ],
    },
  ]);
});

test('a split is shown with its sum, and joined again', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit(split);
  await user.click(await button('Cancel'));
  const table = await screen.findByRole('table', { name: 'Split in 2 parts' });
  expect(within(table).getByRole('row', { name: /Total/ })).toHaveTextContent('$4.00');
  await user.click(await button('Edit'));
  await user.click(await button('Merge'));
  expect(await field(/^Category/)).toHaveFocus();
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, parts: null, category: 'Groceries' }]);
});

test('an entry is split from its page', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit({ ...loaf, amount: 4 });
  await user.click(await button('Cancel'));
  await user.click(await button('Split'));
  await waitFor(() => expect(screen.getByLabelText('Amount of part 1')).toHaveFocus());
  await user.keyboard('2.50');
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  expect(api.inputsOf('updateTransaction')).toMatchObject([{ parts: [{ amount: 2.5 }, { amount: 1.5 }] }]);
});

test('note and tags are folded away, and sent where they are typed', async () => {
  api.answer('createExpense', clara);
  const user = openAs(clara, '/create-transaction');
  await fill(user, { Title: 'Rye loaf', Amount: '4', Date: date });
  expect(screen.queryByLabelText(/^Note/)).toBeNull();
  await user.click(await button('Note and tags'));
  expect(await field(/^Note/)).toHaveFocus();
  await user.keyboard('for Ana{Enter}and Bo');
  await user.click(await field(/^Tags/));
  await user.keyboard('#holiday, two:words');
  await user.click(await button('Save expense'));
  await screen.findByText(messages.notATag);
  await user.keyboard('{Backspace>9/} b_2');
  await user.click(await button('Save expense'));
  await screen.findByText('Expense saved successfully!');
  expect(api.inputsOf('createExpense')).toEqual([
    { title: 'Rye loaf', amount: 4, wallet: 'Cash', date, note: 'for Ana\nand Bo', tags: ['holiday', 'b_2'] },
  ]);
});

test('note and tags are shown with an entry, and taken off', async () => {
  api.answer('updateTransaction', clara);
  const user = await openEdit({ ...loaf, note: 'for Ana\nand Bo', tags: ['holiday', 'b_2'] });
  await user.click(await button('Cancel'));
  expect(screen.getByText('#holiday #b_2')).toBeVisible();
  expect(screen.getByText(/for Ana\s+and Bo/)).toBeVisible();
  await user.click(await button('Edit'));
  await fill(user, { Note: '', Tags: 'b_2' });
  await user.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  await user.click(await button('Edit'));
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: loaf._id, note: '', tags: ['b_2'] }]);
});

test('the tags of an entry stand in its row', async () => {
  const tagged = entryOf(4, { title: 'Tagged', category: 'Travel', tags: ['holiday', 'b_2'] });
  api.answer('getEntries', { entries: [tagged], next: null });
  openAs(claraWithAccounts, '/transactions');
  expect(await rowText(/Tagged/)).toMatch(/Tagged.*Everyday, #holiday #b_2Travel/);
});

test('an imported transaction shows its row, and changes to an amount below 1', async () => {
  const imported = [
    {
      fileName: 'march.csv',
      line: 12,
      text: 'CARD 4711 CORNER SHOP',
      counterparty: null,
      bankId: null,
      changeSetId: 'c',
    },
  ];
  const gum = transactionOf(1, { title: 'Gum', amount: 0.4, wallet: 'Bank' });
  api.answer('getTransaction', { transaction: { ...gum, imported } });
  const changed = { ...gum, title: 'Chewing gum' };
  api.answer('updateTransaction', { ...clara, transactionHistory: [changed], transactionCount: 1 });
  const user = openAs(clara, `/transactions/${gum._id}`);
  await screen.findByText('From march.csv, line 12');
  expect(screen.getByText('CARD 4711 CORNER SHOP')).toBeVisible();
  await user.click(await button('Edit'));
  await fill(user, { Title: 'Chewing gum', Amount: '0' });
  await user.click(await button('Save changes'));
  await expectMessage('Amount', messages.amountTooSmallForTransfer);
  await fill(user, { Amount: '0.50' });
  await user.click(await button('Save changes'));
  await heading('Chewing gum');
  expect(api.inputsOf('updateTransaction')).toEqual([{ transactionId: gum._id, title: 'Chewing gum', amount: 0.5 }]);
  expect(screen.getByText('From march.csv, line 12')).toBeVisible();
});
