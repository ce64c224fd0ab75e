import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../contract/demo.ts';
import { browserLaunch, ensureBrowser } from './support/browser.ts';
import { Daybook } from './support/daybook.ts';

// `npm run screens`: takes screenshots of every screen, in both themes and two widths, into docs/screens/.

const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
const THEMES = ['dark', 'light'] as const;
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** `narrow` screens are only on the narrower width. */
type Screen = { name: string; path: string; narrow?: true; prepare?: (page: Page) => Promise<void> };

const outside: Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'reset-demo-outside', path: '/reset-demo' },
  { name: 'not-found', path: '/nowhere' },
];

const asNewcomer: Screen[] = [
  { name: 'overview-empty', path: '/' },
  { name: 'transactions-empty', path: '/transactions' },
  { name: 'goals-empty', path: '/goals' },
  { name: 'statistics-locked', path: '/statistics' },
];

const asDemo: Screen[] = [
  { name: 'overview', path: '/' },
  { name: 'palette', path: '/', prepare: openPalette },
  { name: 'menu', path: '/', narrow: true, prepare: openMenu },
  { name: 'transactions', path: '/transactions' },
  { name: 'transaction', path: '/transactions', prepare: openFirst },
  { name: 'create-transaction', path: '/create-transaction' },
  { name: 'goals', path: '/goals' },
  {
    name: 'goal',
    path: '/goals',
    prepare: (page) =>
      page
        .getByRole('link', { name: /Lisbon/ })
        .first()
        .click(),
  },
  { name: 'statistics', path: '/statistics' },
  { name: 'history', path: '/history' },
  {
    name: 'history-verified',
    path: '/history',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Verify my ledger' }).click();
      await page.getByRole('heading', { name: 'Verification' }).waitFor();
    },
  },
  { name: 'account', path: '/account' },
  { name: 'settings', path: '/settings' },
  { name: 'payment-success', path: '/payment-success' },
  { name: 'reset-demo', path: '/reset-demo' },
];

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Coffee with Jonah' }).first().click();
  await page.getByRole('button', { name: 'Delete Transaction' }).waitFor();
}

async function main(): Promise<void> {
  await ensureBrowser();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const daybook = await Daybook.prepare();
  await daybook.start();
  const browser = await chromium.launch(browserLaunch());
  try {
    for (const theme of THEMES) {
      for (const viewport of WIDTHS) {
        const kind = `${theme}-${viewport.width}`;
        await pictures(browser, daybook.address, viewport, theme, kind);
        console.log(`${kind} is done`);
      }
    }
  } finally {
    await browser.close();
    await daybook.remove();
  }
}

async function pictures(
  browser: Browser,
  address: string,
  viewport: { width: number; height: number },
  theme: string,
  kind: string,
): Promise<void> {
  const newPage = async () => {
    const context = await browser.newContext({ viewport, baseURL: address, reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => localStorage.setItem('vite-ui-theme', chosen), theme);
    return await context.newPage();
  };
  const visitor = await newPage();
  await take(visitor, outside, kind);
  const email = `clara-${kind}@example.com`;
  await register(visitor, email);
  await take(visitor, asNewcomer, kind);
  const demo = await newPage();
  await login(demo, DEMO_EMAIL, DEMO_PASSWORD);
  await take(demo, asDemo, kind);
  await visitor.context().close();
  await demo.context().close();
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Clara Whitfield');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('paper and ink');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

async function take(page: Page, screens: readonly Screen[], kind: string): Promise<void> {
  const isNarrow = page.viewportSize()?.width === WIDTHS[1].width;
  for (const { name, path, narrow, prepare } of screens) {
    if (narrow && !isNarrow) continue;
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}-${kind}.png`) });
  }
}

await main();
