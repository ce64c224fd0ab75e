import { check, followDeviceTheme, WIDE } from './axe.ts';
import { daysAgo, newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ viewport: WIDE });
test.slow();

const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Rules, first to last' }).getByRole('listitem').filter({ hasText: text }).first();

/** Two loaves and a taxi, filed by hand; the page's user has the money for them. */
async function spend(page: Page): Promise<void> {
  await send(page, '/users/initial-deposit', { depositAmount: 600 });
  for (const [title, amount] of [
    ['Bakery Lind', 4.2],
    ['Bakery Rye', 3.8],
    ['Taxi', 18],
  ] as const)
    await send(page, '/transaction/create-expense', {
      ...{ title, amount, category: 'Shopping', wallet: 'Cash', date: daysAgo(1) },
    });
}

test('a rule is added, tried, run, explained, undone and reordered by the keyboard alone', async ({ page }) => {
  await newUser(page);
  await spend(page);
  await page.goto('/account');
  await tabTo(page, page.getByRole('link', { name: 'Rules' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No rules yet.')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Add a Rule', exact: true }));
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('When an entry is found by')).toBeFocused();
  await page.keyboard.type('title:bakery');
  await tabTo(page, page.getByRole('combobox', { name: /^Category/ }));
  await page.keyboard.type('Groceries');
  await tabTo(page, page.getByLabel(/^Tags to add/));
  await page.keyboard.type('#weekly');
  await expect(page.getByText('2 entries would change.')).toBeVisible();
  await expect(page.getByText('Category: set by hand')).toBeVisible();
  await expect(page.getByRole('list', { name: 'What would change' })).not.toContainText('Groceries');
  await tabTo(page, page.getByLabel('Also what was set by hand'));
  await page.keyboard.press('Space');
  await expect(page.getByText('Category: set by hand')).toBeHidden();
  await expect(page.getByRole('list', { name: 'What would change' })).toContainText('Shopping becomes Groceries');
  await tabTo(page, page.getByRole('button', { name: 'Save and run over 2 entries' }));
  await page.keyboard.press('Enter');

  await expect(page.getByText('2 entries changed by rules')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeFocused();
  await expect(row(page, 'then Groceries, tagged #weekly')).toContainText('Applied to 2 entries, last on ');
  // The toasts are reached by their own key.
  await page.keyboard.press('Alt+T');
  await tabTo(page, page.getByRole('listitem').filter({ hasText: 'changed by rules' }).getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(row(page, 'then Groceries')).toContainText('Not applied yet');
  await page.keyboard.press('Control+Shift+Z');
  await expect(row(page, 'then Groceries')).toContainText('Applied to 2 entries');

  await tabTo(page, page.getByRole('link', { name: '2 entries' }));
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /Bakery Rye/ }).click();
  await expect(page.getByText('by the rule “title:bakery”').first()).toBeVisible();
  await page.getByRole('link', { name: 'by the rule “title:bakery”' }).first().click();
  await expect(page.getByText('then Groceries, tagged #weekly')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save rule' })).toBeHidden();

  await send(page, '/ledger/add-rule', { when: 'title:taxi', then: { category: 'Travel' } });
  await page.goto('/rules');
  await tabTo(page, page.getByRole('button', { name: 'Move rule 2' }));
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Now rule 1 of 2')).toBeAttached();
  await page.keyboard.up('Alt');
  await expect(page.getByText('Rules reordered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move rule 1' })).toBeFocused();
  await expect(row(page, 'then Travel')).toContainText(/^1/);
  await page.reload();
  await expect(row(page, 'then Travel')).toContainText(/^1/);
});

test('the third equal correction offers the rule, and the form proposes by it', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 600 });
  let entries: { _id: string }[] = [];
  for (const amount of [3, 4, 5]) {
    const kiosk = { title: 'Corner Kiosk', amount, category: 'Shopping', wallet: 'Cash', date: daysAgo(1) };
    ({ transactionHistory: entries } = await send<{ transactionHistory: { _id: string }[] }>(
      page,
      '/transaction/create-expense',
      kiosk,
    ));
  }
  for (const { _id } of entries) {
    await page.goto(`/transactions/${_id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel(/^Category/).selectOption('Groceries');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes saved')).toBeVisible();
  }
  const offer = page.getByRole('link', { name: 'Make it a rule for new entries' });
  await expect(offer).toBeVisible();
  await page.keyboard.press('Alt+T');
  await tabTo(page, offer);
  await check(page, 'the offer of a rule');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('When an entry is found by')).toHaveValue('title:"Corner Kiosk"');
  await expect(page.getByRole('combobox', { name: /^Category/ })).toHaveValue('Groceries');
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(row(page, 'then Groceries')).toBeVisible();

  await page.goto('/create-transaction');
  await page.getByLabel(/^Title/).fill('Corner kiosk, Sunday');
  await expect(page.getByLabel(/^Category/)).toHaveValue('Groceries');
  await expect(page.getByLabel(/^Category/)).toHaveAccessibleDescription('by the rule “title:"Corner Kiosk"”');
  await check(page, 'a form with what a rule proposes');
});

test('the rules and the form of one, by axe', async ({ page }) => {
  await followDeviceTheme(page);
  await newUser(page);
  await spend(page);
  await page.goto('/rules');
  await expect(page.getByText('No rules yet.')).toBeVisible();
  await check(page, 'no rules');
  await send(page, '/ledger/add-rule', {
    ...{ when: 'title:bakery amount<20', then: { title: 'W'.repeat(40), addTags: ['weekly'] } },
  });
  await send(page, '/ledger/add-rule', {
    when: `title:"${'Northline '.repeat(20).trim()}"`,
    then: {
      split: [
        { percent: 60, category: 'Bills & Fees' },
        { rest: true, category: 'Work', note: 'the study' },
      ],
    },
    stop: true,
  });
  await page.reload();
  await expect(row(page, 'tagged #weekly')).toBeVisible();
  await check(page, 'rules');
  await page.getByRole('button', { name: 'Run over the Past' }).click();
  await expect(page.getByText('2 entries would change.')).toBeVisible();
  await check(page, 'run over the past');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for rule 2' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Share of part 1' }).fill('');
  await page.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Give each part a share')).toBeVisible();
  await check(page, 'a split with an error');
  await page.goto('/rules/new?when=title:bakery&category=Groceries');
  await page.getByLabel('Also what was set by hand').check();
  await expect(page.getByText('2 entries would change.')).toBeVisible();
  await check(page, 'a new rule');
});
