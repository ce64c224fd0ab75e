import { check, followDeviceTheme, NARROW } from './axe.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

/** Opens an account by its call. Gives the ids of all accounts by name. */
async function openAccount(page: Page, name: string, openingBalance = 0): Promise<Record<string, string>> {
  await send(page, '/accounts/open-account', { name, kind: 'Savings', openingBalance });
  const answer = await page.request.get('/api/v1/accounts/get-accounts');
  const { accounts } = (await answer.json()).data as { accounts: { _id: string; name: string }[] };
  return Object.fromEntries(accounts.map((account) => [account.name, account._id]));
}

test('accounts, transfers and splits', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/create-transaction');
  await page.getByRole('tab', { name: 'Transfer' }).click();
  await check(page, 'a transfer with one account');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await check(page, 'open an account');

  await openAccount(page, 'Old bank');
  const { Everyday: from, Savings: to, 'Old bank': old } = await openAccount(page, 'Savings', 300);
  await send(page, '/accounts/close-account', { accountId: old });
  await send(page, '/transfer/create-transfer', { from, to, amount: 40, title: 'For the winter' });
  const parts = [
    { amount: 7, category: 'Groceries', note: 'bread' },
    { amount: 4, category: 'Other' },
  ];
  await send(page, '/transaction/create-expense', { title: 'Market', amount: 11, wallet: 'Bank', parts });
  await page.goto('/accounts');
  await expect(page.getByRole('button', { name: 'Reopen Old bank' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^From/ })).toHaveCount(2);
  await check(page, 'Accounts');
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Market/ })).toBeVisible();
  await check(page, 'Overview with accounts');
  await page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('link', { name: /Savings/ })
    .click();
  await expect(page.getByRole('row', { name: /For the winter/ })).toContainText('+ $40.00');
  await check(page, 'Transactions of an account');
  await page.getByRole('row', { name: /For the winter/ }).click();
  await expect(page.getByRole('button', { name: 'Delete Transfer' })).toBeVisible();
  await check(page, 'detail of a transfer');
  await page.goto('/transactions');
  await page.getByRole('row', { name: /Market/ }).click();
  await expect(page.getByRole('table', { name: 'Split in 2 parts' })).toBeVisible();
  await check(page, 'detail of a split');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Add a part' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Amount is required')).toBeVisible();
  await check(page, 'edit of a split');
});

test('an entry is changed, split and joined by the keyboard alone', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await send(page, '/transaction/create-expense', { title: 'Rye bread', amount: 11.2 });
  await page.goto('/transactions');
  await tabTo(page, page.getByRole('row', { name: /Rye bread/ }));
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'All fields' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Split into parts' })).toBeVisible();
  await expect(page.getByLabel('Title')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Split into parts' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount of part 1')).toBeFocused();
  await page.keyboard.type('10');
  await tabTo(page, page.getByLabel('Amount of part 2'));
  await page.keyboard.type('1.20');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Split in 2 parts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Merge' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Category/)).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Save changes' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: /^Split/ })).toHaveCount(0);
});
