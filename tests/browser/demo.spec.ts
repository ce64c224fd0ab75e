import { newUser } from './person.ts';
import { expect, test } from './story.ts';

// There is only one demo user, so these tests run one after another.
test.describe.configure({ mode: 'serial' });

for (const screen of ['/login', '/register']) {
  test(`one click on ${screen} logs in as the demo user`, async ({ page }) => {
    await page.goto(screen);
    await expect(page.getByText('Or continue with')).toBeVisible();
    await page.getByRole('button', { name: 'Demo login' }).click();
    await expect(page.getByText('Logged in as a demo user')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Recent Transactions' }).getByRole('link')).toHaveCount(5);
  });
}

test('a demo login that fails says so, and can be tried again', async ({ page }) => {
  await page.route('**/api/v1/users/login', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: 'Demo login' }).click();
  await expect(page.getByText('Error logging you in')).toBeVisible();
  await page.unroute('**/api/v1/users/login');
  await page.getByRole('button', { name: 'Demo login' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('the demo user is changed, and reset to what it was', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Demo login' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByLabel('Full Name').fill('Somebody Else');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved user details')).toBeVisible();
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Not in the samples');
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByRole('row', { name: /Not in the samples/ })).toBeVisible();

  await page.goto('/reset-demo');
  await expect(page).toHaveTitle('Reset demo - Daybook');
  await page.getByRole('button', { name: 'Reset demo user' }).click();
  await expect(page.getByText('Demo user has been reset')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toContain('Clara Whitfield');
  await page.getByRole('link', { name: 'Return to the homepage' }).click();
  await expect(page.getByRole('table', { name: 'Recent Transactions' }).getByRole('link')).toHaveCount(5);
  await expect(page.getByText('Not in the samples')).toHaveCount(0);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Clara Whitfield');
});

test('a reset that fails says so', async ({ page }) => {
  await newUser(page);
  await page.route('**/api/v1/demo/reset-demo-user', (route) => route.abort());
  await page.goto('/reset-demo');
  await page.getByRole('button', { name: 'Reset demo user' }).click();
  await expect(page.getByText('Unable to reset demo user')).toBeVisible();
});

test('logged out, the reset is disabled and says why', async ({ page }) => {
  await page.goto('/reset-demo');
  await expect(page.getByRole('button')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Reset demo user' })).toBeDisabled();
  await expect(page.getByText('Only somebody who is logged in can do that.')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Demo login' }).click();
  await expect(page).toHaveURL('/reset-demo');
  await expect(page.getByRole('button', { name: 'Reset demo user' })).toBeEnabled();
});

test('what the demo user may not do is said', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Demo login' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Old password').fill('daybook for everybody');
  await page.getByLabel('New password').fill('daybook for nobody');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Invalid old password')).toBeVisible();
  await expect(page.getByText("The demo user can't do this")).toBeVisible();
});
