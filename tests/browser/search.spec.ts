import { check, followDeviceTheme } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, test } from './story.ts';

test('entries are found, by keyboard alone', async ({ page }) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 300 });
  await send(page, '/accounts/open-account', { name: 'Joint card', kind: 'Credit card' });
  for (const text of ['coffee 4.20 #food #lunch', 'tea 3.10 #food', 'rye bread 11.20 #groc', '+50 lesson'])
    await send(page, '/ledger/enter', { text });
  const parts = [
    { amount: 70, category: 'Groceries' },
    { amount: 30, category: 'Shopping', note: 'a gift' },
  ];
  await send(page, '/transaction/create-expense', {
    ...{ title: 'Market', amount: 100, wallet: 'Bank', date: daysAgo(1), parts },
  });
  await page.goto('/transactions');
  const field = page.getByRole('combobox', { name: 'Find entries' });
  const asks = page.getByRole('list', { name: 'What the search asks' });
  const totals = page.getByRole('region', { name: 'Totals' });
  const titles = page.getByRole('row').getByRole('link');
  await expect(titles).toHaveCount(5);

  await test.step('a category is completed and found, of a split the part', async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await page.keyboard.type('cate');
    await expect(page.getByRole('option', { name: 'category:' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('category:');
    await page.keyboard.type('gro');
    await expect(page.getByRole('option', { name: 'Groceries' })).toBeVisible();
    for (const key of ['ArrowDown', 'Enter', 'Enter']) await page.keyboard.press(key);
    await expect(field).toHaveValue('category:Groceries ');
    await expect(titles).toHaveText(['rye bread', 'Market']);
    await expect(page).toHaveURL('/transactions?q=category:Groceries');
    await expect(page.getByRole('row', { name: /Market/ })).toContainText('− $70.00of $100.00');
    await expect(totals).toContainText('2 entries');
    await expect(totals).toContainText('− $81.20');
  });

  await test.step('a term more, which is taken out again', async () => {
    await page.keyboard.type('-split or #lunch');
    await expect(asks.getByRole('listitem')).toHaveText(['categoryGroceries', 'not textsplit', 'or', 'tag#lunch']);
    await expect(titles).toHaveText(['rye bread', 'coffee', 'Market']);
    await tabTo(page, page.getByRole('button', { name: 'Remove not text split' }));
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('category:Groceries or #lunch');
    await expect(field).toBeFocused();
  });

  await test.step('each finished query is a step of the history', async () => {
    await expect(page).toHaveURL('/transactions?q=category:Groceries+or+%23lunch');
    await page.goBack();
    await expect(field).toHaveValue('category:Groceries -split or #lunch');
    await page.goBack();
    await expect(field).toHaveValue('category:Groceries');
    await expect(titles).toHaveText(['rye bread', 'Market']);
    await page.goBack();
    await expect(field).toHaveValue('');
    await expect(titles).toHaveCount(5);
    await page.goForward();
    await expect(field).toHaveValue('category:Groceries');
    await page.reload();
    await expect(titles).toHaveText(['rye bread', 'Market']);
  });

  await test.step('a condition of the menu', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Add a condition' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Text/ })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('How'));
    await page.keyboard.type('more');
    await tabTo(page, page.getByLabel('Amount, in $'));
    await page.keyboard.type('20');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('category:Groceries amount>20');
    await expect(field).toBeFocused();
    await expect(titles).toHaveText(['Market']);
  });

  await test.step('the net explains itself', async () => {
    await tabTo(page, totals.getByRole('button', { name: 'Explain net of what is found − $70.00' }));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Income less expenses' });
    await expect(drawer).toContainText('Found by category:Groceries amount>20');
    await expect(drawer.getByRole('link', { name: /Market/ })).toContainText('− $70.00');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(field).toHaveValue('category:Groceries amount>20');
  });

  await test.step('a view is kept, opened and removed', async () => {
    await page.keyboard.press('/');
    await tabTo(page, page.getByRole('button', { name: 'Save view' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Large shopping');
    await page.keyboard.press('Enter');
    const view = page.getByRole('link', { name: 'Large shopping' });
    await expect(view).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'Transactions', exact: true }).press('Enter');
    await expect(field).toHaveValue('');
    await tabTo(page, view);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('category:Groceries amount>20');
    await expect(titles).toHaveText(['Market']);
    await tabTo(page, page.getByRole('button', { name: 'Remove this view' }));
    await page.keyboard.press('Enter');
    await expect(view).toHaveCount(0);
    await expect(field).toBeFocused();
  });

  await test.step('from the field to the rows, and back from an entry', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(page.getByRole('row', { name: /Market/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Market' })).toBeFocused();
    await page.goBack();
    await expect(field).toHaveValue('category:Groceries amount>20');
  });
});

test('what is found has no findings of axe', async ({ page }) => {
  test.slow();
  await newUser(page);
  await send(page, '/accounts/open-account', { name: 'Joint card', kind: 'Credit card' });
  await send(page, '/ledger/enter', { text: '+999999999999.99 won #lottery' });
  const parts = [
    { amount: 999_999_999_000, category: 'Groceries' },
    { amount: 30, category: 'Shopping' },
  ];
  const huge = { title: 'A market '.repeat(4), amount: 999_999_999_030, wallet: 'Bank', date: daysAgo(1), parts };
  await send(page, '/transaction/create-expense', huge);
  for (const [name, q] of [
    ['Large shopping', 'category:Groceries'],
    ['A view with a long name for the year', 'date:2026'],
  ])
    await send(page, '/ledger/save-view', { name, q });
  await followDeviceTheme(page);
  const field = page.getByRole('combobox', { name: 'Find entries' });
  await page.goto('/transactions?q=category:Groceries');
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('− $999,999,999,000.00');
  await check(page, 'what a query finds');
  await page.keyboard.press('/');
  await page.keyboard.type('ca');
  await expect(page.getByRole('listbox', { name: 'Completions' })).toBeVisible();
  await check(page, 'completions');
  await field.fill(`${'market or -"a phrase that is long" '.repeat(9)}category:Grocreies (`);
  await expect(page.getByText('This bracket stays open').or(page.getByText(/There is no category/))).toBeVisible();
  await check(page, 'a long query that is not understood');
  await field.fill('zzz');
  await expect(page.getByText('Nothing matches this search', { exact: true }).last()).toBeVisible();
  await check(page, 'nothing found');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await expect(page.getByRole('button', { name: /^Text/ })).toBeFocused();
  await check(page, 'the menu of conditions');
  await page.getByRole('button', { name: /^Date/ }).click();
  await check(page, 'the menu of dates');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('dialog', { name: 'Save view' })).toBeVisible();
  await check(page, 'the dialog of a view');
});
