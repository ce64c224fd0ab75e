import { expect, test } from '@playwright/test';
import { logIn, PASSWORD, register } from './person.ts';

test('the password: its rules, a wrong one, and a new one to log in with', async ({ page }) => {
  const email = await register(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveTitle('Settings - Daybook');
  const old = page.getByLabel('Old password');
  const fresh = page.getByLabel('New password');
  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(old).toHaveAccessibleDescription("Password can't be empty");
  await expect(fresh).toHaveAccessibleDescription("Password can't be empty");
  await old.fill(PASSWORD);
  await fresh.fill(PASSWORD);
  await update.click();
  await expect(fresh).toHaveAccessibleDescription("New password can't be the same as your old password");

  await old.fill('ink and paper');
  await fresh.fill('a new pen');
  await update.click();
  await expect(page.getByText('Invalid old password')).toBeVisible();
  await expect(old).toBeFocused();
  await expect(fresh).toHaveValue('a new pen');

  await old.fill(PASSWORD);
  await update.click();
  await expect(page.getByText('Updated password')).toBeVisible();
  await expect(old).toHaveValue('');
  await page.getByRole('button', { name: 'Log out' }).click();
  await logIn(page, email, 'a new pen');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('every failure to change the password has the same message, and nothing typed is lost', async ({ page }) => {
  await register(page);
  await page.goto('/settings');
  await page.route('**/api/v1/users/update-password', (route) => route.abort());
  await page.getByLabel('Old password').fill(PASSWORD);
  await page.getByLabel('New password').fill('a new pen');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Invalid old password')).toBeVisible();
  await expect(page.getByText("Daybook can't be reached right now. What you typed is still here.")).toBeVisible();
  await expect(page.getByLabel('Old password')).toHaveValue(PASSWORD);
});

test('the currency: its rules, and the symbol everywhere', async ({ page }) => {
  await register(page);
  await page.goto('/settings');
  const currency = page.getByLabel('Currency', { exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(currency.getByRole('option')).toHaveText([
    'Choose a currency',
    '$ USD',
    '€ EUR',
    '¥ JPY',
    '₹ INR',
    'A$ AUD',
    'C$ CAD',
  ]);
  await save.click();
  await expect(currency).toHaveAccessibleDescription('Currency is required');
  await currency.selectOption('$');
  await save.click();
  await expect(currency).toHaveAccessibleDescription('Nothing changed');

  await page.route('**/api/v1/users/update-currency', (route) => route.abort());
  await currency.selectOption('€');
  await save.click();
  await expect(page.getByText('Error when fetching')).toBeVisible();
  await expect(currency).toHaveValue('€');
  await page.unroute('**/api/v1/users/update-currency');
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await save.click();
  await expect(currency).toHaveAccessibleDescription('Nothing changed');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('€0.00')).toBeVisible();
});
