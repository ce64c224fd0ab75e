import { holdBack } from './hold-back.ts';
import { daysAgo, newEmail, newUser, PASSWORD, send, tabTo } from './person.ts';
import { expect, test } from './story.ts';

test('everything can be done by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Sign up' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Register' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Demo login' })).toBeFocused();
  for (const typed of ['Clara Whitfield', newEmail(), PASSWORD]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Add Initial Deposit' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Initial deposit' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add Initial Deposit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Initial deposit' })).toBeFocused();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(page.getByText('$100.00')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeFocused();

  await tabTo(page, page.getByRole('link', { name: 'Make a transaction' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Expense' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Income' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Save income' })).toBeVisible();
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.type('Violin lesson, given');
  await page.keyboard.press('Tab');
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeFocused();

  await tabTo(page, page.getByRole('row', { name: /Violin lesson/ }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: 'Violin lesson, given' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Delete Transaction' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Transaction deleted')).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Type a command or search...')).toBeFocused();
  await page.keyboard.type('log out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('arrows move among the rows, which are one stop for Tab', async ({ page }) => {
  await newUser(page);
  for (const title of ['First', 'Second', 'Third'])
    await send(page, '/transaction/create-income', { title, amount: 5 });
  await page.goto('/transactions');
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  await expect(row('Third')).toBeVisible();
  await tabTo(page, row('Third'));
  await page.keyboard.press('ArrowDown');
  await expect(row('Second')).toBeFocused();
  await page.keyboard.press('End');
  await expect(row('First')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row('First')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('Third')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row('Second')).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(row('Third')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible();
});

test('in a long list the keys reach every row, and the focused row is wholly visible', async ({ page }) => {
  test.slow();
  await newUser(page);
  for (let entry = 130; entry >= 1; entry--) {
    const title = `Entry ${entry}.`;
    await send(page, '/transaction/create-income', { title, amount: entry, date: daysAgo(Math.floor(entry / 30)) });
  }
  await page.goto('/transactions');
  const row = (entry: number) => page.getByRole('row', { name: `Entry ${entry}.` });

  /** The text of the focused row, and whether it is between the head of the table and the lower edge of the window. */
  const focused = () =>
    page.evaluate(() => {
      const here = document.activeElement?.closest('[role=row]');
      const head = document.querySelector('[role=row]');
      const { top, bottom } = here?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      const isWhollyVisible = top >= (head?.getBoundingClientRect().bottom ?? 0) && bottom <= window.innerHeight;
      return `${here?.textContent}${isWhollyVisible ? '' : ' (hidden)'}`;
    });

  async function expectFocusOn(entry: number): Promise<void> {
    await expect.poll(focused, { intervals: [5, 10, 20, 50, 100] }).toMatch(new RegExp(`Entry ${entry}\\.[^(]*$`));
  }

  await tabTo(page, row(1));
  for (let entry = 2; entry <= 40; entry++) {
    await page.keyboard.press('ArrowDown');
    await expectFocusOn(entry);
  }
  for (let entry = 39; entry >= 15; entry--) {
    await page.keyboard.press('ArrowUp');
    await expectFocusOn(entry);
  }

  await page.keyboard.press('PageDown');
  await expect(row(15)).not.toBeFocused();
  await page.keyboard.press('PageUp');
  await expectFocusOn(15);

  // The focused row stays in the page however far it is scrolled away, and the keys move on from it.
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 4000);
  await expect(row(15)).not.toBeInViewport();
  expect(await focused()).toContain('(hidden)');
  await expect(row(15)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expectFocusOn(16);

  await expect(async () => {
    await page.keyboard.press('End');
    await expect(row(130)).toBeFocused({ timeout: 500 });
  }).toPass();
  await expectFocusOn(130);
  await expect(row(130)).toHaveAttribute('aria-rowindex', '136');
  await expect(page.getByRole('table', { name: 'Transactions' })).toHaveAttribute('aria-rowcount', '136');
  await page.keyboard.press('Home');
  await expectFocusOn(1);
});

test('a screen that finishes loading does not take the focus back', async ({ page }) => {
  await newUser(page);
  await send(page, '/transaction/create-income', { title: 'Violin lesson, given', amount: 60 });
  await page.goto('/');
  const address = await page.getByRole('link', { name: 'Violin lesson, given' }).getAttribute('href');
  const answer = await holdBack(page, '**/api/v1/transaction/get-transaction');
  await page.goto(address ?? '');
  await expect(page.getByRole('heading', { name: 'Loading' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  answer();
  await expect(page.getByRole('heading', { name: 'Violin lesson, given' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
});

test('a screen that is opened before the first one has loaded takes the focus', async ({ page }) => {
  await newUser(page);
  const loadTransactions = await holdBack(page, '**/assets/transactions-*.js');
  await page.goto('/transactions', { waitUntil: 'commit' });
  await tabTo(page, page.getByRole('link', { name: 'Goals' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Goals', exact: true })).toBeFocused();
  loadTransactions();
});

test('the skip link skips the sidebar', async ({ page }) => {
  await newUser(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('what is typed right after the shortcut reaches the palette, Enter included', async ({ page }) => {
  await newUser(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('seth');
  for (const key of ['Backspace', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();

  // While the palette loads, what is typed goes into no field below it.
  const loadPalette = await holdBack(page, '**/assets/command-palette-*.js');
  await page.goto('/settings');
  await page.getByLabel('Old password').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('goa');
  await expect(page.getByLabel('Old password')).toHaveValue('');
  loadPalette();
  const search = page.getByRole('dialog').getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.type('ls');
  await expect(search).toHaveValue('goals');
  await expect(page.getByRole('option')).toHaveText(['Goals']);
});

test('Enter that was pressed before the palette has loaded opens what was typed', async ({ page }) => {
  await newUser(page);
  const loadPalette = await holdBack(page, '**/assets/command-palette-*.js');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('set');
  await page.keyboard.press('Enter');
  loadPalette();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
});

test('the command palette opens every screen', async ({ page }) => {
  await newUser(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByPlaceholder('Type a command or search...')).toBeFocused();
  await expect(palette.getByText('Suggestions')).toBeVisible();
  await expect(palette.getByRole('option')).toHaveText([
    'Overview',
    'Transactions',
    'Budget',
    'Upcoming',
    'Accounts',
    'Goals',
    'Statistics',
    'Reports',
    'Categories',
    'Rules',
    'Import',
    'History',
    'Account',
    'Settings',
    'Enter a line',
    'New expense',
    'New income',
    'New transfer',
    'Import a file',
    'New rule',
    'To file',
    'Proposals',
    'What changed',
    'Check my books',
    'light',
    'dark',
    'system',
    'Log out',
  ]);
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();

  await page.keyboard.press('Meta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('zzz');
  await expect(palette.getByText('No results found.')).toBeVisible();
  await palette.getByRole('combobox').fill('transa');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL('/transactions');

  await page.keyboard.press('Control+k');
  await palette.getByRole('option', { name: 'light' }).click();
  await expect(page.locator('html')).toHaveClass('light');
});
