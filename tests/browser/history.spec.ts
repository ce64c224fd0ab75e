import { expect, type Page, test } from '@playwright/test';
import { check, followDeviceTheme, VIEWS } from './axe.ts';
import { register, send, tabTo } from './person.ts';

async function writeSome(page: Page): Promise<void> {
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await send(page, '/transaction/create-expense', { title: 'Rye bread', amount: 11.2 });
  await send(page, '/transaction/create-income', { title: 'Violin lesson', amount: 60 });
  await send(page, '/goals/create-goal', { title: 'Bicycle', finalAmount: 300 });
}

async function openHistory(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeFocused();
}

const verify = (page: Page) => page.getByRole('button', { name: 'Verify my ledger' });
const entries = (page: Page) =>
  page
    .getByRole('table', { name: 'History' })
    .getByRole('row')
    .filter({ has: page.getByRole('time') });

test('the history is in the sidebar after the statistics and lists everything, newest first', async ({ page }) => {
  await register(page);
  await writeSome(page);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toContainText([
    ...['Overview', 'Transactions', 'Goals', 'Statistics', 'History', 'Account', 'Settings', 'Source code'],
  ]);
  await openHistory(page);
  await expect(page).toHaveTitle('History - Daybook');
  await expect(page).toHaveURL('/history');
  await expect(entries(page)).toHaveCount(4);
  for (const [at, said] of [
    [/Goal created: Bicycle, \$300\.00/, /\$1,048\.80/],
    [/Income: Violin lesson/, /\+ \$60\.00.*\$1,048\.80/],
    [/Expense: Rye bread/, /− \$11\.20.*\$988\.80/],
    [/Initial deposit/, /\+ \$1,000\.00.*\$1,000\.00/],
  ].entries()) {
    for (const words of said) await expect(entries(page).nth(at)).toContainText(words);
  }
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(new Date());
  await expect(page.getByRole('rowheader', { name: today })).toBeVisible();
});

test('a verification says that the ledger is intact, and what was compared', async ({ page }) => {
  await register(page);
  await writeSome(page);
  await page.goto('/history');
  await expect(entries(page)).toHaveCount(4);
  await verify(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your ledger is intact.' })).toContainText(
    '4 entries replayed, and what came of them compared with what the screens show: the balance, 2 transactions, ' +
      '1 goal and the figures of 3 weeks, months and years.',
  );
  await expect(verify(page)).toBeFocused();
  const totals = page.getByRole('table', { name: 'What the entries add up to' });
  await expect(totals.getByRole('row')).toHaveText([
    'Deposits and balances set by hand$1,000.00',
    'Income$60.00',
    'Expenses− $11.20',
    'Put aside for goals$0.00',
    'Balance$1,048.80',
  ]);
});

test('a verification that finds differences lists them', async ({ page }) => {
  await register(page);
  await page.route('**/api/v1/ledger/verify', (route) =>
    route.fulfill({
      json: {
        data: {
          intact: false,
          revision: 3,
          onTheirWay: 0,
          counts: { entries: 4, transactions: 2, goals: 1, statistics: 3 },
          totals: { balance: 988.8, goals: 0, expenses: 11.2, income: 0, opening: 1000 },
          differences: [{ field: 'account.balance', expected: '98880', found: '98881', revision: 2 }],
        },
      },
    }),
  );
  await page.goto('/history');
  await verify(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'One thing differs from your ledger.' })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Differences' }).getByRole('listitem')).toHaveText([
    'account.balance should be 98880, and is 98881, since entry 2',
  ]);
});

test('an empty history says so, and has nothing to compare', async ({ page }) => {
  await followDeviceTheme(page);
  await register(page);
  await page.goto('/history');
  await expect(page.getByText('Nothing has been written down yet')).toBeVisible();
  await verify(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'There is nothing to compare yet.' })).toHaveCount(1);
  await check(page, 'empty history');
});

test('five placeholder rows are shown while it loads, and a failed load can be tried again', async ({ page }) => {
  await register(page);
  await writeSome(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/ledger/history*', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.goto('/history');
  await expect(page.getByTestId('skeleton-row')).toHaveCount(5);
  answer.resolve();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/ledger/history*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(4);

  await page.route('**/api/v1/ledger/verify', (route) => route.abort());
  await verify(page).click();
  await expect(page.getByRole('alert')).toContainText("Daybook can't be reached right now");
  await page.unroute('**/api/v1/ledger/verify');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your ledger is intact.', { exact: true })).toBeVisible();
});

test('a long history loads page by page, and only rows near the viewport are drawn', async ({ page }) => {
  await register(page);
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  for (let entry = 1; entry <= 220; entry++) {
    await send(page, '/transaction/create-income', { title: `Entry ${entry}.`, amount: entry });
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ledger/history')) asked.push(new URL(request.url()).search);
  });
  await page.goto('/history');
  await expect(entries(page).first()).toContainText('Entry 220.');
  await page.getByRole('heading', { name: 'History', level: 1 }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('Initial deposit')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(entries(page).last()).toContainText(/\+ \$1,000\.00.*\$1,000\.00/);
  expect(await entries(page).count()).toBeLessThan(200);
  expect(asked).toHaveLength(4);
  expect(asked[0]).toBe('?limit=50');
  expect(new Set(asked).size).toBe(4);
});

test('by keyboard alone', async ({ page }) => {
  await register(page);
  await writeSome(page);
  await page.reload();
  await openHistory(page);
  await tabTo(page, verify(page));
  await page.keyboard.press('Space');
  await expect(page.getByText('Your ledger is intact.', { exact: true })).toBeVisible();
});

for (const viewport of VIEWS) {
  test(`axe finds nothing, ${viewport.width} wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await followDeviceTheme(page);
    await register(page);
    await writeSome(page);
    await page.goto('/history');
    await expect(entries(page)).toHaveCount(4);
    await check(page, 'history');
    await verify(page).click();
    await expect(page.getByText('Your ledger is intact.', { exact: true })).toBeVisible();
    await check(page, 'verified history');
  });
}
