import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, openAs } from '../testing/open.tsx';
import { clara, entryOf, transactionOf } from '../testing/people.ts';

async function openPalette() {
  api.answer('recentTransactions', { transactions: [] });
  const user = openAs(clara, '/');
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
  await user.keyboard('verify{Enter}');
  await screen.findByRole('heading', { name: 'History' });
  await waitFor(() => expect(api.inputsOf('verifyLedger')).toHaveLength(1));
});

test('the button of narrow screens opens the form, where it is no more', async () => {
  api.answer('recentTransactions', { transactions: [] });
  const user = openAs(clara, '/');
  await user.click(await screen.findByRole('link', { name: 'Add an entry' }));
  await button('Save expense');
  expect(screen.queryByRole('link', { name: 'Add an entry' })).toBeNull();
});
