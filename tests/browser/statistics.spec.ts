import { check, followDeviceTheme, NARROW } from './axe.ts';
import { holdBack } from './hold-back.ts';
import { pay, payByCard } from './pay.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

const STATISTICS = '**/api/v1/stats/get-income-expense-by-time-range';
const period = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 3, name }) })
    .last();

/** Registers a user with Premium, monthly figures, and an income and an expense of today. */
async function openBooks(page: Page): Promise<void> {
  await newUser(page);
  await pay(page);
  await send(page, '/users/initial-deposit', { depositAmount: 900 });
  await send(page, '/users/add-income-and-expense', { income: 4850, expense: 3120 });
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 86 });
  await send(page, '/transaction/create-expense', { title: 'Bicycle, new chain', amount: 435.56, wallet: 'Cash' });
}

test('statistics are locked until Premium is paid', async ({ page }) => {
  await newUser(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/pay/create-checkout', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.goto('/');
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(page).toHaveTitle('Statistics - Daybook');
  await expect(page.getByRole('heading', { name: 'This is a premium feature' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  await expect(page.locator('[inert] svg[role="img"]')).toHaveCount(4);
  await expect(page.locator('[inert]')).toHaveAttribute('aria-hidden', 'true');
  // Overview asks for the balance by date and the month so far, which are for everybody.
  expect(asked.filter((url) => url.includes('/stats/get-'))).toEqual([]);
  await page.getByRole('heading', { name: 'Statistics' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'View as of…' }).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Upgrade to premium' })).toBeFocused();

  await test.step('a checkout that fails is only logged', async () => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('checkout session'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Creating checkout session...')).toBeVisible();
    answer.resolve();
    await logged;
    await expect(page.getByText('Creating checkout session...')).toBeHidden();
    await page.unroute('**/api/v1/pay/create-checkout');
  });

  const badge = page.getByRole('complementary').getByText('Premium', { exact: true });
  await expect(badge).toBeHidden();
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'Your payment was successful' })).toBeVisible();
  await expect(badge).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Statistics' }).click();
  await expect(page.getByRole('heading', { name: 'Fixed income and expense' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to premium' })).toBeHidden();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to premium' })).toBeHidden();
});

test('from empty periods to charts', async ({ page }) => {
  await newUser(page);
  const arrive = await holdBack(page, STATISTICS);
  await pay(page);
  await page.getByRole('link', { name: 'Continue to Statistics' }).click();
  await expect(page.getByText('Data loading...')).toBeVisible();
  arrive();
  for (const name of ['week', 'month', 'year']) {
    await expect(page.getByText(`You didn't make any transactions this ${name}.`)).toBeVisible();
  }
  await expect(page.getByText('Data loading...')).toBeHidden();

  await test.step('the fixed figures', async () => {
    await page.getByRole('button', { name: 'Set income and expense' }).click();
    const dialog = page.getByRole('dialog', { name: 'Income and expense' });
    await dialog.getByLabel('Income').fill('4850');
    await dialog.getByLabel('Expense').fill('3120');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('img', { name: 'Fixed income $4,850.00, fixed expense $3,120.00' })).toBeVisible();
    await expect(page.getByRole('row', { name: 'Left each month $1,730.00' })).toBeVisible();
  });

  await test.step('a first transaction', async () => {
    await page.getByRole('link', { name: 'Make a transaction' }).first().click();
    await page.getByRole('tab', { name: 'Income' }).click();
    await page.getByLabel('Title').fill('Violin lesson, given');
    await page.getByLabel('Amount').fill('86');
    await page.getByRole('button', { name: 'Save income' }).click();
    await expect(page).toHaveURL('/transactions');
    await page.getByRole('link', { name: 'Statistics' }).click();
    for (const name of ['Week', 'Month', 'Year']) {
      await expect(page.getByRole('img', { name: `${name}: income $86.00, expense $0.00` })).toBeVisible();
      await expect(period(page, name).getByRole('row', { name: 'Difference + $86.00' })).toBeVisible();
    }
  });

  await test.step('figures that can not be loaded', async () => {
    await page.route(STATISTICS, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Error', { exact: true })).toBeVisible();
    await page.unroute(STATISTICS);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('img', { name: /^Year/ })).toBeVisible();
  });
});

test('bars show their amounts to the keyboard, the pointer and touch', async ({ page }) => {
  await openBooks(page);
  await page.goto('/statistics');
  const bar = period(page, 'Week').getByRole('button', { name: 'Explain Expense: − $435.56' });
  const said = bar.locator('..').getByText('− $435.56');
  await expect(bar).toBeVisible();
  await expect(said).toBeHidden();
  await tabTo(page, bar);
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Expenses' }).getByRole('link', { name: /^Bicycle/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(said).toBeHidden();
  await bar.hover();
  await expect(said).toBeVisible();
  await page.getByRole('heading', { name: 'Statistics' }).hover();
  await expect(said).toBeHidden();
});

test('the tooltip of a mark opens and closes in time', async ({ page }) => {
  await openBooks(page);
  await page.clock.install();
  await page.goto('/statistics');
  await expect(page.getByRole('img', { name: /^Year/ })).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const mark = page.getByRole('button', { name: 'About these figures' });
  const card = page.getByText('This is calculated based on the transactions that you have made.');
  await mark.hover();
  await page.clock.runFor(690);
  await expect(card).toBeHidden();
  await page.clock.runFor(20);
  await expect(card).toBeVisible();
  await page.getByRole('heading', { name: 'Statistics' }).hover();
  await page.clock.runFor(290);
  await expect(card).toBeVisible();
  await page.clock.runFor(20);
  await expect(card).toBeHidden();

  await tabTo(page, mark);
  await page.clock.runFor(710);
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(10);
  await expect(card).toBeHidden();

  await page.getByRole('button', { name: 'About the fixed income and expense' }).click();
  await page.clock.runFor(10);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'account page' }).first()).toBeFocused();
  await page.clock.resume();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: NARROW });

  test('marks and bars answer a tap', async ({ page }) => {
    await openBooks(page);
    await page.goto('/statistics');
    const card = page.getByText('This is calculated based on the transactions that you have made.');
    await page.getByRole('button', { name: 'About these figures' }).tap();
    await expect(card).toBeVisible();
    await page.getByRole('heading', { name: 'Statistics' }).tap();
    await expect(card).toBeHidden();
    await period(page, 'Month').getByRole('button', { name: 'Explain Income: + $86.00' }).tap();
    await expect(page.getByRole('dialog', { name: 'Income' }).getByRole('link', { name: /^Violin/ })).toBeVisible();
  });
});

test('axe finds nothing', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/statistics');
  await expect(page.getByText('This is a premium feature')).toBeVisible();
  await expect(page.locator('[inert] svg[role="img"]')).toHaveCount(4);
  await check(page, 'locked');
  await page.goto('/');
  await check(page, 'Overview of a free user');
  await pay(page);
  await page.goto('/statistics');
  await expect(page.getByText("You didn't make any transactions this year.")).toBeVisible();
  await check(page, 'empty periods');
  await send(page, '/users/add-income-and-expense', { income: 4850, expense: 3120 });
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 86 });
  await page.reload();
  await expect(page.getByRole('img', { name: /^Year/ })).toBeVisible();
  await check(page, 'charts');
  await page.getByRole('button', { name: 'About the fixed income and expense' }).click();
  await expect(page.getByRole('link', { name: 'account page' })).toHaveCount(2);
  await check(page, 'a card');
  await page.keyboard.press('Escape');
  await period(page, 'Year')
    .getByRole('button', { name: /^Explain Income/ })
    .focus();
  await check(page, 'a tooltip');
});
