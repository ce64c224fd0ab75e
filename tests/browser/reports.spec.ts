import { readFile } from 'node:fs/promises';
import { check, followDeviceTheme, WIDE } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: WIDE });
test.slow();

const MONTH = 'range=this-month';

/** Money, expenses of two categories, and the refund of a part, all of today. */
async function live(page: Page): Promise<void> {
  const date = daysAgo(0);
  const bank = { wallet: 'Bank', date };
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await send(page, '/transaction/create-expense', { title: 'Market', amount: 60, category: 'Groceries', ...bank });
  await send(page, '/transaction/create-expense', { title: 'Train', amount: 45.5, category: 'Travel', ...bank });
  const parts = [
    { amount: 10, categoryId: 'Groceries' },
    { amount: 90, category: 'Gifts' },
  ];
  await send(page, '/transaction/create-income', { title: 'Grandma', amount: 100, date, parts });
}

const picture = (page: Page) => page.getByRole('group', { name: /^Picture: / });

test('a report is asked, walked through by keys, explained, kept and ordered by the keyboard alone', async ({
  page,
}) => {
  await newUser(page);
  await live(page);
  await page.goto(`/reports?${MONTH}`);
  await expect(picture(page)).toHaveAccessibleName('Picture: Spent by category, by month, in this month');
  const marks = picture(page).getByRole('button');
  await expect(marks).toHaveCount(2);
  await tabTo(page, marks.first());
  await expect(marks.first()).toHaveAccessibleName(/^Explain Groceries, .* so far, \$50\.00$/);
  await page.keyboard.press('ArrowUp');
  await expect(marks.last()).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Travel' });
  await expect(drawer.getByText('$45.50').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(marks.last()).toBeFocused();
  // The picture is one stop.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('list', { name: 'Legend' }).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(marks).toHaveCount(1);

  await page.getByLabel('Measure', { exact: true }).selectOption('net');
  await page.getByLabel('Rows', { exact: true }).selectOption('none');
  await expect(page).toHaveURL(/measure=net/);
  await expect(page.getByRole('cell', { name: /\$4\.50|− \$5\.50|\$/ }).first()).toBeVisible();
  await expect(page.getByText('Refunds are taken off what they refund.')).toBeVisible();
  for (const name of ['First', 'Second']) {
    await page.getByRole('button', { name: 'Keep this report' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Kept reports' })).toContainText(name);
  }
  const kept = page.getByRole('list', { name: 'Kept reports' }).getByRole('link');
  await page.getByRole('button', { name: 'Move Second in the list' }).focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.up('Alt');
  await expect(kept).toHaveText(['Second', 'First']);
  await page.reload();
  await expect(kept).toHaveText(['Second', 'First']);
  await page.goto('/reports');
  await kept.first().press('Enter');
  await expect(page.getByLabel('Measure', { exact: true })).toHaveValue('net');
  await page.goBack();
  await expect(page.getByLabel('Measure', { exact: true })).toHaveValue('out');
});

test('a report leaves as CSV, as SVG and as PNG on white paper', async ({ page }) => {
  await newUser(page);
  await live(page);
  await page.goto(`/reports?${MONTH}`);
  await expect(picture(page).getByRole('button')).toHaveCount(2);
  async function exported(name: string): Promise<Buffer> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^report-.*\\.${name.toLowerCase()}$`));
    return await readFile(await file.path());
  }
  const lines = (await exported('CSV')).toString().trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[0]?.replace('\ufeff', ''))).toEqual([
    ...['Category', 'Groceries', 'Travel', 'Total'],
  ]);
  expect(lines.at(-1)).toMatch(/,95\.50,,3$/);
  const svg = (await exported('SVG')).toString();
  expect(svg).toContain('fill="#ffffff"');
  expect(svg).toContain('Spent by category, by month, in this month');
  expect(svg).not.toContain('var(--');
  const png = await exported('PNG');
  const box = await picture(page).locator('svg').boundingBox();
  expect(png.readUInt32BE(16)).toBe(2 * (Math.round(box?.width ?? 0) + 48));
});

test('net worth explains each day, and a printed report ends with its question, moment and seal', async ({ page }) => {
  await newUser(page);
  await live(page);
  await send(page, '/accounts/open-account', { name: 'Loan', kind: 'Loan', openingBalance: -300 });
  await page.goto('/reports/net-worth');
  const marks = picture(page).getByRole('button');
  await tabTo(page, marks.first());
  await page.keyboard.press('End');
  await expect(marks.last()).toHaveAccessibleName(/^Explain all accounts, .*, \$694\.50$/);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Account balance' });
  await expect(drawer.getByText('$694.50').first()).toBeVisible();
  await expect(drawer.getByText('Starting balance').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(marks.last()).toBeFocused();

  await page.goto(`/reports?${MONTH}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const foot = page.locator('footer', { hasText: 'Fingerprint of the books' });
  await expect(foot).toContainText('Spent by category, by month, in this month · ');
  await expect(foot).toContainText(/\d+-[0-9A-Z]{5}-[0-9A-Z]{5}-/);
  await expect(page.getByRole('list', { name: 'Reports to begin with' })).toBeHidden();
});

test('reports, their pictures and an empty one, by axe', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/reports');
  await expect(page.getByText('Nothing in this period')).toBeVisible();
  await check(page, 'nothing');
  await live(page);
  for (const shown of ['stacked', 'lines', 'heat']) {
    await page.goto(`/reports?range=this-year&picture=${shown}`);
    await expect(picture(page).getByRole('button').first()).toBeVisible();
    await check(page, shown);
  }
  await page.goto('/reports/year');
  await expect(page.getByRole('heading', { name: 'The largest' })).toBeVisible();
  await check(page, 'the year');
  await page.goto('/reports/plan?range=this-year');
  await expect(picture(page).getByRole('button').first()).toHaveAccessibleName(/^Explain spent of /);
  await check(page, 'plan and life');
  await page.goto('/reports/net-worth');
  await expect(picture(page).getByRole('button').first()).toBeVisible();
  await check(page, 'net worth');
  await page.goto('/reports/recurring');
  await expect(page.getByText('Nothing comes again yet.')).toBeVisible();
  await check(page, 'what comes again');
  await page.goto('/reports?q=amount:%3Ex');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await check(page, 'a query that is refused');
});
