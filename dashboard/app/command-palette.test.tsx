import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, openAs } from '../testing/open.tsx';
import { clara, entryOf, goalOf, transactionOf } from '../testing/people.ts';

async function openPalette(person = clara) {
  api.answer('recentTransactions', { transactions: [] });
  const user = openAs(person, '/');
  await screen.findByRole('heading', { name: 'Overview' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  return user;
}

const options = () => within(screen.getByRole('dialog')).queryAllByRole('option');

test('a title of the past opens the newest entry with it', async () => {
  const account = clara.accounts[0]?._id ?? '';
  const title = { title: 'Café Lomi', category: null, account, wallet: null, count: 2, last: '2026-11-20' };
  api.answer('getTitles', { titles: [{ ...title, type: 'Income' }] });
  const ofExpense = entryOf(3, { title: 'Café Lomi' });
  const ofIncome = entryOf(2, { title: 'Café Lomi', type: 'Income', wallet: null });
  api.answer('getEntries', { entries: [ofExpense, ofIncome], next: null });
  api.answer('getTransaction', { transaction: transactionOf(2, { title: 'Café Lomi', type: 'Income', wallet: null }) });
  const user = await openPalette();
  await user.keyboard('cafe l');
  await waitFor(() =>
    expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Café Lomi/)]),
  );
  await waitFor(() => expect(api.inputsOf('getTitles').at(-1)).toMatchObject({ q: 'cafe l' }));
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Café Lomi' });
  expect(api.inputsOf('getEntries')).toEqual([{ before: '2026-11-21.0', limit: '500' }]);
  expect(api.inputsOf('getTransaction')).toEqual([{ transactionId: ofIncome._id }]);
});

test('commands open the form of a type, and verify the ledger', async () => {
  api.refuse('verifyLedger', 'too_many_requests');
  api.refuse('seal', 'too_many_requests');
  api.answer('getChangeSets', { changeSets: [], next: null });
  const user = await openPalette();
  await user.keyboard('new inc{Enter}');
  await button('Save income');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus());
  expect(screen.getByRole('tab', { name: 'Income' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  await user.keyboard('new tr{Enter}');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Transfer' })).toHaveAttribute('aria-selected', 'true'));
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  await user.keyboard('check my{Enter}');
  await screen.findByRole('heading', { name: 'History' });
  await waitFor(() => expect(api.inputsOf('verifyLedger')).toHaveLength(1));
});

test('a goal is found by its title', async () => {
  const user = await openPalette({ ...clara, goals: [goalOf(1, { title: 'Kiln of my own' })] });
  await user.keyboard('kiln');
  await waitFor(() => expect(options().map(({ textContent }) => textContent)).toEqual(['Kiln of my ownGoal']));
});

test('an option has all that is typed, not its letters here and there', async () => {
  const user = await openPalette();
  await user.keyboard('categ');
  const names = () => options().map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toContain('Categories'));
  expect(names()).not.toContain('Notifications');
  expect(names()[0]).toBe('Categories');
});

test('accounts, categories, sections of the settings and months are found by their names', async () => {
  const user = await openPalette();
  const found = async (typed: string, place: string) => {
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard(typed);
    await waitFor(() => expect(options()[0]).toHaveTextContent(place));
  };
  await found('everyd', 'EverydayAccount');
  await found('grocer', 'GroceriesExpense');
  await found('confirm a bal', 'Confirm a balance');
  await found('new rule', 'New rule');
  await found('import a f', 'Import a file');
  await found('print', 'Print');
  await found('two factor', 'Signing inSettings');
  await found('undo', 'History');
  await found('log out', 'Log out');
  await found('notific', 'NotificationsSettings');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Settings' });
});

test('a balance is confirmed from the palette, again after the dialog was closed', async () => {
  api.answer('confirmedDays', { days: [] });
  const user = await openPalette();
  for (const _ of [1, 2]) {
    await user.keyboard('confirm a bal{Enter}');
    await screen.findByRole('dialog', { name: /^Confirm a Balance/ });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Command palette' });
  }
});

test.each([
  ['/account/categories', 'Categories'],
  ['/account/rules', 'Rules'],
  ['/account/rules/new?when=coffee', 'New Rule'],
  ['/transactions/import', 'Import a file'],
])('the former address %s leads to %s', async (address, heading) => {
  openAs(clara, address);
  await screen.findByRole('heading', { name: heading, level: 1 });
});

test('the tabs of narrow screens lead to the screens of every day and to the form', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const user = openAs(clara, '/');
  const tabs = await screen.findByRole('navigation', { name: 'Tabs' });
  expect(
    within(tabs)
      .getAllByRole('link')
      .map((tab) => tab.getAttribute('aria-label') ?? tab.textContent),
  ).toEqual(['Overview', 'Transactions', 'Add an entry', 'Budget']);
  await user.click(within(tabs).getByRole('link', { name: 'Add an entry' }));
  await button('Save expense');
});
