import { logIn, newUser, PASSWORD } from './person.ts';
import { expect, test } from './story.ts';

test('another currency, and a new password to log in with', async ({ page }) => {
  const email = await newUser(page);
  await page.goto('/settings');
  await expect(page).toHaveTitle('Settings - Daybook');

  await test.step('the currency', async () => {
    await page.getByLabel('Currency', { exact: true }).selectOption('€');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('the password, after a slip', async () => {
    const old = page.getByLabel('Old password');
    const fresh = page.getByLabel('New password');
    const update = page.getByRole('button', { name: 'Update Password' });
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
  });

  await test.step('a login with the old password, and with the new one', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await logIn(page, email);
    await expect(page.getByText('Incorrect password')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await logIn(page, email, 'a new pen');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByText('€0.00')).toBeVisible();
  });
});
