import { list } from 'tar';
import { sourceCodeUrl } from '#dashboard/build/source-code-url.ts';
import { daysAgo, newUser, register, send, tabTo } from './person.ts';
import { expect, type Locator, type Page, test } from './story.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const PAPER = { light: 'oklch(0.962 0.014 86)', dark: 'oklch(0.205 0.021 212)' };

test('the theme is dark at first, and a choice stays without a flash', async ({ page }) => {
  await page.goto('/login');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe(PAPER.dark);
  await register(page);
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(paper).toBe(PAPER.light);
  expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('light');

  // The page is light before the application runs.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await paper()).toBe(PAPER.light);
});

test('the Overview loads three scripts, then its rows, and the scripts of forms only after it is used', async ({
  page,
}) => {
  await newUser(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    const name = /\/assets\/(.*)-[\w-]{8}\.js$/.exec(request.url())?.[1];
    if (name) scripts.push(name);
  });
  // A browser that has just started sends a pointermove of its own to its first page.
  await page.addInitScript(() =>
    window.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  // A busy machine runs a script for longer than the network has to be idle: the script of the rows is waited for.
  await expect.poll(() => scripts).toContain('overview-facts');
  await page.waitForLoadState('networkidle');
  expect(scripts.slice(0, 3).toSorted()).toEqual(['first-screen', 'index', 'second']);
  expect(scripts.slice(3)).toEqual(['overview-facts']);
  await page.keyboard.press('Tab');
  await expect.poll(() => scripts).toContain('shared');
});

test('the system theme follows the device', async ({ page }) => {
  await newUser(page);
  await page.goto('/');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveClass('dark');
  await page.getByRole('radio', { name: 'System' }).check();
  await expect(page.locator('html')).toHaveClass('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveClass('dark');
});

/** Where the link to the source code leads: to the repository, or, where package.json names none, to an archive. */
const repository = sourceCodeUrl();
const SOURCE_CODE = `Source code (${repository === null ? 'downloads an archive' : 'opens in a new tab'})`;

/** Expects that the link to the source code opens the repository in a new tab, or downloads the source code. */
async function expectSourceCode(page: Page, link: Locator): Promise<void> {
  if (repository !== null) {
    await expect(link).toHaveAttribute('href', repository);
    await expect(link).toHaveAttribute('target', '_blank');
    return;
  }
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/gzip']);
  const download = page.waitForEvent('download');
  await link.click();
  const name = (await download).suggestedFilename();
  expect(name).toMatch(/^daybook-\d+\.\d+\.\d+\.tgz$/);
  const paths: string[] = [];
  const file = await (await download).path();
  await list({ file, gzip: true, strict: true, onReadEntry: ({ path }) => paths.push(path) });
  for (const path of ['package.json', 'package-lock.json', 'tools/start/main.ts'])
    expect(paths).toContain(`${name.replace(/\.tgz$/, '')}/${path}`);
}

test('the sidebar leads to the source code', async ({ page }) => {
  await newUser(page);
  await page.goto('/');
  await expectSourceCode(page, page.getByRole('link', { name: SOURCE_CODE, exact: true }));
});

/** Makes dialogs disappear within a second, so that keys come before their end however slow the machine is. */
async function disappearSlowly(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[role="dialog"][data-state="closed"] { animation-duration: 1s !important }');
    document.adoptedStyleSheets.push(sheet);
  });
}

test('a key works while the dialog before it still disappears', async ({ page }) => {
  await newUser(page);
  await page.goto('/account');
  await disappearSlowly(page);
  const disappearing = page.locator('[role="dialog"][data-state="closed"]');
  await page.getByRole('button', { name: 'Give Feedback' }).click();
  await page
    .getByRole('dialog', { name: /feedback/ })
    .getByRole('button', { name: 'Cancel' })
    .focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expect(disappearing).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('His');
  await expect(page.getByRole('combobox')).toHaveValue('His');
  await expect(disappearing).toHaveCount(0);
  await page.keyboard.type('t');
  await expect(page.getByRole('combobox')).toHaveValue('Hist');
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, keeps the focus, leads on and closes', async ({ page }) => {
    await newUser(page);
    await page.goto('/');
    const open = page.getByRole('button', { name: 'More' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await open.click();
    await expect(menu.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await expectSourceCode(page, menu.getByRole('link', { name: SOURCE_CODE, exact: true }));
    await tabTo(page, menu.getByRole('button', { name: 'Log out' }));
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();

    await open.click();
    await menu.getByRole('link', { name: 'Transactions' }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/transactions');

    await open.click();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await open.click();
    await menu.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });
});

test('words in Arabic are read, and cut, from their own side on every screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await newUser(page);
  const title = 'شراء الخبز والحليب من السوق';
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await send(page, '/transaction/create-expense', { title, amount: 5, note: title });
  await send(page, '/goals/create-goal', { title, finalAmount: 50 });
  await send(page, '/accounts/open-account', { name: title.slice(0, 18), kind: 'Savings' });
  const rule = { every: 1, unit: 'week', start: daysAgo(-1) };
  await send(page, '/schedules/add', { title, type: 'Expense', amount: { exact: 3 }, post: 'ask', rule });
  for (const path of ['/', '/transactions', '/transactions/to-file', '/goals', '/upcoming', '/history', '/accounts']) {
    await page.goto(path);
    await expect(
      page
        .getByText(/[\u0600-\u06ff]/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(({ childNodes }) => [...childNodes].some((node) => /^\s*[\u0600-\u06ff]/.test(node.nodeValue ?? '')))
        .map((element) => [element.textContent, getComputedStyle(element).unicodeBidi]),
    );
    expect(found.filter(([, bidi]) => bidi !== 'plaintext')).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  }
});
