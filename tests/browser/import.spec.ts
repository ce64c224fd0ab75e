import { check, followDeviceTheme, NARROW, WIDE } from './axe.ts';
import type { Chosen } from './files.ts';
import { holdBack } from './hold-back.ts';
import { newUser, send, tabTo } from './person.ts';
import { expect, type Page, test } from './story.ts';

const MARCH = [
  'Date;Text;Payee;Amount',
  '02/03/2026;Coffee House;;-3,50',
  '02/03/2026;Coffee House;;-3,50',
  '05/03/2026;To savings;;-300,00',
  '07/03/2026;Card payment 4711 at the Corner Shop in the High Street;Corner Shop;-12,34',
  '31/02/2026;Never;;-1,00',
  '12/03/2026;Employer Salary March;Employer;2000,00',
];

function csvOf(lines: readonly string[], name = 'march.csv'): Chosen {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
}

/** Books of two accounts, with an entry that one of the rows is likely to be, and the other half of another. */
async function openBooks(page: Page): Promise<void> {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 1200 });
  await send(page, '/accounts/open-account', { name: 'Savings', kind: 'Savings' });
  const expense = { title: 'Corner shop', amount: 12.34, category: 'Groceries', wallet: 'Bank' };
  await send(page, '/transaction/create-expense', { ...expense, date: '2026-03-05' });
  const user = await page.request.get('/api/v1/users/get-current-user');
  const [, savings] = (await user.json()).data.accounts;
  const half = { title: 'From checking', amount: 300, date: '2026-03-06', accountId: savings._id };
  await send(page, '/transaction/create-income', half);
}

const rowNamed = (page: Page, name: RegExp) => page.getByRole('row', { name });
const fileInput = (page: Page) => page.locator('input[type=file]');

test('a file is asked about, imported by what is chosen for its rows, and taken back', async ({ page }) => {
  await openBooks(page);
  await page.goto('/transactions');
  await page.getByRole('link', { name: 'Import a file' }).click();
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeFocused();
  await fileInput(page).setInputFiles(csvOf(MARCH));
  await page.getByRole('radio', { name: 'Everyday' }).click();
  await page.getByRole('radio', { name: /day first/ }).click();
  const button = page.getByRole('button', { name: 'Import 3 entries' });
  await expect(button).toBeEnabled();
  await expect(rowNamed(page, /Never/)).toContainText('is no day of the calendar');

  await rowNamed(page, /To savings/).click();
  await page.getByRole('radio', { name: /One transfer with ‘From checking’/ }).check();
  await rowNamed(page, /Card payment/).click();
  await page.getByRole('radio', { name: /Same as ‘Corner shop’/ }).check();
  await expect(page.getByText('Everyday comes to').locator('..')).toContainText('$2,880.66');
  await page.getByRole('button', { name: 'Import 5 entries' }).click();
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeFocused();
  await expect(page.getByRole('definition')).toHaveText(['3', '1', '1', '1']);

  await page.getByRole('link', { name: 'Show transactions' }).click();
  await expect(rowNamed(page, /Coffee House/)).toHaveCount(2);
  await expect(rowNamed(page, /From checking/)).toHaveCount(0);
  await rowNamed(page, /Corner shop/).click();
  await expect(page.getByText('From march.csv, line 5')).toBeVisible();
  await expect(page.getByText('Card payment 4711 at the Corner Shop in the High Street')).toBeVisible();

  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'The import was taken back' })).toBeVisible();
  await page.getByRole('link', { name: 'Show transactions' }).click();
  await expect(rowNamed(page, /From checking/)).toBeVisible();
  await expect(rowNamed(page, /Coffee House/)).toHaveCount(0);
});

/** A statement in EUR that opens with 1,535.00 and closes with 670.30. */
const STATEMENT = [
  'Date,Description,Amount,Currency,Balance',
  '2025-11-03,Corner Shop,-24.70,EUR,1510.30',
  '2025-11-12,Rent,-840.00,EUR,670.30',
];

test('a file of another currency asks first, and an account begins with what the bank had', async ({ page }) => {
  await page.setViewportSize(NARROW);
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 2500.5 });
  await page.goto('/import');
  await fileInput(page).setInputFiles(csvOf(STATEMENT));
  await expect(page.getByText('Answer the questions first.')).toBeVisible();
  const begin = "Begin with the bank's $1,535.00 on November 3, 2025 instead";
  await expect(page.getByRole('checkbox', { name: begin })).toBeVisible();
  await check(page, 'a file of another currency, into an account that began with too much');
  await page.getByRole('radio', { name: 'Yes, as they are: 1 EUR becomes $1' }).click();
  await page.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(page.getByText('$965.50 too much.')).toBeVisible();
  await check(page, 'an import into an account that began with too much');
  await tabTo(page, page.getByRole('button', { name: begin }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everyday agrees with the bank now')).toBeVisible();
  await page.goto('/accounts');
  await page.getByRole('button', { name: 'Checked with the bank' }).click();
  const days = page.getByRole('list', { name: 'Checked with the bank' });
  await expect(days.getByRole('listitem')).toHaveText([/November 12, 2025.*Agrees/]);
});

test('a file is imported by the keyboard alone', async ({ page }) => {
  await newUser(page);
  await page.goto('/transactions');
  await tabTo(page, page.getByRole('link', { name: 'Import a file' }));
  await page.keyboard.press('Enter');
  // The screen before it has a field for a file, too.
  await expect(page.getByRole('heading', { name: 'Import a file' })).toBeFocused();
  // Keys can overtake the command by which the page sends this event, so that it comes before the focus is looked for.
  const opened = page.waitForEvent('filechooser');
  await tabTo(page, fileInput(page));
  await page.keyboard.press('Enter');
  await (await opened).setFiles(csvOf(MARCH));
  await tabTo(page, page.getByRole('radio', { name: /day first/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  await tabTo(page, rowNamed(page, /Coffee House/).first());
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(rowNamed(page, /Coffee House/).nth(1)).toBeFocused();
  await expect(rowNamed(page, /Coffee House/).nth(1)).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('radio', { name: 'As a new entry' }));
  await tabTo(page, page.getByRole('button', { name: 'Import 4 entries' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Show transactions' }));
});

test('a file of 1,500 rows is dropped on Transactions, and only rows near the viewport are drawn', async ({ page }) => {
  await newUser(page);
  await page.goto('/transactions');
  await expect(page.getByRole('link', { name: 'Import a file' })).toBeVisible();
  const lines = Array.from({ length: 1500 }, (_, at) => `2026-03-${String(10 + (at % 20))},Row ${at + 1},-1.00`);
  const text = ['Date,Description,Amount', ...lines, '2026-02-31,Never,-1.00'].join('\n');
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'many.csv', { type: 'text/csv' }));
    return transfer;
  }, text);
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await expect(page.getByText('Drop the file to import it')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  await expect(rowNamed(page, /Row 1 /)).toBeVisible();
  expect(await page.getByRole('grid').getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('radio', { name: 'Invalid 1' }).check();
  await expect(rowNamed(page, /Never/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 1,500 entries' }).click();
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeVisible();
  await page.getByRole('link', { name: 'Show transactions' }).click();
  await expect(rowNamed(page, /Row 1480 /)).toBeVisible();
});

test('the undo of many rows has its buttons in view, and shows the rest of its list by and by', async ({ page }) => {
  await newUser(page);
  const answer = await holdBack(page, '**/ledger/preview-undo');
  await page.goto('/import');
  const rows = Array.from({ length: 120 }, (_, at) => `2026-03-0${1 + (at % 9)},Tea ${at},-${at + 1}.00`);
  await fileInput(page).setInputFiles(csvOf(['Date,Title,Amount', ...rows], 'tea.csv'));
  await page.getByRole('button', { name: 'Import 120 entries' }).click();
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(dialog.getByText('Looking at what the undo does…')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  answer();
  await expect(dialog.getByText('50 of 120 changes')).toBeAttached();
  for (const view of [NARROW, WIDE]) {
    await page.setViewportSize(view);
    for (const name of ['Cancel', 'Undo'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Show more' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('100 of 120 changes')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(120);
  await tabTo(page, dialog.getByRole('button', { name: 'Undo', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The import was taken back' })).toBeVisible();
});

const REGISTER = [
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow"',
  '"Everyday","","2026-03-25","Baker","Daily: Bread","Daily","Bread","","$4.10","$0.00"',
  '"Everyday","","2026-03-26","Shoe shop","Daily: Clothes","Daily","Clothes","","$80.00","$0.00"',
  '"Everyday","","2026-03-27","Shoe shop back","Daily: Clothes","Daily","Clothes","","$0.00","$80.00"',
  '"Everyday","","2026-03-28","Film","Fun: Cinema","Fun","Cinema","","$12.00","$0.00"',
];

test('the categories of a file are added below their groups, mapped or left out, by the keyboard alone', async ({
  page,
}) => {
  await newUser(page);
  await page.goto('/import');
  await fileInput(page).setInputFiles(csvOf(REGISTER, 'register.csv'));
  await expect(page.getByText('3 categories of this file are new here.')).toBeVisible();
  const becomes = (name: string) => page.getByRole('combobox', { name: `${name} becomes` });
  await expect(becomes('Daily: Clothes')).toHaveValue('add');
  await tabTo(page, becomes('Fun: Cinema'));
  await page.keyboard.type('Movie');
  await expect(rowNamed(page, /Film/)).toContainText('Movie');
  await tabTo(page, page.getByRole('button', { name: 'Import 4 entries' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The file is imported' })).toBeFocused();
  const categories = await page.request.get('/api/v1/ledger/categories');
  const own = (await categories.json()).data.categories.filter(({ isOwn }: { isOwn: boolean }) => isOwn);
  expect(own.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`)).toEqual([
    'Daily 0',
    'Bread 1',
    'Clothes 2',
  ]);
});
