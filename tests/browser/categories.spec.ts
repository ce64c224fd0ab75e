import { check, followDeviceTheme, WIDE } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: WIDE });
test.slow();

type Made = { category: { _id: string } };
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

/** The names of the rows of expenses, in their order. */
const expenses = (page: Page) =>
  page.getByRole('treegrid', { name: 'Expenses' }).getByRole('rowheader').allTextContents();

test('categories are added, moved, renamed, archived and merged by the keyboard alone, and undone', async ({
  page,
}) => {
  await newUser(page);
  await page.goto('/account');
  await tabTo(page, page.getByRole('link', { name: 'Categories' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Add a Category' }));
  for (const name of ['Bread', 'Bakery']) {
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(row(page, name)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a Category' })).toBeFocused();
  }
  await expect.poll(async () => (await expenses(page)).slice(-3)).toEqual(['Other', 'Bakery', 'Bread']);

  await tabTo(page, row(page, 'Electricity'));
  await page.keyboard.press('End');
  await expect(row(page, 'Bread')).toBeFocused();
  await page.keyboard.down('Alt');
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await expect(page.getByText('Bread, below Work; let go of Alt to keep it there')).toBeAttached();
  await page.keyboard.up('Alt');
  await expect(page.getByText('Category moved')).toBeVisible();
  await expect.poll(async () => (await expenses(page)).slice(-4)).toEqual(['Work', 'Bread', 'Other', 'Bakery']);
  await expect(row(page, 'Bread')).toBeFocused();

  await page.keyboard.press('F2');
  await expect(page.getByLabel('Name of Bread')).toBeFocused();
  await page.keyboard.type('bakery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Another category of this kind has this name')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Rye bread');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Rye bread')).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 archived')).toBeVisible();
  await expect(row(page, 'Rye bread')).toBeHidden();
  await page.keyboard.press('Control+Z');
  await expect(row(page, 'Rye bread')).toBeVisible();
});

test('without motion a menu closes at once, and gives the focus back to the row that opened it', async ({ page }) => {
  await newUser(page);
  await send(page, '/ledger/add-category', { name: 'Bakery', kind: 'Expense' });
  await page.goto('/categories');
  await row(page, 'Bakery').focus();
  for (let time = 0; time < 8; time++) {
    for (const key of ['F2', 'Escape', 'Enter', 'Escape']) await page.keyboard.press(key);
    await expect(page.getByRole('menu')).toHaveCount(0, { timeout: 3000 });
    await expect(row(page, 'Bakery')).toBeFocused();
  }
});

test('own categories take entries, a merge moves them, an undo brings them back', async ({ page }) => {
  await newUser(page);
  const { category: bakery } = await send<Made>(page, '/ledger/add-category', {
    ...{ name: 'Bakery', kind: 'Expense', parent: 'Food & Drinks' },
  });
  await send(page, '/users/initial-deposit', { depositAmount: 600 });
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Rye loaf');
  await page.getByLabel('Amount').fill('4');
  await page.getByLabel('Category').selectOption({ label: 'Food & Drinks › Bakery' });
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByRole('row', { name: /Rye loaf/ })).toContainText('Bakery');

  await page.goto('/categories');
  await page.getByRole('link', { name: '1 entry of Bakery' }).click();
  await expect(page.getByRole('combobox', { name: 'Find entries' })).toHaveValue('category:"Bakery"');
  await expect(page.getByRole('row', { name: /Rye loaf/ })).toBeVisible();

  await page.goto('/categories');
  await page.getByRole('button', { name: 'Actions for Bakery' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
  await page.getByLabel('Into').selectOption('Groceries');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Merged: Bakery')).toBeVisible();
  await expect(page.getByRole('link', { name: '1 entry of Groceries' })).toBeVisible();
  await expect(row(page, 'Bakery')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: '1 entry of Bakery' })).toBeVisible();

  // By the pointer: dragged to below another one.
  const from = await page.getByRole('button', { name: 'Move Bakery' }).boundingBox();
  const to = await row(page, 'Shopping').boundingBox();
  if (!from || !to) throw new Error('A row is missing');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 4 });
  await expect(page.getByText('Bakery, below Shopping')).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText('Category moved')).toBeVisible();
  await expect.poll(async () => (await expenses(page)).slice(1, 4)).toEqual(['Food & Drinks', 'Shopping', 'Bakery']);
  expect(bakery._id).toMatch(/^[0-9a-f-]{36}$/);
});

test('an income becomes a refund of a category of expenses', async ({ page }) => {
  await newUser(page);
  await send(page, '/transaction/create-income', { title: 'Boots, returned', amount: 148, date: daysAgo(1) });
  await page.goto('/transactions');
  await page.getByRole('row', { name: /Boots, returned/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Category').selectOption({ label: 'Shopping' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Refund of')).toBeVisible();
  await page.goto('/transactions?q=is:refund');
  await expect(page.getByRole('row', { name: /Boots, returned/ })).toContainText('Refund, Shopping');
});

test('the categories, their forms and messages, by axe', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  const { category } = await send<Made>(page, '/ledger/add-category', { name: 'W'.repeat(30), kind: 'Expense' });
  await send(page, '/ledger/add-category', { name: 'Kiln and glaze', kind: 'Expense', parent: category._id });
  const { category: old } = await send<Made>(page, '/ledger/add-category', { name: 'Nursery', kind: 'Income' });
  await send(page, '/ledger/archive-category', { categoryId: old._id });
  await page.goto('/categories');
  await page.getByText('1 archived').click();
  await check(page, 'categories');
  await page.getByRole('button', { name: 'Actions for Kiln and glaze' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Name of Kiln and glaze').fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name is required')).toBeVisible();
  await check(page, 'a name in its row');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Kiln and glaze' }).click();
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText('Choose a category')).toBeVisible();
  await check(page, 'merge with an error');
});
