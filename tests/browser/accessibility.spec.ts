import { check, followDeviceTheme, NARROW, WIDE } from './axe.ts';
import { expectDrawn, NOTES, picture } from './files.ts';
import { daysAgo, newEmail, newUser, register, send } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: NARROW });
test.slow();

test.beforeEach(({ page }) => followDeviceTheme(page));

test('logged out', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await check(page, 'login with errors');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill('x');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('User does not exist')).toBeVisible();
  await page.getByText('User does not exist').hover(); // It stays while the pointer is on it.
  await check(page, 'login with a toast');
  await page.goto('/register');
  await check(page, 'register');
  await page.goto('/reset-demo');
  await check(page, 'reset demo');
  await page.goto('/nowhere');
  await check(page, 'not found');
});

test('Overview and transactions', async ({ page }) => {
  await register(page);
  await check(page, 'empty Overview');
  await page.getByRole('button', { name: 'Add Initial Deposit' }).click();
  await page.getByRole('button', { name: 'Add deposit' }).click();
  await expect(page.getByText('Initial deposit is required')).toBeVisible();
  await check(page, 'initial deposit');

  await send(page, '/users/initial-deposit', { depositAmount: 6000 });
  await send(page, '/users/add-income-and-expense', { income: 4850, expense: 3120 });
  await send(page, '/transaction/create-income', { title: 'Violin lesson', amount: 60, date: daysAgo(40) });
  await send(page, '/transaction/create-expense', { title: 'Rye bread', amount: 11.2, category: 'Groceries' });
  await page.goto('/');
  await expect(page.getByRole('row', { name: /Rye bread/ })).toBeVisible();
  await check(page, 'Overview');
  await page.getByRole('link', { name: 'You can update this here' }).click();
  await page.getByRole('button', { name: 'Update Income and Expense' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'income and expense');

  await page.goto('/transactions');
  await expect(page.getByRole('row', { name: /Rye bread/ })).toBeVisible();
  await check(page, 'Transactions');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'command palette');
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Rye bread/ }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'Groceries' })).toBeVisible();
  await check(page, 'detail');
  await page.getByRole('button', { name: 'Delete Transaction' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check(page, 'delete');

  await page.goto('/create-transaction');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await check(page, 'create with errors');
  await page.setViewportSize(NARROW);
  await page.goto('/');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await check(page, 'menu', [NARROW]);
});

test('account and settings', async ({ page }) => {
  await newUser(page);
  await page.goto('/account');
  await page.getByLabel('Upload Avatar').setInputFiles(NOTES);
  await page.getByLabel('Full Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Date is required')).toBeVisible();
  await check(page, 'account with errors');
  await page.getByLabel('Upload Avatar').setInputFiles(await picture(page, 'teal'));
  await page.getByLabel('Full Name').fill('Clara');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Saved user details')).toBeVisible();
  await page.getByText('Saved user details').hover(); // It stays while the pointer is on it.
  await check(page, 'account with an avatar');
  // Its text is faint while it fades out, which could be during a later check.
  await page.mouse.move(0, 0);
  await expect(page.getByText('Saved user details')).toBeHidden();
  for (const [open, act] of [
    ['Give Feedback', 'Submit'],
    ['Update Account Balance', 'Save'],
    ['Delete Account', 'Delete Account'],
  ] as const) {
    if (open === 'Delete Account') await page.goto('/settings');
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: act }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    await check(page, open);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Currency is required')).toBeVisible();
  await check(page, 'settings with errors');
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'There is no payment to confirm' })).toBeVisible();
  await check(page, 'payment success without a payment');
});

test('import of a file', async ({ page }) => {
  await newUser(page);
  const expense = { title: 'Corner shop', amount: 12.34, date: '2026-03-05', wallet: 'Bank' };
  await send(page, '/transaction/create-expense', expense);
  await page.goto('/import');
  await check(page, 'import without a file');
  const lines = [
    'Date;Text;Category;Amount;Balance',
    '02/03/2026;Coffee;Cafés;-3,50;96,50',
    '05/03/2026;Corner Shop;Sweets;-12,34;84,16',
    '31/02/2026;Never;;-1,00;83,16',
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('group', { name: /Which day is/ })).toBeVisible();
  await page.getByRole('button', { name: 'How the columns are read' }).click();
  await expect(page.getByText('2 categories of this file are new here.')).toBeVisible();
  await check(page, 'import with a question, its columns and its categories');
  await page.getByRole('radio', { name: /day first/ }).click();
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  // The rows move up where the question has been answered.
  await expect(async () => {
    const same = page.getByRole('radio', { name: /Same as/ });
    const row = page.getByRole('grid').getByRole('row', { name: /Corner Shop/ });
    if (!(await same.isVisible())) await row.click();
    await expect(same).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await check(page, 'import with an open row');
  await page.getByRole('button', { name: 'Import 1 entry' }).click();
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeVisible();
  await check(page, 'imported');
});

/** Checks the form with a chosen file; on a phone, once the button that removes it isn't below the form's buttons. */
async function checkWithFile(page: Page, screen: string): Promise<void> {
  const own = page.viewportSize() ?? WIDE;
  await check(page, screen, [WIDE]);
  await page.setViewportSize(NARROW);
  await page
    .getByRole('button', { name: 'Remove file' })
    .evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await check(page, screen, [NARROW]);
  await page.setViewportSize(own);
}

test('with a receipt', async ({ page }) => {
  await newUser(page);
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Rye bread');
  await page.getByLabel('Amount').fill('5');
  await page.getByLabel('Wallet').selectOption('Bank');
  await page.getByLabel('Receipt').setInputFiles(NOTES);
  await checkWithFile(page, 'create with a file that is no image');
  await page.getByLabel('Receipt').setInputFiles(await picture(page, 'teal', `${'long '.repeat(20)}.png`));
  await expectDrawn(page, 'Preview of the receipt');
  await checkWithFile(page, 'create with a receipt');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await page.getByRole('row', { name: /Rye bread/ }).click();
  await expectDrawn(page, 'Receipt for Rye bread');
  await check(page, 'detail with a receipt');
});
