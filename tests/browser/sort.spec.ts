import { check, followDeviceTheme } from './axe.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, test } from './story.ts';

const LINES = ['bakery 4.20 #food', 'rye bread 3.10', 'bread rolls 2.50', 'white bread 1.90', 'tea 3.00'];

test('what is found is changed at once and undone, by keyboard alone', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 300 });
  for (const text of LINES) await send(page, '/ledger/enter', { text });
  await page.goto('/transactions');
  const titles = page.getByRole('row').getByRole('link');
  const bar = page.getByRole('region', { name: 'Selected entries' });
  const dialog = page.getByRole('dialog', { name: 'Change the category' });
  await expect(titles).toHaveCount(5);

  await test.step('all that a query finds is selected', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('bread');
    await page.keyboard.press('Enter');
    await expect(titles).toHaveCount(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await expect(bar).toContainText('3 entries');
    await expect(bar).toContainText('− $7.50');
    await expect(page.getByRole('status').filter({ hasText: '3 entries selected' })).toHaveCount(1);
  });

  await test.step('less the one that is taken out', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(bar).toContainText('2 entries');
    await expect(page.getByRole('checkbox', { name: 'Select bread rolls' })).not.toBeChecked();
  });

  await test.step('the category is chosen, and what that does is said before it is done', async () => {
    await page.keyboard.press('c');
    await expect(dialog.getByLabel('Category', { exact: true })).toBeFocused();
    await page.keyboard.type('Groc');
    const change = dialog.getByRole('button', { name: 'Change 2 entries' });
    await expect(change).toBeEnabled();
    await tabTo(page, change);
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 entries changed')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('row', { name: /Groceries/ })).toHaveCount(2);
    await expect(page.getByRole('row', { name: /bread rolls/ })).toBeFocused();
  });

  await test.step('the toast undoes it as a whole', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Groceries/ })).toHaveCount(0);
  });

  await test.step('a range is deleted, and Cancel keeps it', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar).toContainText('2 entries');
    const confirm = page.getByRole('dialog', { name: 'Are you absolutely sure?' });
    const remove = bar.getByRole('button', { name: 'Delete' });
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(confirm).toBeHidden();
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, confirm.getByRole('button', { name: 'Delete 2 entries' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 entries deleted')).toBeVisible();
    await expect(titles).toHaveText(['white bread']);
  });

  await test.step('History has it as a whole', async () => {
    await page.goto('/history');
    await expect(page.getByRole('row', { name: /2 entries/ }).first()).toBeVisible();
  });
});

test('selecting has no findings of axe', async ({ page }) => {
  test.slow();
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 300 });
  await send(page, '/accounts/open-account', { name: 'Joint card', kind: 'Credit card' });
  for (const text of [...LINES, '+999999999999.99 won']) await send(page, '/ledger/enter', { text });
  await followDeviceTheme(page);
  await page.goto('/transactions');
  await page.getByRole('row', { name: /rye bread/ }).focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selected entries' });
  await expect(bar).toContainText('1 entry');
  await check(page, 'a selected row');
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('$999,999,999,985.29');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Delete 6 entries' })).toBeEnabled();
  await check(page, 'the deletion of many entries');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Category' }).click();
  await page.getByLabel('Category', { exact: true }).selectOption('Gifts');
  await expect(page.getByRole('button', { name: 'Change 1 entry' })).toBeEnabled();
  await page.getByText('5 entries', { exact: true }).last().click();
  await check(page, 'what a change would do');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await check(page, 'the sheet of keys');
});
