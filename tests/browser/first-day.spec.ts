import { register } from './person.ts';
import { expect, test } from './story.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the first day of a new user', async ({ page }) => {
  await register(page);
  await expect(page).toHaveTitle('Dashboard - Daybook');
  await expect(page.getByRole('heading', { name: 'Your account is empty' })).toBeVisible();
  await expect(page.getByText("You don't have any transactions")).toBeVisible();

  await test.step('an initial deposit', async () => {
    await page.getByRole('button', { name: 'Add Initial Deposit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Initial Deposit' });
    await dialog.getByRole('textbox', { name: 'Initial deposit' }).fill('2,500');
    await dialog.getByRole('button', { name: 'Add deposit' }).click();
    await expect(page.getByText('Initial deposit of $2500 added!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('$2,500.00')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your account is empty' })).toBeHidden();
  });

  await test.step('income and expense', async () => {
    const dialog = page.getByRole('dialog', { name: 'Income and expense' });
    // The page still moves where a slow machine draws what the deposit has brought.
    await expect(async () => {
      await page.getByRole('button', { name: 'Set income and expense' }).click();
      await expect(dialog).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await dialog.getByLabel('Income').fill('1000');
    await dialog.getByLabel('Expense').fill('643');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Income and expenses updated to $1000 and $643')).toBeVisible();
    await expect(page.getByText('Your monthly expenses are 64.3% of your income.')).toBeVisible();
    await page.getByRole('link', { name: 'You can update this here' }).click();
    await expect(page).toHaveURL('/account');
    await page.goBack();
  });

  await test.step('the first expense, from the Overview', async () => {
    await page.getByRole('link', { name: 'Make a transaction' }).click();
    await expect(page).toHaveTitle('Create Transaction - Daybook');
    await page.getByLabel('Title').fill('Rye bread and butter');
    await page.getByLabel('Amount').fill('11.20');
    await page.getByLabel('Wallet').selectOption('Debit card');
    await page.getByLabel('Category').selectOption('Groceries');
    await page.getByRole('button', { name: 'Save expense' }).click();
    await expect(page.getByText('Expense saved successfully!')).toBeVisible();
    await expect(page).toHaveURL('/transactions');
    await expect(page.getByRole('row', { name: /Debit card Rye bread and butter .*− \$11\.20/ })).toBeVisible();
  });

  await test.step('an income, which stands above it', async () => {
    await page.getByRole('link', { name: 'New Transaction' }).click();
    await page.getByRole('tab', { name: 'Income' }).click();
    await expect(page.getByLabel('Category')).toHaveValue('Salary');
    await expect(page.getByLabel('Wallet')).toBeHidden();
    await page.getByLabel('Title').fill('Violin lesson, given');
    await page.getByLabel('Amount').fill('60');
    await page.getByRole('button', { name: 'Save income' }).click();
    await expect(page.getByText('Income saved successfully!')).toBeVisible();
    await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveText([
      /Violin lesson/,
      /Rye bread/,
    ]);
  });

  await test.step('the detail, and the end of it', async () => {
    await page.getByRole('row', { name: /Rye bread/ }).click();
    await expect(page.getByRole('heading', { name: 'Rye bread and butter' })).toBeFocused();
    await expect(page.getByText('Groceries')).toBeVisible();
    await expect(page.getByText('No receipt')).toBeVisible();
    const remove = page.getByRole('button', { name: 'Delete Transaction' });
    await remove.click();
    const confirm = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' });
    await expect(confirm).toHaveAccessibleDescription(
      'This action cannot be undone. This will permanently delete your transaction.',
    );
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Transaction deleted')).toBeVisible();
    await expect(page).toHaveURL('/transactions');
    await expect(page.getByRole('row', { name: /Rye bread/ })).toHaveCount(0);
  });

  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByText('$2,560.00')).toBeVisible();
  await page.getByRole('link', { name: 'View all transactions' }).click();
  await expect(page).toHaveURL('/transactions');
  await page.goBack();
  await page.getByRole('row', { name: /Violin lesson/ }).click();
  await expect(page.getByRole('heading', { name: 'Violin lesson, given' })).toBeVisible();
});
