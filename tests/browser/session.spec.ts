import { expect, test } from '@playwright/test';
import { logIn, newEmail, PASSWORD, register } from './person.ts';

test('a login with an unknown email leads to signing up, with what was typed', async ({ page }) => {
  const email = newEmail();
  await page.goto('/login');
  await expect(page).toHaveTitle('Login - Daybook');
  await logIn(page, email);
  await expect(page.getByText('User does not exist')).toBeVisible();
  await expect(page.getByText('Did you mean to sign up?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/register');
  await expect(page).toHaveTitle('Register - Daybook');
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('a wrong password is reported, and nothing typed is lost', async ({ page }) => {
  const email = await register(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Logged out')).toBeVisible();
  await logIn(page, email, 'ink and paper');
  await expect(page.getByText('Incorrect password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await logIn(page, email);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('an email that is taken leads on to signing in', async ({ page }) => {
  const email = await register(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full Name').fill('Clara Again');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Email is already in use')).toBeVisible();
  await expect(page.getByText('Did you mean to sign in?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('empty fields are reported, described by their messages, and nothing is sent', async ({ page }) => {
  await page.goto('/register');
  let sent = 0;
  await page.route('**/api/**', (route) => {
    sent++;
    return route.continue();
  });
  await page.getByLabel('Password').fill('   ');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription('Full name is required');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription("Password can't be empty");
  expect(sent).toBe(0);
});

test('logged out, / is the login screen and other screens lead to it and back', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  const email = await register(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userStatus'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toContain(email);
  await page.goto('/create-transaction');
  await expect(page).toHaveURL('/login');
  await logIn(page, email);
  await expect(page).toHaveURL('/create-transaction');
});

test('logged in, the login and register screens lead to the Overview', async ({ page }) => {
  await register(page);
  expect(await page.evaluate(() => localStorage.getItem('userStatus'))).toBe('loggedIn');
  for (const address of ['/login', '/register']) {
    await page.goto(address);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  }
});

test('a session that ended leads to the login and back to the form with what was typed', async ({ page }) => {
  const email = await register(page);
  await page.goto('/create-transaction');
  await page.getByRole('tab', { name: 'Income' }).click();
  await page.getByLabel('Title').fill('Violin lesson, given');
  await page.getByLabel('Amount').fill('60');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save income' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userStatus'))).toBeNull();
  await logIn(page, email);
  await expect(page).toHaveURL('/create-transaction');
  await expect(page.getByRole('tab', { name: 'Income' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Title')).toHaveValue('Violin lesson, given');
  await page.getByRole('button', { name: 'Save income' }).click();
  await expect(page.getByRole('row', { name: /Violin lesson/ })).toBeVisible();
});

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await register(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('an unknown address shows the 404 page', async ({ page }) => {
  await page.goto('/no/such/room');
  await expect(page.getByRole('heading', { name: '404: Page not found' })).toBeVisible();
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible();
  await page.getByRole('link', { name: 'Return to the homepage' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});
