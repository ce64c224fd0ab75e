import { expect, test } from '@playwright/test';
import { daysAgo, register, send } from './person.ts';

test('without a history the list is the form for the first transaction', async ({ page }) => {
  await register(page);
  await page.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveTitle('Transactions - Daybook');
  await expect(page.getByRole('heading', { name: 'Create a New Transaction' })).toBeVisible();
});

test('an invalid transaction is reported before it is sent', async ({ page }) => {
  await register(page);
  await page.goto('/create-transaction');
  let sent = 0;
  await page.route('**/api/v1/transaction/create-*', (route) => {
    sent++;
    return route.continue();
  });
  const title = page.getByLabel('Title');
  const amount = page.getByLabel('Amount');
  const save = page.getByRole('button', { name: 'Save expense' });
  await save.click();
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription('Title is required');
  await expect(amount).toHaveAccessibleDescription('Amount is required');

  await title.fill('Bicycle, new chain');
  for (const [typed, message] of [
    ['0.99', "Amount can't be less than 1"],
    ['12.345', 'An amount is a number with at most two decimals'],
    ['twelve', 'An amount is a number with at most two decimals'],
    ['38.50', "You don't have enough balance to make this transaction"],
  ] as const) {
    await amount.fill(typed);
    await save.click();
    await expect(amount).toHaveAccessibleDescription(message);
  }
  expect(sent).toBe(0);

  await page.getByLabel('Wallet').selectOption('Bank');
  await save.click();
  await expect(page.getByRole('row', { name: /Bicycle, new chain/ })).toBeVisible();
  expect(sent).toBe(1);
});

test("the server's message about a field is shown at the field", async ({ page }) => {
  await register(page);
  await page.goto('/create-transaction');
  await page.route('**/api/v1/transaction/create-expense', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Something in the input is not right',
        status: 422,
        code: 'invalid',
        errors: { title: 'This title has been used up' },
      },
    }),
  );
  await page.getByLabel('Title').fill('Bicycle, new chain');
  await page.getByLabel('Amount').fill('38.50');
  await page.getByLabel('Wallet').selectOption('Bank');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('This title has been used up');
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('Saving expense...')).toBeHidden();
});

test('an answer that is lost loses nothing, and trying again records once', async ({ page }) => {
  await register(page);
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Tram, ten rides');
  await page.getByLabel('Amount').fill('24');
  await page.getByLabel('Wallet').selectOption('Bank');
  await page.getByLabel('Date').fill(daysAgo(3));

  await page.route('**/api/v1/transaction/create-expense', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByText('Failed to save expense. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Tram, ten rides');
  await expect(page.getByLabel('Amount')).toHaveValue('24');
  await expect(page.getByLabel('Date')).toHaveValue(daysAgo(3));

  await page.unroute('**/api/v1/transaction/create-expense');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByText('Expense saved successfully!')).toBeVisible();
  await expect(page.getByRole('row', { name: /Tram, ten rides/ })).toHaveCount(1);
});

test('a double click saves once', async ({ page }) => {
  await register(page);
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Tram, ten rides');
  await page.getByLabel('Amount').fill('24');
  await page.getByLabel('Wallet').selectOption('Bank');
  await page.getByRole('button', { name: 'Save expense' }).dblclick();
  await expect(page).toHaveURL('/transactions');
  await expect(page.getByRole('row', { name: /Tram, ten rides/ })).toHaveCount(1);
});

test('a lost connection is reported in plain words', async ({ page, context }) => {
  await register(page);
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Tram, ten rides');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Tram, ten rides');
});

test('a list that can not be loaded says so and can be tried again', async ({ page }) => {
  await register(page);
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 60 });
  await page.route('**/api/v1/transaction/get-transactions*', (route) => route.abort());
  await page.goto('/transactions');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/transaction/get-transactions*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row', { name: /Violin lesson/ })).toBeVisible();
});

test('five placeholder rows are shown while the list loads', async ({ page }) => {
  await register(page);
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 60 });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/transaction/get-transactions*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/transactions');
  await expect(page.getByTestId('skeleton-row')).toHaveCount(5);
  answer.resolve();
  await expect(page.getByRole('row', { name: /Violin lesson/ })).toBeVisible();
  await expect(page.getByTestId('skeleton-row')).toHaveCount(0);
});

test('a transaction that does not exist says so', async ({ page }) => {
  await register(page);
  for (const id of ['5f0c2b7e-3a51-4c0e-9f64-1f6f3f1c2d3e', 'nonsense']) {
    await page.goto(`/transactions/${id}`);
    await expect(page.getByRole('heading', { name: 'This transaction does not exist' })).toBeVisible();
  }
});

test('120 entries load page by page, under their days, and only rows near the viewport are drawn', async ({ page }) => {
  await register(page);
  for (let entry = 120; entry >= 1; entry--) {
    const title = `Entry ${entry}`;
    await send(page, '/transaction/create-income', { title, amount: entry, date: daysAgo(Math.floor(entry / 3)) });
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('get-transactions')) asked.push(new URL(request.url()).search);
  });
  await page.goto('/transactions');
  const entries = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect(entries.first()).toContainText('Entry 1');
  await expect(page.getByRole('rowheader').first()).toBeVisible();

  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(page.getByText('Entry 120', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await entries.count()).toBeLessThan(120);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toBe('?limit=50');
  expect(new Set(asked).size).toBe(3);

  const scrolled = await page.evaluate(() => window.scrollY);
  await page.getByRole('row', { name: /Entry 120 / }).click();
  await expect(page.getByRole('heading', { name: 'Entry 120' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Entry 120', { exact: true })).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeCloseTo(scrolled, -1);
});
