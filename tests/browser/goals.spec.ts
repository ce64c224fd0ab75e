import { check, followDeviceTheme, NARROW } from './axe.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Goals' });
const detail = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title });

test('saving for a trip', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 3000 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Goals' }).click();
  await expect(page).toHaveTitle('Goals - Daybook');

  await test.step('the first goal', async () => {
    await expect(page.getByRole('heading', { name: 'Add a New Goal' })).toBeVisible();
    await page.getByLabel('Title').fill('Ten days in Lisbon');
    await page.getByLabel('Amount').fill('1,600');
    await page.getByLabel('Category').selectOption('Travel');
    await page.getByRole('button', { name: 'Create goal' }).click();
    await expect(page).toHaveURL(/\/goals\/.+/);
    await expect(detail(page, 'Ten days in Lisbon')).toBeFocused();
    await expect(page.getByText('Travel')).toBeVisible();
    await expect(page.getByText('0.0% saved')).toBeVisible();
    await expect(page.getByText('Not Set')).toHaveCount(2);
  });

  await test.step('money for it', async () => {
    const open = page.getByRole('button', { name: 'Add Money to This Goal' });
    const dialog = page.getByRole('dialog', { name: 'Add Money to This Goal' });
    const amount = dialog.getByLabel('Amount');
    await open.click();
    await expect(amount).toBeFocused();
    await amount.fill('435');
    await dialog.getByRole('button', { name: 'Add money' }).click();
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(page.getByText('27.2% saved')).toBeVisible();
    await expect(page.getByText('$1,165.00 to go')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Saved' })).toHaveAttribute('aria-valuetext', '27.2%');
    await expect(list(page).getByRole('listitem')).toHaveText(['Ten days in Lisbon 27.2%']);

    await open.click();
    await amount.fill('1165');
    await dialog.getByRole('button', { name: 'Add money' }).click();
    await expect(page.getByText('100.0% saved')).toBeVisible();
    await expect(page.getByText('Goal reached')).toBeVisible();
    await expect(page.getByText('Not Set')).toHaveCount(1);
  });

  await test.step('another goal, which is listed above it', async () => {
    await page.getByRole('button', { name: 'Create a New Goal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a New Goal' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await dialog.getByLabel('Title').fill('Kiln of my own');
    await dialog.getByLabel('Amount').fill('2400');
    await dialog.getByRole('button', { name: 'Create goal' }).click();
    await expect(dialog).toBeHidden();
    await expect(detail(page, 'Kiln of my own')).toBeFocused();
    await expect(list(page).getByRole('link')).toHaveText([/Kiln of my own/, /Ten days in Lisbon/]);

    await page.getByRole('link', { name: 'Goals', exact: true }).click();
    await expect(page.getByText('Select a goal to view')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a New Goal' })).toHaveCount(1);
    await list(page)
      .getByRole('link', { name: /Lisbon/ })
      .click();
    await expect(detail(page, 'Ten days in Lisbon')).toBeFocused();
    await page.reload();
    await expect(detail(page, 'Ten days in Lisbon')).toBeVisible();
  });

  await test.step('second thoughts', async () => {
    const open = page.getByRole('button', { name: 'Update this Goal' });
    const sheet = page.getByRole('dialog', { name: 'Update this Goal' });
    await open.click();
    await expect(sheet.getByLabel('Amount')).toHaveValue('1600');
    await sheet.getByRole('button', { name: 'Update goal' }).click();
    await expect(page.getByText('No Changes Made')).toBeVisible();
    await expect(sheet).toBeHidden();
    await expect(open).toBeFocused();

    // By keyboard, since the toast may cover the button.
    await page.keyboard.press('Enter');
    await sheet.getByLabel('Title').fill('Two weeks in Lisbon');
    await sheet.getByLabel('Amount').fill('2000');
    await sheet.getByLabel('Description').fill('Trains down, a boat back.');
    await sheet.getByRole('button', { name: 'Update goal' }).click();
    await expect(sheet).toBeHidden();
    await expect(detail(page, 'Two weeks in Lisbon')).toBeVisible();
    await expect(page.getByText('80.0% saved')).toBeVisible();
    await expect(page.getByText('Trains down, a boat back.')).toBeVisible();
    await expect(page.getByText('Not Set')).toHaveCount(1);
  });

  await test.step('giving it up, which returns the money', async () => {
    const remove = page.getByRole('button', { name: 'Delete goal' });
    await remove.click();
    const confirm = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' });
    await expect(confirm).toHaveAccessibleDescription(
      'This will delete your goal. $1,600.00 will return to your balance. You can undo it.',
    );
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await confirm.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Goal deleted')).toBeVisible();
    await expect(page).toHaveURL('/goals');
    await expect(page.getByText('Select a goal to view')).toBeVisible();
    await expect(list(page).getByRole('link')).toHaveText([/Kiln of my own/]);
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByText('$3,000.00')).toBeVisible();
  });
});

test('a goal by keyboard alone', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 500 });
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Goals' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Goals' })).toBeFocused();
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.type('Bicycle');
  await page.keyboard.press('Tab');
  await page.keyboard.type('800');
  await page.keyboard.press('Enter');
  await expect(detail(page, 'Bicycle')).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Add Money to This Goal' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('200');
  await page.keyboard.press('Enter');
  await expect(page.getByText('25.0% saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Money to This Goal' })).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Update this Goal' })).toBeFocused();

  await page.getByRole('heading', { name: 'Goals' }).focus();
  await tabTo(page, page.getByRole('button', { name: 'Delete goal' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Add a New Goal' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Goals' })).toBeFocused();
  await expect(page).toHaveURL('/goals');
});

test('axe finds nothing', async ({ page }) => {
  test.slow();
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await page.goto('/goals');
  await page.getByRole('button', { name: 'Create goal' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await check(page, 'no goals, with errors');
  await send(page, '/goals/create-goal', { title: 'Ten days in Lisbon', finalAmount: 1600, category: 'Travel' });
  await page.goto('/goals');
  await expect(page.getByText('Select a goal to view')).toBeVisible();
  await check(page, 'no goal selected');
  await list(page).getByRole('link').click();
  await expect(page.getByText('0.0% saved')).toBeVisible();
  await check(page, 'a goal');

  const dialog = page.getByRole('dialog');
  for (const [open, act] of [
    ['Add Money to This Goal', 'Add money'],
    ['Create a New Goal', 'Create goal'],
  ] as const) {
    await page.getByRole('button', { name: open }).click();
    await dialog.getByRole('button', { name: act }).click();
    await expect(dialog.getByText('Amount is required')).toBeVisible();
    await check(page, open);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Update this Goal' }).click();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await check(page, 'update');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete goal' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check(page, 'delete');
  await page.goto('/goals/unknown');
  await expect(page.getByText('This goal does not exist')).toBeVisible();
  await check(page, 'a goal that is not there');
});
