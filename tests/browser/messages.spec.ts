import { expect, type Page, test } from '@playwright/test';
import { register, send } from './person.ts';

/**
 * Makes a call of `act` fail, and expects the messages meanwhile and afterwards (product 8.2).
 */
async function expectFailure(
  page: Page,
  call: string,
  act: () => Promise<void>,
  meanwhile: string,
  then: string,
): Promise<void> {
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/v1/${call}`, async (route) => {
    await answer.promise;
    await route.abort();
  });
  await act();
  await expect(page.getByText(meanwhile, { exact: true })).toBeVisible();
  answer.resolve();
  await expect(page.getByText(then, { exact: true })).toBeVisible();
  await expect(page.getByText(meanwhile, { exact: true })).toBeHidden();
  await page.unroute(`**/api/v1/${call}`);
}

test('an income that can not be saved stays in its form', async ({ page }) => {
  await register(page);
  await page.goto('/create-transaction');
  await page.getByRole('tab', { name: 'Income' }).click();
  await page.getByLabel('Title').fill('Violin lesson, given');
  await page.getByLabel('Amount').fill('60');
  const save = () => page.getByRole('button', { name: 'Save income' }).click();
  const sorry = 'Failed to save income. Please try again.';
  await expectFailure(page, 'transaction/create-income', save, 'Saving income...', sorry);
  await expect(page.getByLabel('Title')).toHaveValue('Violin lesson, given');
  await save();
  await expect(page.getByText('Income saved successfully!')).toBeVisible();
});

test('a transaction that can not be deleted stays, and can be tried again', async ({ page }) => {
  await register(page);
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 60 });
  await page.goto('/');
  await page.getByRole('link', { name: 'View all transactions' }).click();
  await expect(page).toHaveURL('/transactions');
  await page.getByRole('row', { name: /Violin lesson/ }).click();
  async function remove() {
    await page.getByRole('button', { name: 'Delete Transaction' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  const sorry = 'Unable to delete transaction';
  await expectFailure(page, 'transaction/delete-transaction', remove, 'Deleting transaction...', sorry);
  await expect(page.getByRole('heading', { name: 'Violin lesson, given' })).toBeVisible();
  await remove();
  await expect(page.getByText('Transaction deleted')).toBeVisible();
  await expect(page).toHaveURL('/transactions');
});

test('a user whose logout does not reach the server stays logged in', async ({ page }) => {
  await register(page);
  const logOut = () => page.getByRole('button', { name: 'Log out' }).click();
  await expectFailure(page, 'users/logout', logOut, 'Logging out', 'Unable to log out');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userStatus'))).toBe('loggedIn');
  await logOut();
  await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
});
