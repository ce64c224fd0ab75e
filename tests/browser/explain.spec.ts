import { check, followDeviceTheme } from './axe.ts';
import { pay } from './pay.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

/** Books with a deposit of 900, an income of 86 and two expenses of 38.64 and 9.50. */
async function openBooks(page: Page): Promise<void> {
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 900 });
  await send(page, '/transaction/create-income', {
    title: 'Two stoneware bowls',
    amount: 86,
    category: 'Extra Income',
  });
  await send(page, '/transaction/create-expense', { title: 'Greengrocer', amount: 38.64, category: 'Groceries' });
  await send(page, '/transaction/create-expense', { title: 'Coffee with Jonah', amount: 9.5 });
}

const balance = (page: Page, amount: string) => page.getByRole('button', { name: `Explain balance ${amount}` });

test('a balance opens to what it is made of, by the keyboard and by its address', async ({ page }) => {
  await openBooks(page);
  await page.goto('/');
  await tabTo(page, balance(page, '$937.86'));
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Account balance' });
  await expect(drawer.getByRole('table', { name: 'How it is made up' }).getByRole('row')).toHaveText([
    ...['Starting balance1 entry$900.00', 'Income1 entry$86.00', 'Expenses2 entries− $48.14', 'Total$937.86'],
  ]);
  await expect(drawer.getByRole('region', { name: 'Entries' }).getByRole('link')).toHaveCount(4);
  await expect(page).toHaveURL('/?explain=balance');
  await check(page, 'drawer');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(balance(page, '$937.86')).toBeFocused();
  await page.goForward();
  await drawer.getByRole('link', { name: /^Greengrocer/ }).click();
  await expect(page.getByRole('heading', { name: 'Greengrocer' })).toBeFocused();
  await page.goto('/?explain=balance');
  await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');
});

test('the books as of a change are kept from screen to screen, and nothing can be changed in them', async ({
  page,
}) => {
  await openBooks(page);
  await page.goto('/history');
  await page.getByRole('button', { name: 'Initial deposit', exact: true }).click();
  await page.getByRole('button', { name: 'See the books as of this change' }).click();
  await expect(balance(page, '$900.00')).toBeVisible();
  await expect(page.getByRole('main').getByRole('status')).toContainText(['', /^View as of .* · shown today, /]);
  await expect(page.getByRole('button', { name: 'Upgrade to premium' })).toBeDisabled();
  await check(page, 'view as of');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings\?known=\d+$/);
  await expect(page.getByLabel('Old password')).toBeDisabled();
  await page.reload();
  await page.getByRole('link', { name: 'Overview' }).click();
  await balance(page, '$900.00').click();
  await expect(page.getByRole('dialog', { name: 'Account balance' }).getByText('Total', { exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(balance(page, '$937.86')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the statistics say where the money went, and each sum explains itself', async ({ page }) => {
  await openBooks(page);
  await pay(page);
  await page.goto('/statistics');
  const table = page.getByRole('table', { name: /^Expenses by category/ });
  await expect(table.getByRole('row')).toContainText(['Difference', 'Groceries', 'No category', 'Total']);
  await check(page, 'where the money went');
  await table.getByRole('button', { name: /^Explain Groceries/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Groceries' });
  await expect(drawer.getByRole('link', { name: 'Greengrocer $38.64' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await page.getByRole('radio', { name: 'year' }).click();
  await expect(page).toHaveURL(/by=year&from=\d{4}-01-01$/);
  await check(page, 'where the money went, by year');
});

test('a bridge says what has changed a figure', async ({ page }) => {
  await openBooks(page);
  await page.goto('/');
  await balance(page, '$937.86').click();
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'From $0 to $937.86 in 4 steps' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'What changed' }).getByRole('row').last()).toHaveText('ToNow$937.86');
  await check(page, 'what changed');
  await page.getByRole('link', { name: 'Expense: Coffee with Jonah' }).click();
  await expect(page.getByRole('button', { name: 'Expense: Coffee with Jonah', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

/** The amount or the percentage in a text, in hundredths, without its sign, or null if there is none. */
function hundredthsIn(text: string): number | null {
  const [number] = /[\d,]+\.\d+/.exec(text) ?? [];
  return number === undefined ? null : Math.round(Number(number.replaceAll(',', '')) * 100);
}

test('every figure of every screen opens to entries that add up to it', async ({ page }) => {
  test.slow();
  await openBooks(page);
  await pay(page);
  await send(page, '/users/add-income-and-expense', { income: 3000, expense: 1200 });
  await send(page, '/accounts/open-account', { name: 'Savings', kind: 'Savings', openingBalance: 50 });
  await send(page, '/goals/create-goal', { title: 'Bicycle', finalAmount: 300 });
  const { goals } = await (await page.request.get('/api/v1/goals/get-goals')).json().then(({ data }) => data);
  const goalId = goals[0]._id;
  await send(page, '/goals/add-money-to-goal', { goalId, currentAmount: 100.5 });
  const figures = { '/': 10, '/accounts': 3, [`/goals/${goalId}`]: 4, '/statistics': 22 };
  for (const [address, count] of Object.entries(figures)) {
    await page.goto(address);
    const buttons = page.getByRole('button', { name: /^Explain/ });
    await expect(buttons, address).toHaveCount(count);
    for (const button of await buttons.all()) {
      const name = (await button.getAttribute('aria-label')) ?? '';
      const shown = hundredthsIn(await button.innerText()) ?? hundredthsIn(name);
      await button.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog');
      const sum = (texts: string[]) =>
        texts.reduce((sum, text) => sum + (/[−-]/.test(text) ? -1 : 1) * (hundredthsIn(text) ?? Number.NaN), 0);
      await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
      const amounts = await drawer.locator('table td:last-child').allInnerTexts();
      const together = sum(amounts.slice(-1));
      expect([Math.abs(together), sum(amounts.slice(0, -1))], `${address} ${name}`).toEqual([shown, together]);
      const entries = await drawer.getByRole('region', { name: 'Entries' }).getByRole('listitem').allInnerTexts();
      expect(sum(entries.map((text) => text.split('\n').at(-1) ?? '')), `${address} ${name}`).toBe(together);
      await expect(drawer.getByRole('alert')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
    }
  }
});
