import { daysAgo, register, send } from './person.ts';
import { expect, type Page, test } from './story.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** In the order in which they are entered, which is not the order of their dates. */
const MONTH = [
  { kind: 'Income', title: 'Salary, first half', amount: '2,425', category: 'Salary', ago: 30 },
  { kind: 'Expense', title: 'Rent', amount: '1280', wallet: 'Bank', category: 'Bills & Fees', ago: 29 },
  { kind: 'Expense', title: 'Weekly groceries', amount: '76.56', wallet: 'Debit card', category: 'Groceries', ago: 21 },
  { kind: 'Expense', title: 'Rye bread and butter', amount: '11.20', wallet: 'Cash', category: '', ago: 2 },
  { kind: 'Income', title: 'Violin lesson, given', amount: '60', category: 'Extra Income', ago: 9 },
  {
    kind: 'Expense',
    title: 'Bicycle, new chain',
    amount: '38.50',
    wallet: 'Credit card',
    category: 'Shopping',
    ago: 9,
  },
  { kind: 'Expense', title: 'Tram, ten rides', amount: '24', wallet: 'Cash', category: 'Travel', ago: 0 },
] as const;

async function write(page: Page, entry: (typeof MONTH)[number]): Promise<void> {
  await page.getByRole('link', { name: 'New Transaction' }).click();
  await page.getByRole('tab', { name: entry.kind }).click();
  await page.getByLabel('Title').fill(entry.title);
  await page.getByLabel('Amount').fill(entry.amount);
  if (entry.kind === 'Expense') await page.getByLabel('Wallet').selectOption(entry.wallet);
  await page.getByLabel('Category').selectOption(entry.category);
  await page.getByLabel('Date').fill(daysAgo(entry.ago));
  await page.getByRole('button', { name: `Save ${entry.kind.toLowerCase()}` }).click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeFocused();
}

/** The titles of the transactions in the table on the screen, in its order. */
const listed = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') });

/** Expects this balance on the Overview. */
async function expectBalance(page: Page, balance: string): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('main').getByText(balance, { exact: true })).toBeVisible();
}

test('a month of entries, and a change of mind', async ({ page }) => {
  test.slow();
  await register(page);
  await send(page, '/users/initial-deposit', { depositAmount: 500 });
  await send(page, '/transaction/create-income', { title: 'Birthday money', amount: 50, date: daysAgo(31) });
  await page.goto('/transactions');

  await test.step('entries of all kinds, on their own days', async () => {
    for (const entry of MONTH) await write(page, entry);
    await expect(listed(page)).toHaveText([
      /Tram, ten rides.*− \$24\.00/,
      /Rye bread and butter.*− \$11\.20/,
      // Within a day, the newest entry is first.
      /Bicycle, new chain.*− \$38\.50/,
      /Violin lesson, given.*\+ \$60\.00/,
      /Weekly groceries.*− \$76\.56/,
      /Rent.*− \$1,280\.00/,
      /Salary, first half.*\+ \$2,425\.00/,
      /Birthday money.*\+ \$50\.00/,
    ]);
    const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    for (const ago of [0, 2, 9, 21, 29, 30, 31]) {
      const day = words.format(new Date(daysAgo(ago)));
      await expect(page.getByRole('rowheader', { name: day, exact: true })).toBeVisible();
    }
  });

  await test.step('the Overview counts along, to the cent', async () => {
    await expectBalance(page, '$1,604.74');
    await expect(listed(page)).toHaveText([/Tram/, /Rye bread/, /Bicycle/, /Violin/, /Weekly groceries/]);
  });

  await test.step('money put aside and taken back', async () => {
    await page.getByRole('link', { name: 'Goals' }).click();
    await page.getByLabel('Title').fill('Kiln of my own');
    await page.getByLabel('Amount').fill('2400');
    await page.getByRole('button', { name: 'Create goal' }).click();
    await page.getByRole('button', { name: 'Add Money to This Goal' }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('604.74');
    await page.getByRole('dialog').getByRole('button', { name: 'Add money' }).click();
    await expect(page.getByText('25.2% saved')).toBeVisible();
    await expectBalance(page, '$1,000.00');
    await page.goBack();
    await page.getByRole('button', { name: 'Delete goal' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Add a New Goal' })).toBeVisible();
    await expectBalance(page, '$1,604.74');
  });

  await test.step('entries made by mistake', async () => {
    for (const title of ['Rent', 'Salary, first half']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click();
      await page.getByRole('row', { name: title }).click();
      await page.getByRole('button', { name: 'Delete Transaction' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/transactions$/);
      await expect(page.getByRole('row', { name: title })).toHaveCount(0);
    }
    await expect(listed(page)).toHaveCount(6);
    await expectBalance(page, '$459.74');
  });
});
