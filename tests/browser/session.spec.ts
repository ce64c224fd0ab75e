import { expectDrawn, picture } from './files.ts';
import { logIn, register } from './person.ts';
import { expect, test } from './story.ts';

test('a visitor is led to the login and back, and somebody who is logged in past it', async ({ page }) => {
  await test.step('an address that is none', async () => {
    await page.goto('/no/such/room');
    await expect(page.getByRole('heading', { name: '404: Page not found' })).toBeVisible();
    await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible();
    await page.getByRole('link', { name: 'Return to the homepage' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });

  const email = await register(page);
  const kept = (key: string) => page.evaluate((key) => localStorage.getItem(key), key);
  await test.step('logged in', async () => {
    expect(await kept('userStatus')).toBe('loggedIn');
    for (const address of ['/login', '/register']) {
      await page.goto(address);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    }
  });

  await test.step('logged out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(await kept('userStatus')).toBeNull();
    expect(await kept('userData')).toContain(email);
    await page.goto('/create-transaction');
    await expect(page).toHaveURL('/login');
    await logIn(page, email);
    await expect(page).toHaveURL('/create-transaction');
  });
});

test('a session that ended leads to the login and back to the form with what was typed, and its receipt', async ({
  page,
}) => {
  const email = await register(page);
  await page.goto('/create-transaction');
  await page.getByRole('tab', { name: 'Income' }).click();
  await page.getByLabel('Title').fill('Violin lesson, given');
  await page.getByLabel('Amount').fill('60');
  await page.getByLabel('Receipt').setInputFiles(await picture(page, 'teal'));
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save income' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userStatus'))).toBeNull();
  await logIn(page, email);
  await expect(page).toHaveURL('/create-transaction');
  await expect(page.getByRole('tab', { name: 'Income' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Title')).toHaveValue('Violin lesson, given');
  await expectDrawn(page, 'Preview of the receipt');
  await page.getByRole('button', { name: 'Save income' }).click();
  await page.getByRole('row', { name: /Violin lesson/ }).click();
  await expectDrawn(page, 'Receipt for Violin lesson, given');
});

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await register(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('heading', { name: 'Login' })).toBeVisible();
});
