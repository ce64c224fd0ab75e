import { check, followDeviceTheme } from './axe.ts';
import { newUser, send } from './person.ts';
import { expect, test } from './story.ts';

test('entries of a day, line by line, by keyboard alone', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 300 });
  await send(page, '/accounts/open-account', { name: 'Savings', kind: 'Savings' });
  await page.goto('/');
  const field = page.getByRole('combobox', { name: 'Enter a line' });
  const dialog = page.getByRole('dialog', { name: 'Enter a line' });
  const says = page.getByRole('list', { name: 'What the line says' });

  await test.step('the first in a dialog, from any screen', async () => {
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(field).toBeFocused();
    await page.keyboard.type('2 coffees 3.70*2 #food');
    await expect(says).toContainText('$7.40');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Entered: 2 coffees, − $7.40')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the next at the head of the list, of which the past proposes the rest', async () => {
    await page.goto('/transactions');
    await expect(page.getByText('2 coffees')).toBeVisible();
    await page.keyboard.press('n');
    await expect(field).toBeFocused();
    await page.keyboard.type('2 cof');
    await expect(page.getByRole('option', { name: /2 coffees/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('2 coffees');
    await page.keyboard.type(' 8.10 on the 1st');
    await expect(says).toContainText('Food & Drinks');
    await expect(says.getByText('proposed')).toHaveCount(3);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Entered: 2 coffees, − $8.10')).toBeVisible();
    await page.keyboard.type('from Everyday to Savings 50');
    await expect(says).toContainText('$50.00');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Entered: transfer, $50.00')).toBeVisible();
  });

  await test.step('what is wrong is said, and taken back', async () => {
    await page.keyboard.type('tea 3 #e');
    await expect(page.getByText(/^This may be Electricity/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).not.toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('$50.00')).toHaveCount(0);
  });
});

test('what a line says has no findings of axe', async ({ page }) => {
  await newUser(page);
  await send(page, '/ledger/enter', { text: 'market 12 #groc' });
  await send(page, '/accounts/open-account', { name: 'Savings', kind: 'Savings' });
  await followDeviceTheme(page);
  await page.goto('/transactions');
  const field = page.getByRole('combobox', { name: 'Enter a line' });
  await expect(field).toBeVisible();
  await check(page, 'Transactions');
  for (const text of [
    'market 5.00 5/3 #sale',
    `market ${'on and on '.repeat(30)} 5`,
    'mark 0',
    'Tea 2 #x',
    'Every > Sav 2',
  ]) {
    await field.fill(text);
    await expect(page.getByRole('list', { name: 'What the line says' })).toBeVisible();
    await check(page, `the line ${text}`);
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('market 5');
  await expect(page.getByText('proposed').first()).toBeVisible();
  await check(page, 'the dialog');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Day and Month' })).toBeVisible();
  await check(page, 'Settings');
});
