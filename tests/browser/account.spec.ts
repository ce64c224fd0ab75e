import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { expectDrawn, NOTES, picture } from './files.ts';
import { daysAgo, PASSWORD, register, send } from './person.ts';

/** Registers a new user and opens the account screen. Gives the email. */
async function account(page: Page): Promise<string> {
  const email = await register(page);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveTitle('Account - Daybook');
  return email;
}

/** Collects the calls from now on, by the last part of their address. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url().split('/').at(-1) ?? '');
  });
  return calls;
}

test('the profile: nothing changed, details alone, avatar alone, and both', async ({ page }) => {
  await account(page);
  const calls = callsOf(page);
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(page.getByText('Nothing changed')).toBeVisible();
  expect(calls).toEqual([]);

  await page.getByLabel('Bio').fill('Nurse by day, potter by night.');
  await save.click();
  await expect(page.getByText('Saved user details')).toBeVisible();
  expect(calls).toEqual(['update-details']);

  const asked = page.waitForEvent('filechooser');
  await page.getByText('Upload Avatar').click();
  await (await asked).setFiles(await picture(page, 'teal'));
  await expectDrawn(page, 'Avatar');
  await save.click();
  await expect(page.getByText('Saved Avatar')).toBeVisible();
  expect(calls).toEqual(['update-details', 'upload-avatar']);

  await page.getByLabel('Change Avatar').setInputFiles(await picture(page, 'brown'));
  await page.getByLabel('Full Name').fill('Clara W.');
  await save.click();
  const contents = page.getByRole('complementary');
  await expect(contents.getByText('Clara W.')).toBeVisible();
  expect(calls).toEqual(['update-details', 'upload-avatar', 'upload-avatar', 'update-details']);

  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Clara W.');
  await expect(page.getByLabel('Bio')).toHaveValue('Nurse by day, potter by night.');
  await expectDrawn(page, 'Avatar');
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Avatar (opens in a new tab)' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/api\/v1\/files\//);
});

test('a profile changed elsewhere is shown, and what is being typed stays', async ({ page }) => {
  await account(page);
  await send(page, '/users/update-details', { name: 'Clara Elsewhere', bio: 'Another bio' });
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/users/get-current-user', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Clara Whitfield');
  await page.getByLabel('Bio').fill('Typed just now');
  answer.resolve();
  await expect(page.getByLabel('Full Name')).toHaveValue('Clara Elsewhere');
  await expect(page.getByLabel('Bio')).toHaveValue('Typed just now');
});

test("the profile's rules, and failures that lose nothing", async ({ page }) => {
  await account(page);
  await expect(page.getByText('CW', { exact: true })).toBeVisible();
  const name = page.getByLabel('Full Name');
  const avatar = page.getByLabel('Upload Avatar');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await name.fill('  ');
  await save.click();
  await expect(name).toHaveAccessibleDescription('Full name is required');
  await name.fill('C'.repeat(31));
  await expect(name).toHaveValue('C'.repeat(30));
  await page.getByLabel('Bio').fill('b'.repeat(81));
  await expect(page.getByText('80 / 80')).toBeVisible();

  const calls = callsOf(page);
  await avatar.setInputFiles(NOTES);
  await expect(avatar).toHaveAccessibleDescription('Only jpeg and png files are allowed');
  await save.click();
  await expect(avatar).toBeFocused();
  expect(calls).toEqual([]);

  await avatar.setInputFiles(await picture(page, 'teal'));
  await page.route('**/api/v1/users/upload-avatar', (route) => route.abort());
  await save.click();
  await expect(page.getByText('Eror when fetching')).toBeVisible();
  expect(calls).toEqual(['upload-avatar']);
  await page.unroute('**/api/v1/users/upload-avatar');
  await page.route('**/api/v1/users/update-details', (route) => route.abort());
  await save.click();
  await expect(page.getByText('Saved Avatar')).toBeVisible();
  await expect(page.getByText('Error when fetching')).toBeVisible();
  await expect(name).toHaveValue('C'.repeat(30));
  await page.unroute('**/api/v1/users/update-details');
  await save.click();
  await expect(page.getByText('Saved user details')).toBeVisible();
});

test('the date of birth and its rules', async ({ page }) => {
  await account(page);
  const date = page.getByLabel('Date', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(date).toHaveAccessibleDescription('Date is required');
  await date.fill(daysAgo(-3));
  await save.click();
  await expect(date).toHaveAccessibleDescription("Date of birth can't be in the future");
  await date.fill('1991-04-17');
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await save.click();
  await expect(date).toHaveAccessibleDescription('This date of birth has already been set by you');
  await page.reload();
  await expect(date).toHaveValue('1991-04-17');
  await page.route('**/api/v1/users/update-date', (route) => route.abort());
  await date.fill('1991-04-18');
  await save.click();
  await expect(page.getByText('Error when fetching')).toBeVisible();
  await expect(date).toHaveValue('1991-04-18');
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

test('the balance is set by hand', async ({ page }) => {
  await account(page);
  const dialog = page.getByRole('dialog', { name: 'Update Account Balance' });
  const amount = dialog.getByRole('textbox', { name: 'New account balance' });
  const open = page.getByRole('button', { name: 'Update Account Balance' });
  await open.click();
  await expect(amount).toBeFocused();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(amount).toHaveAccessibleDescription('New account balance is required');
  await amount.fill('0.5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(amount).toHaveAccessibleDescription("Account balance can't be less than $1");
  await amount.fill('8,246.37');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account balance updated to $8,246.37')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('$8,246.37', { exact: true })).toBeVisible();
});

test('income and expense are updated here, where the Overview leads to', async ({ page }) => {
  await register(page);
  await send(page, '/users/add-income-and-expense', { income: 4850, expense: 3120 });
  await page.goto('/');
  await page.getByRole('link', { name: 'You can update this here' }).click();
  await page.getByRole('button', { name: 'Update Income and Expense' }).click();
  const dialog = page.getByRole('dialog', { name: 'Income and expense' });
  await expect(dialog.getByLabel('Income')).toHaveValue('4850');
  await dialog.getByLabel('Expense').fill('3000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Income and expenses updated to $4850 and $3000')).toBeVisible();
  await expect(dialog).toBeHidden();
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

test('an export that fails says so', async ({ page }) => {
  await account(page);
  await page.route('**/api/v1/{transaction/get-transactions,goals/get-goals}', (route) => route.abort());
  await page.getByRole('button', { name: 'Export Transactions Data' }).click();
  await expect(page.getByText('Failed to download transactions data')).toBeVisible();
  await page.getByRole('button', { name: 'Export Goals Data' }).click();
  await expect(page.getByText('Failed to download goals data')).toBeVisible();
});

test('feedback: nothing without a rating, thanks for one, and what failed is kept', async ({ page }) => {
  await account(page);
  const calls = callsOf(page);
  const give = page.getByRole('button', { name: 'Give Feedback' });
  const dialog = page.getByRole('dialog', { name: 'Your feedback is valuable to us!' });
  await give.click();
  await expect(dialog.getByLabel('Rating')).toBeFocused();
  await dialog.getByLabel('Feedback').fill('I like the margins.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByLabel('Rating')).toHaveAccessibleDescription('Rating is required');
  expect(calls).toEqual([]);

  await dialog.getByLabel('Rating').selectOption('5-star');
  await page.route('**/api/v1/feedback/create-feedback', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Something went wrong')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.unroute('**/api/v1/feedback/create-feedback');

  await give.click();
  await expect(dialog.getByLabel('Rating')).toHaveValue('5-star');
  await expect(dialog.getByLabel('Feedback')).toHaveValue('I like the margins.');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Thank you for your feedback!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await give.click();
  await expect(dialog.getByLabel('Feedback')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('an account is deleted by its password, and can no longer log in', async ({ page }) => {
  const email = await account(page);
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription("Password can't be empty");
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
