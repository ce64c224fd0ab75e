import { messages } from '#contract/messages.ts';
import { check, followDeviceTheme, NARROW } from './axe.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

async function writeSome(page: Page): Promise<void> {
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await send(page, '/transaction/create-expense', { title: 'Rye bread', amount: 11.2 });
  await send(page, '/transaction/create-income', { title: 'Violin lesson', amount: 60 });
  await send(page, '/goals/create-goal', { title: 'Bicycle', finalAmount: 300 });
}

/** Goes to the Overview, and from there to the history. */
async function openHistory(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeFocused();
}

const verify = (page: Page) => page.getByRole('button', { name: 'Check my books' });
const rowsOf = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('time') });
const entries = (page: Page) => rowsOf(page, 'History');

/** Changes the title and the amount of the newest transaction, each by itself. */
async function changeTwice(page: Page): Promise<void> {
  const user = await page.request.get('/api/v1/users/get-current-user');
  const { transactionHistory } = (await user.json()).data;
  const { _id } = transactionHistory.at(-1);
  await send(page, '/transaction/update-transaction', { transactionId: _id, title: 'Cello lesson', amount: 65 });
  await send(page, '/transaction/update-transaction', { transactionId: _id, amount: 70 });
}

test('the history is in the sidebar after the statistics and lists everything, newest first', async ({ page }) => {
  await newUser(page);
  await writeSome(page);
  await openHistory(page);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toContainText([
    ...['Overview', 'Transactions', 'Goals', 'Statistics', 'History', 'Account', 'Settings', 'Source code'],
  ]);
  await expect(page).toHaveTitle('History - Daybook');
  await expect(page).toHaveURL('/history');
  await expect(entries(page)).toHaveCount(4);
  await expect(entries(page)).toContainText([
    ...['Goal created: Bicycle, $300.00', 'Income: Violin lesson', 'Expense: Rye bread', 'Initial deposit'],
  ]);
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(new Date());
  await expect(page.getByRole('rowheader', { name: today })).toBeVisible();
});

test('the balance after each event is one link away', async ({ page }) => {
  await newUser(page);
  await writeSome(page);
  await openHistory(page);
  await page.getByRole('link', { name: 'Running balance' }).click();
  await expect(page).toHaveURL('/history/balances');
  await expect(page.getByRole('heading', { name: 'Running balance' })).toBeFocused();
  const events = rowsOf(page, 'Events');
  await expect(events).toHaveCount(4);
  for (const [at, said] of [
    [/Goal created: Bicycle, \$300\.00/, /\$1,048\.80/],
    [/Income: Violin lesson/, /\+ \$60\.00.*\$1,048\.80/],
    [/Expense: Rye bread/, /− \$11\.20.*\$988\.80/],
    [/Initial deposit/, /\+ \$1,000\.00.*\$1,000\.00/],
  ].entries()) {
    for (const words of said) await expect(events.nth(at)).toContainText(words);
  }
});

test('a verification says that the books are as written, and what was compared', async ({ page }) => {
  await newUser(page);
  await writeSome(page);
  await page.goto('/history');
  await expect(entries(page)).toHaveCount(4);
  await verify(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your books are as they were written.' })).toContainText(
    '4 entries replayed, and what came of them compared with what the screens show: the balance, 2 transactions, ' +
      '1 goal and the figures of 3 weeks, months and years.',
  );
  await expect(verify(page)).toBeFocused();
  const totals = page.getByRole('table', { name: 'What the entries add up to' });
  await expect(totals.getByRole('row')).toHaveText([
    'Deposits and balances set by hand$1,000.00',
    'Income$60.00',
    'Expenses− $11.20',
    'Saved for goals$0.00',
    'Balance$1,048.80',
  ]);
});

test('a verification that finds differences lists them', async ({ page }) => {
  await newUser(page);
  await page.route('**/api/v1/ledger/verify', (route) =>
    route.fulfill({
      json: {
        data: {
          intact: false,
          revision: 3,
          onTheirWay: 0,
          counts: { entries: 4, transactions: 2, goals: 1, statistics: 3 },
          totals: { balance: 988.8, goals: 0, expenses: 11.2, income: 0, opening: 1000 },
          seal: '4-8XK2M-0QZ7T-1VN4D-RJ5CP',
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

test('a seal that was kept holds after further entries, and one of another ledger does not', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await page.goto('/history');
  const seal = page.getByText(/^1(-[0-9A-Z]{5}){4}$/);
  const kept = (await seal.textContent()) ?? '';
  await send(page, '/transaction/create-income', { title: 'Violin lesson', amount: 60 });
  await page.reload();
  await expect(page.getByText(/^2(-[0-9A-Z]{5}){4}$/)).toBeVisible();
  const field = page.getByLabel('Check a fingerprint');
  await field.fill(kept.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByText('It matches: the entries are what they were.')).toBeVisible();
  await field.fill(kept.replace('1-', '7-'));
  await page.keyboard.press('Enter');
  await expect(page.getByText("It doesn't match. The ledger has fewer entries.")).toBeVisible();
  await field.fill('312');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(messages.notASeal);
  await verify(page).click();
  await expect(page.getByText(/^2(-[0-9A-Z]{5}){4}$/)).toHaveCount(2);
});

test('an empty history says so, and has nothing to compare', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/history');
  await expect(page.getByText('Nothing has been written down yet')).toBeVisible();
  await verify(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'There is nothing to compare yet.' })).toHaveCount(1);
  await check(page, 'empty history');
});

test('five placeholder rows are shown while it loads, and a failed load can be tried again', async ({ page }) => {
  await newUser(page);
  await writeSome(page);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/ledger/change-sets*', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.route('**/api/v1/ledger/verify', (route) => route.abort());
  await page.goto('/history');
  await expect(page.getByTestId('skeleton-row')).toHaveCount(5);
  answer.resolve();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/ledger/change-sets*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(4);

  await verify(page).click();
  await expect(page.getByRole('alert')).toContainText("Daybook can't be reached right now");
  await page.unroute('**/api/v1/ledger/verify');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Your books are as they were written.', { exact: true })).toBeVisible();
});

test('a long history loads page by page, and only rows near the viewport are drawn', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  for (let entry = 1; entry <= 220; entry++) {
    // Of one kind they would be one row.
    const fields = { title: `Entry ${entry}.`, amount: 1 + (entry % 7) };
    if (entry % 2 === 0) await send(page, '/transaction/create-income', fields);
    else await send(page, '/transaction/create-expense', { ...fields, wallet: 'Bank' });
  }
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ledger/change-sets')) asked.push(new URL(request.url()).search);
  });
  await page.goto('/history');
  await expect(entries(page).first()).toContainText('Entry 220.');
  await page.getByRole('heading', { name: 'History', level: 1 }).click();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'Initial deposit', exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await entries(page).count()).toBeLessThan(200);
  expect(asked).toHaveLength(4);
  expect(asked[0]).toBe('?limit=50');
  expect(new Set(asked).size).toBe(4);
});

test('by keyboard alone', async ({ page }) => {
  await newUser(page);
  await writeSome(page);
  await changeTwice(page);
  await openHistory(page);
  await tabTo(page, verify(page));
  await page.keyboard.press('Space');
  await expect(page.getByText('Your books are as they were written.', { exact: true })).toBeVisible();

  const change = page.getByRole('button', { name: 'Expense: Rye bread', exact: true });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Rye bread' }).getByRole('row')).toContainText([
    /./,
    'Rye bread',
    '$11.20',
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(dialog.getByRole('listitem')).toContainText('Removed Rye bread');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(entries(page).filter({ hasText: 'Undone' })).toContainText(['Expense: Rye bread']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await expect(entries(page).first()).toContainText('Redone: Expense: Rye bread');

  // A later change of the amount stands in the way of the first.
  const first = page.getByRole('button', { name: 'Undo: Income changed: Cello lesson' }).last();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Keep $70.00' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Restore $60.00' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(entries(page).first()).toContainText('Undone: Income changed: Cello lesson');
});

test('axe finds nothing', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await writeSome(page);
  await changeTwice(page);
  await page.goto('/history');
  await expect(entries(page)).toHaveCount(6);
  const first = page.getByRole('button', { name: 'Income changed: Cello lesson', exact: true }).last();
  await first.click();
  await expect(page.getByRole('table', { name: 'Cello lesson' })).toBeVisible();
  await check(page, 'history');
  await page.getByRole('button', { name: 'Undo: Income changed: Cello lesson' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Undo this change?' })).toBeVisible();
  await check(page, 'dialog of an undo');
  await page.keyboard.press('Escape');
  await verify(page).click();
  await expect(page.getByText('Your books are as they were written.', { exact: true })).toBeVisible();
  await check(page, 'verified history');
  await page.getByRole('link', { name: 'Running balance' }).click();
  await expect(rowsOf(page, 'Events')).toHaveCount(6);
  await check(page, 'balances');
});
