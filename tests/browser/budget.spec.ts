import { check, followDeviceTheme, WIDE } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: WIDE });
test.slow();

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const planned = (page: Page, name: string) => page.getByLabel(`Planned for ${name}`);

/** Money, and an expense for groceries in this month. */
async function spend(page: Page): Promise<void> {
  await send(page, '/users/initial-deposit', { depositAmount: 1000 });
  await send(page, '/transaction/create-expense', {
    ...{ title: 'Market', amount: 60, category: 'Groceries', wallet: 'Bank', date: daysAgo(0) },
  });
}

test('a month is planned, covered, moved and undone by the keyboard alone', async ({ page }) => {
  await newUser(page);
  await spend(page);
  await page.goto('/budget');
  await expect(page.getByRole('button', { name: /^Propose a plan/ })).toBeVisible();
  await tabTo(page, planned(page, 'Electricity'));
  await page.keyboard.type('40+40');
  await page.keyboard.press('Enter');
  await expect(planned(page, 'Food & Drinks')).toBeFocused();
  await expect(row(page, 'Electricity')).toContainText('$80.00');
  await expect(page.getByRole('button', { name: 'Fill' })).toBeVisible();
  await expect(page.getByText('it makes the $940.00 of your accounts')).toBeVisible();

  for (let pressed = 0; pressed < 9; pressed++) await page.keyboard.press('ArrowDown');
  await expect(planned(page, 'Groceries')).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Cover Groceries' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('from', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Covered: Groceries')).toBeVisible();
  await expect(planned(page, 'Groceries')).toHaveValue('$60.00');

  await page.goto('/budget');
  await tabTo(page, page.getByRole('button', { name: 'Move from Electricity' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Move', { exact: true })).toBeFocused();
  await page.keyboard.type('90');
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is less than that to move')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Move from Electricity' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('30');
  await page.keyboard.press('Enter');
  await expect(planned(page, 'Electricity')).toHaveValue('$50.00');
  await page.keyboard.press('Control+z');
  await expect(planned(page, 'Electricity')).toHaveValue('$80.00');

  for (let pressed = 0; pressed < 5; pressed++) await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('button', { name: 'Electricity', exact: true }));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Electricity' });
  await expect(drawer.getByRole('img').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Electricity', exact: true })).toBeFocused();

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'To budget' })).toBeVisible();
  await expect(page.getByText('Electricity $80.00 left')).toBeVisible();
});

test('a category is dragged far down and up by its dots, and keeps its place', async ({ page }) => {
  await newUser(page);
  await spend(page);
  await send(page, '/budget/plan', { month: daysAgo(0).slice(0, 7), plans: [{ category: 'Electricity', amount: 80 }] });
  await page.goto('/budget');
  const names = page.getByRole('rowheader');
  await expect(names).toContainText(['Electricity', 'Food & Drinks', 'Shopping', 'Movie', 'Office']);
  async function drag(name: string, to: string) {
    await row(page, name).hover();
    const handle = await page.getByRole('button', { name: `Move ${name} in the list` }).boundingBox();
    const target = await row(page, to).boundingBox();
    if (!handle || !target) throw new Error('A row is not there.');
    const x = handle.x + handle.width / 2;
    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, target.y + target.height / 2, { steps: 12 });
    await page.mouse.up();
  }
  await drag('Electricity', 'Movie');
  await expect(names).toContainText(['Food & Drinks', 'Shopping', 'Movie', 'Electricity', 'Office']);
  await page.reload();
  await expect(names).toContainText(['Food & Drinks', 'Shopping', 'Movie', 'Electricity', 'Office']);
  await drag('Electricity', 'Food & Drinks');
  await expect(names).toContainText(['Electricity', 'Food & Drinks', 'Shopping', 'Movie', 'Office']);
});

test('the budget, a category of it and its row in Overview, by axe', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await spend(page);
  await page.goto('/budget');
  await expect(page.getByRole('button', { name: /^Propose a plan/ })).toBeVisible();
  await check(page, 'no plan');
  const plans = [
    { category: 'Electricity', amount: 987_654_321 },
    { category: 'Groceries', amount: 20 },
  ];
  await send(page, '/budget/plan', { month: daysAgo(0).slice(0, 7), plans });
  await send(page, '/ledger/add-category', { name: 'W'.repeat(30), kind: 'Expense', parent: 'Groceries' });
  await page.reload();
  await page.getByRole('button', { name: 'Cover Groceries' }).click();
  await page.getByLabel('from', { exact: true }).selectOption({ index: 2 });
  await check(page, 'a plan, red to budget, a form');
  await page.getByRole('button', { name: 'Groceries', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await page.getByLabel('Kind of target').selectOption('by');
  await page.getByRole('button', { name: 'Save target' }).click();
  await expect(page.getByText('Amount is required')).toBeVisible();
  await check(page, 'the drawer of a category');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'To budget' })).toBeVisible();
  await check(page, 'its row in Overview');
});
