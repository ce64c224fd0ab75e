import { check, followDeviceTheme, NARROW } from './axe.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, test } from './story.ts';

const bread = { title: 'Rye bread', amount: 4.2, date: '2026-03-12', wallet: 'Bank' };

test('a confirmed day that breaks is found out and mended', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await send(page, '/transaction/create-expense', bread);
  await send(page, '/accounts/assert-balance', { date: '2026-02-28', balance: 100 });
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Confirm a Balance' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm a Balance' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Balance is required')).toBeVisible();
  await check(page, 'confirm a balance');
  await page.getByLabel('My bank says').fill('95.80');
  await page.getByLabel('At the end of').fill('2026-03-31');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Balance of March 31, 2026 confirmed')).toBeVisible();
  const days = page.getByRole('list', { name: 'Checked with the bank' });
  const showDays = () => page.getByRole('button', { name: 'Checked with the bank' }).click();
  await showDays();
  await expect(days.getByRole('listitem')).toHaveText([/March 31, 2026.*Agrees/, /February 28, 2026.*Agrees/]);

  await send(page, '/transaction/create-expense', { ...bread, title: 'Rye bread, again' });
  await page.reload();
  await showDays();
  await expect(days.getByRole('listitem').first()).toContainText('Broken by Expense: Rye bread, again');
  await check(page, 'a confirmed day that does not hold');
  await tabTo(page, page.getByRole('button', { name: 'Find the missing $4.20' }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Find the missing $4.20' });
  await expect(drawer).toBeVisible();
  const causes = drawer.getByRole('listitem');
  await expect(causes.first()).toContainText('A change');
  await expect(causes.nth(1)).toContainText('Entered twice');
  await expect(causes.last()).toContainText('Last resort');
  await check(page, 'find the missing amount');
  await causes.nth(1).getByRole('button', { name: 'Delete it: Rye bread, again' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('March 31, 2026 agrees with the bank now')).toBeVisible();
  await expect(days.getByRole('listitem').first()).toContainText('Agrees');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Find the missing $4.20' })).toBeVisible();
  const undone = 'Undone: Expense of March 12, 2026 deleted';
  await days.getByRole('link', { name: undone }).click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('button', { name: undone, exact: true })).toBeVisible();
});

test('the books as they were show their confirmed days, and nothing to mend', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await send(page, '/accounts/assert-balance', { date: '2026-03-31', balance: 90 });
  await send(page, '/accounts/assert-balance', { date: '2026-03-31', balance: 100 });
  await page.goto('/accounts?known=1');
  await page.getByRole('button', { name: 'Checked with the bank' }).click();
  const days = page.getByRole('list', { name: 'Checked with the bank' });
  await expect(days.getByRole('listitem')).toContainText('Has not agreed since it was confirmed');
  await expect(days.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Confirm a Balance' })).toBeDisabled();
  await page.goto('/accounts');
  await expect(page.getByText('Agrees with the bank on March 31, 2026')).toBeVisible();
});

test('Overview leads to what is missing, and an account with money is closed, by the keyboard alone', async ({
  page,
}) => {
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await send(page, '/accounts/open-account', { name: 'Savings', kind: 'Savings', openingBalance: 50 });
  await send(page, '/accounts/assert-balance', { date: '2026-03-31', balance: 91 });
  await page.goto('/');
  const link = page.getByRole('link', { name: 'find what is missing' });
  await expect(page.getByText('$9.00 off on March 31, 2026 in Everyday')).toBeVisible();
  await check(page, 'Overview with a confirmed day that does not hold');
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Find the missing $9.00' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/accounts');

  await tabTo(page, page.getByRole('button', { name: 'Close Savings' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Move the rest to')).toBeFocused();
  await check(page, 'close an account with money');
  await tabTo(page, page.getByRole('button', { name: 'Move and close' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Reopen Savings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Accounts' })).toBeFocused();
  await expect(page.getByText('Moved $50.00 to Everyday')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Explain balance of Everyday $150.00' })).toBeVisible();
});
