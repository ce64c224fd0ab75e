import { check, followDeviceTheme, NARROW } from './axe.ts';
import { daysAgo, newUser, send } from './person.ts';
import { expect, test } from './story.ts';

const TITLES = ['Wekly groceries', 'Cofee with Jonah', 'Train to the coast, back', 'Haircut'];

test('a list shows its titles, and typos are mended in its rows by keyboard', async ({ page, context }) => {
  await newUser(page);
  await followDeviceTheme(page);
  await send(page, '/users/initial-deposit', { depositAmount: 500 });
  for (const title of TITLES) {
    const entry = { title, amount: 12.5, date: daysAgo(1), category: 'Food & Drinks', wallet: 'Debit card' };
    await send(page, '/transaction/create-expense', entry);
  }
  await page.goto('/transactions');
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  const title = page.getByRole('textbox', { name: 'Title' });

  await test.step('the title has 45 % of the width, and 24 letters are not cut', async () => {
    for (const width of [1440, 1200, 1024, 768, 640]) {
      await page.setViewportSize({ width, height: 900 });
      const link = row('Train to').getByRole('link');
      const shares = await link.evaluate((element) => {
        const [cell, whole] = [element.closest('[role=cell]'), element.closest('[role=row]')];
        return [(cell?.clientWidth ?? 0) / (whole?.clientWidth ?? 1), element.scrollWidth - element.clientWidth];
      });
      expect([width, (shares[0] ?? 0) >= 0.45, shares[1]]).toEqual([width, true, 0]);
    }
  });

  await test.step('on a phone the first entry stands in the upper third', async () => {
    await page.setViewportSize(NARROW);
    const box = await row('Haircut').boundingBox();
    expect(box?.y).toBeLessThan(300);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('j, e, the title, Enter', async () => {
    await page.reload();
    await expect(row('Haircut')).toBeVisible();
    for (const [wrong, right] of [
      ['Cofee', 'Coffee with Jonah'],
      ['Wekly', 'Weekly groceries'],
    ] as const) {
      while (!(await row(wrong).evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('j');
      await page.keyboard.press('e');
      await expect(title).toBeFocused();
      await page.keyboard.type(right);
      if (wrong === 'Cofee') await check(page, 'unfolded row');
      await page.keyboard.press('Enter');
      await expect(row(right)).toBeFocused();
    }
  });

  await test.step('e unfolds the row that the pointer is on', async () => {
    await page.reload();
    await row('Haircut').hover();
    await page.keyboard.press('e');
    await expect(title).toBeFocused();
    await expect(title).toHaveValue('Haircut');
    await page.keyboard.press('Escape');
    await expect(row('Haircut')).toBeFocused();
  });

  await test.step('a press on the category, and its first letters', async () => {
    const groceries = row('Weekly groceries');
    await groceries.getByRole('button', { name: 'Food & Drinks, change it' }).click();
    // Its list is open.
    await expect(page.getByRole('option', { name: 'Education' })).toBeVisible();
    await page.keyboard.type('Educ');
    await page.keyboard.press('Enter');
    await expect(groceries.getByRole('button', { name: 'Education, change it' })).toBeVisible();
    await expect(page.getByLabel('Category', { exact: true })).toBeHidden();
    await expect(groceries).toBeFocused();
  });

  await test.step('without a connection the text stays, and is saved by the next Enter', async () => {
    await page.keyboard.press('e');
    await context.setOffline(true);
    await title.fill('Groceries of the week');
    await page.keyboard.press('Enter');
    await expect(page.getByText('What you typed is still here.')).toBeVisible();
    await context.setOffline(false);
    await page.keyboard.press('Enter');
    await expect(row('Groceries of the week')).toBeFocused();
  });

  await test.step('a second tab is told of the first', async () => {
    const other = await context.newPage();
    await other.goto('/transactions');
    await other.getByRole('row', { name: /Haircut/ }).focus();
    await other.keyboard.press('e');
    await expect(other.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await other.getByRole('textbox', { name: 'Title' }).fill('Barber');
    await row('Haircut').focus();
    await page.keyboard.press('e');
    await title.fill('Haircut, short');
    await page.keyboard.press('Enter');
    await expect(row('Haircut, short')).toBeFocused();
    await other.keyboard.press('Enter');
    const told = other.getByText('Changed elsewhere to “Haircut, short”.');
    const shown = other.getByRole('textbox', { name: 'Title' });
    await expect(told).toBeVisible();
    await expect(shown).toHaveValue('Barber');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('row', { name: /Barber/ })).toBeFocused();
  });
});
