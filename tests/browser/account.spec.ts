import { readFile } from 'node:fs/promises';
import { expectDrawn, picture } from './files.ts';
import { newUser, PASSWORD, send } from './person.ts';
import { type Download, expect, type Page, test } from './story.ts';

/** Registers a new user and opens the account screen. Gives the email. */
async function account(page: Page): Promise<string> {
  const email = await newUser(page);
  await page.goto('/account');
  await expect(page).toHaveTitle('Account - Daybook');
  return email;
}

test('the profile with its avatar and the date of birth are saved, and are there later', async ({ page }) => {
  await account(page);
  await test.step('details and an avatar', async () => {
    const asked = page.waitForEvent('filechooser');
    await page.getByText('Upload Avatar').click();
    await (await asked).setFiles(await picture(page, 'teal'));
    await expectDrawn(page, 'Avatar');
    await page.getByLabel('Full Name').fill('Clara W.');
    await page.getByLabel('Bio').fill('Nurse by day, potter by night.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved Avatar')).toBeVisible();
    await expect(page.getByText('Saved user details')).toBeVisible();
    await expect(page.getByRole('complementary').getByText('Clara W.')).toBeVisible();
  });

  await test.step('another avatar', async () => {
    await page.getByLabel('Change Avatar').setInputFiles(await picture(page, 'brown'));
    const sent = page.waitForResponse('**/api/v1/users/upload-avatar');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    expect((await sent).status()).toBe(200);
  });

  const date = page.getByLabel('Date', { exact: true });
  await test.step('the date of birth', async () => {
    await date.fill('1991-04-17');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Clara W.');
  await expect(page.getByLabel('Bio')).toHaveValue('Nurse by day, potter by night.');
  await expect(date).toHaveValue('1991-04-17');
  await expectDrawn(page, 'Avatar');
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Avatar (opens in a new tab)' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/api\/v1\/files\//);
});

test('the sidebar shows the screens that are checked', async ({ page }) => {
  await account(page);
  const contents = page.getByRole('navigation', { name: 'Main' });
  for (const [screen, key] of [
    ['Goals', 'showGoals'],
    ['Transactions', 'showTransactions'],
  ] as const) {
    await expect(contents.getByRole('link', { name: screen })).toBeVisible();
    await page.getByRole('checkbox', { name: screen }).uncheck();
    await expect(contents.getByRole('link', { name: screen })).toBeHidden();
    expect(await page.evaluate((key) => localStorage.getItem(key), key)).toBe('false');
  }
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Goals' })).not.toBeChecked();
  await expect(contents.getByRole('link', { name: 'Goals' })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Goals' }).check();
  await expect(contents.getByRole('link', { name: 'Goals' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('showGoals'))).toBe('true');
});

test('the balance is set by hand, and feedback is given', async ({ page }) => {
  await account(page);
  await test.step('feedback', async () => {
    const dialog = page.getByRole('dialog', { name: 'Your feedback is valuable to us!' });
    await page.getByRole('button', { name: 'Give Feedback' }).click();
    await expect(dialog.getByLabel('Rating')).toBeFocused();
    await dialog.getByLabel('Rating').selectOption('5-star');
    await dialog.getByLabel('Feedback').fill('I like the margins.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Thank you for your feedback!')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('the balance', async () => {
    const dialog = page.getByRole('dialog', { name: 'Update Account Balance' });
    const amount = dialog.getByRole('textbox', { name: 'New account balance' });
    const open = page.getByRole('button', { name: 'Update Account Balance' });
    await open.click();
    await expect(amount).toBeFocused();
    await amount.fill('8,246.37');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Account balance updated to $8,246.37')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByText('$8,246.37', { exact: true })).toBeVisible();
  });
});

test('exports: all transactions and goals, as a spreadsheet reads them', async ({ page }) => {
  await account(page);
  await send(page, '/users/initial-deposit', { depositAmount: 500 });
  const dated = { date: '2026-03-14', wallet: 'Cash' };
  await send(page, '/transaction/create-expense', { title: '=1+1, "summed"', amount: 11.2, ...dated });
  await send(page, '/transaction/create-income', { title: 'Violin lesson', amount: 60, date: '2026-03-15' });
  await send(page, '/goals/create-goal', { title: 'Lisbon', finalAmount: 2400, category: 'Travel' });
  await send(page, '/goals/create-goal', { title: 'Kiln', finalAmount: 900 });

  const transactions = await exported(page, 'Export Transactions Data', 'transactions');
  expect(transactions.name).toBe('transactions.csv');
  expect(transactions.lines[0]).toBe('\uFEFFDate,Type,Method,Title,Category,Amount,Recorded,Receipt');
  expect(transactions.lines[1]).toMatch(/^2026-03-14,Expense,Cash,"'=1\+1, ""summed""",,11\.2,\d{4}-[^,]+Z,$/);
  expect(transactions.lines[2]).toMatch(/^2026-03-15,Income,,Violin lesson,Salary,60,\d{4}-[^,]+Z,$/);
  expect(transactions.lines.slice(3)).toEqual(['']);

  const goals = await exported(page, 'Export Goals Data', 'goals');
  expect(goals.name).toBe('goals.csv');
  expect(goals.lines).toEqual([
    '\uFEFFTitle,Category,Final Target,Current Saved Amount,Date of Completion,Description',
    'Kiln,,900,0,,',
    'Lisbon,Travel,2400,0,,',
    '',
  ]);
});

async function exported(page: Page, button: string, what: string): Promise<{ name: string; lines: string[] }> {
  const [download]: [Download, unknown] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await expect(page.getByText(`Downloaded ${what} data`)).toBeVisible();
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.split('\r\n') };
}

test('an account is deleted by its password, and can no longer log in', async ({ page }) => {
  const email = await account(page);
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await page.getByRole('link', { name: 'All settings and exports' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByLabel('Password').fill('ink and paper');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('Incorrect password');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Account deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('userStatus'), localStorage.getItem('userData')])).toEqual([
    null,
    null,
  ]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('User does not exist')).toBeVisible();
});
