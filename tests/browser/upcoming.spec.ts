import { check, followDeviceTheme, WIDE } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: WIDE });
test.slow();

const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const monthly = (start: string) => ({ every: 1, unit: 'month', start });

/** Money, an expense of two days ago, and a schedule that it may be an occurrence of. */
async function begin(page: Page): Promise<void> {
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await send(page, '/transaction/create-expense', {
    ...{ title: 'Phone bill', amount: 25, wallet: 'Bank', date: daysAgo(2) },
  });
  await send(page, '/schedules/add', {
    ...{ title: 'Phone', type: 'Expense', wallet: 'Bank', post: 'ask' },
    ...{ amount: { exact: 25 }, rule: monthly(daysAgo(2)) },
  });
}

test('what comes is added, posted, matched, skipped, undone and changed by the keyboard alone', async ({ page }) => {
  await newUser(page);
  await begin(page);
  await page.goto('/upcoming');
  await expect(region(page, 'Missed')).toContainText('Phone');

  await tabTo(page, page.getByRole('button', { name: 'Add what comes again' }));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'What comes again' });
  await expect(sheet.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Electricity');
  await page.keyboard.press('Tab');
  await tabTo(page, sheet.getByRole('radio', { name: 'Exactly' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, sheet.getByLabel('Amount', { exact: true }));
  await page.keyboard.type('75+5');
  await tabTo(page, sheet.getByLabel('On a weekend'));
  await page.keyboard.type('the Friday');
  await expect(sheet.getByText(/on a weekend the Friday before$/)).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'The next days' }).getByRole('listitem')).toHaveCount(6);
  await page.keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('button', { name: 'Add' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Schedule added: Electricity')).toBeVisible();
  await expect(sheet).toBeHidden();

  await page.goto('/upcoming');
  await tabTo(page, region(page, 'Missed').getByRole('button', { name: /^Match Phone/ }));
  await page.keyboard.press('Enter');
  const entries = page.getByRole('group', { name: 'Entries that Phone may be' });
  await expect(entries.getByRole('listitem').first()).toContainText('Phone bill');
  await expect(entries.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Matched: Phone')).toBeVisible();
  // On a weekend Electricity is missed already.
  await expect(region(page, 'Missed').getByRole('button', { name: /Phone/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(region(page, 'Missed')).toContainText('Phone');

  await page.goto('/upcoming');
  await tabTo(page, page.getByRole('slider', { name: 'Balance ahead' }));
  await page.keyboard.press('End');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /expected/);
  await tabTo(page, region(page, 'Missed').getByRole('button', { name: /^Skip Phone/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Skipped: Phone')).toBeVisible();
  // On a weekend Electricity is missed already.
  await expect(region(page, 'Missed').getByRole('button', { name: /Phone/ })).toHaveCount(0);

  await page.goto('/upcoming');
  const electricity = page.getByRole('listitem').filter({ hasText: 'Electricity' }).first();
  await tabTo(page, electricity.getByRole('button', { name: /^Electricity/ }));
  if ((await electricity.getByRole('button', { name: /^Post/ }).count()) === 0) await page.keyboard.press('Enter');
  await tabTo(page, electricity.getByRole('button', { name: /^Post/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('How much it was')).toBeFocused();
  await page.keyboard.type('82.40');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Posted: Electricity')).toBeVisible();

  await page.goto('/upcoming');
  await tabTo(page, page.getByRole('radio', { name: 'By week' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('button', { name: 'Change Phone' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Phone' }).getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change Phone' })).toBeFocused();

  await page.goto('/transactions');
  await expect(page.getByText('$82.40').first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Account balance' })).toBeVisible();
  await expect(page.getByText('$892.60').first()).toBeVisible();
});

test('the line, the list, the form, and what is on other screens of it, by axe', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/upcoming');
  await expect(page.getByRole('button', { name: 'Add what comes again' })).toBeVisible();
  await check(page, 'no schedule');
  await begin(page);
  await send(page, '/schedules/add', {
    ...{ title: 'W'.repeat(40), type: 'Expense', wallet: 'Bank', post: 'ask' },
    ...{ amount: { from: 0.01, to: 987_654_321 }, rule: { every: 1, unit: 'week', start: daysAgo(0) } },
  });
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Balance ahead' })).toBeVisible();
  await page.getByRole('button', { name: /^Match Phone/ }).click();
  await expect(
    page.getByRole('group', { name: 'Entries that Phone may be' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page
    .getByRole('button', { name: /^Post WWW/ })
    .first()
    .click();
  await check(page, 'a long list with what it asks');
  await page.getByRole('button', { name: 'Add what comes again' }).click();
  await page.getByLabel('Unit').selectOption('week');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await check(page, 'the form with messages');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Next seven days' })).toBeVisible();
  await check(page, 'Overview');
  await page.goto('/settings#notifications');
  await page.getByRole('button', { name: 'Make an address' }).click();
  await expect(page.getByLabel('Address')).toBeVisible();
  await check(page, 'Account');
});
