import { daysAgo, newUser, send } from './person.ts';
import { expect, type Locator, test } from './story.ts';

test('120 entries load page by page, under their days, and only rows near the viewport are drawn', async ({ page }) => {
  await newUser(page);
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
  const row = page.getByRole('row', { name: /Entry 120 / });
  await expect(row).toBeFocused();
  const top = await row.evaluate((element) => element.getBoundingClientRect().top);

  // An edit in its place keeps the pages of the list.
  await page.keyboard.press('e');
  await page.getByLabel('Amount').fill('121');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(row).toBeFocused();

  // An edit on its page leaves only the newest page of the list, whose others are loaded again.
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Amount').fill('122');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
  await expect(row).toBeFocused();
  await expect(row).toContainText('$122.00');
  expect(await row.evaluate((element) => element.getBoundingClientRect().top)).toBeCloseTo(top, -1);
});

test('a title from right to left is read from right to left, and its amount is not', async ({ page }) => {
  await newUser(page);
  const title = 'مقهى الصباح';
  await send(page, '/transaction/create-income', { title, amount: 4.5, date: daysAgo(0) });
  await page.goto('/transactions');
  const directionOf = (element: Locator) => element.evaluate((shown) => getComputedStyle(shown).direction);
  const link = page.getByRole('link', { name: title });
  expect(await directionOf(link)).toBe('rtl');
  expect(await directionOf(page.getByRole('row').filter({ has: link }).getByText(/4\.50/).first())).toBe('ltr');
  await link.click();
  expect(await directionOf(page.getByRole('heading', { name: title }))).toBe('rtl');
});
