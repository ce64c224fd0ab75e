import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import { readCommandLine, refuse } from '#tools/command-lines/read.ts';
import { browserLaunch, ensureBrowser } from './support/browser.ts';
import { Daybook } from './support/daybook.ts';

// `npm run screens`: see below.

const USAGE = `Takes pictures of every screen of a new Daybook, in both themes and two widths, into docs/screens/.

  --compare        takes them into docs/screens/compared/, compares them with those in docs/screens/, prints the share
                   of pixels that differ, and draws these in docs/screens/differences/
  --with FOLDER    compares with the pictures in this folder
  --only NAMES     takes these screens, as goal,goals
  --widths NUMBERS widths of the window in pixels, as 820,1100
  --themes NAMES   dark, light or both, as dark,light
  --help           this

Both sides of a comparison have to be of one day and one browser: screens show the date, and browsers smooth letters
differently. Exit code: 0 done, 1 a picture differs, 2 the command was not understood.`;

const { values: options } = readCommandLine(USAGE, {
  compare: { type: 'boolean' },
  with: { type: 'string' },
  only: { type: 'string' },
  widths: { type: 'string', default: '1440,390' },
  themes: { type: 'string', default: 'dark,light' },
});
const screensFolder = fileURLToPath(new URL('../docs/screens/', import.meta.url));
const comparedFolder = join(screensFolder, 'compared');
const differencesFolder = join(screensFolder, 'differences');
const folder = options.compare ? comparedFolder : screensFolder;
const only = options.only?.split(',');

const DIFFERENCE_PERCENT_MAX = 0.1;
const THEMES = options.themes.split(',');
const WIDTHS_PX = options.widths.split(',').map(Number);
if (!THEMES.every((theme) => theme === 'dark' || theme === 'light')) refuse(`--themes ${options.themes} is no theme`);
if (!WIDTHS_PX.every((width) => width >= 320)) refuse(`--widths ${options.widths} has a width below 320`);
/** Dialogs and toasts load and move in after a press. */
const SETTLED_AFTER_MS = 400;
/** Below this width the menu is there instead of the sidebar. */
const SIDEBAR_WIDTH_MIN_PX = 768;
const HEIGHT_PX = { narrow: 844, wide: 900 };

/** `narrow` screens are only on widths without a sidebar. */
type Screen = { name: string; path: string; narrow?: true; prepare?: (page: Page) => Promise<void> };

const outside: Screen[] = [
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'login-errors', path: '/login', prepare: (page) => press(page, 'Login') },
  { name: 'reset-demo-outside', path: '/reset-demo' },
  { name: 'not-found', path: '/nowhere' },
];

const asNewcomer: Screen[] = [
  { name: 'overview-empty', path: '/' },
  { name: 'transactions-empty', path: '/transactions' },
  { name: 'goals-empty', path: '/goals' },
  { name: 'initial-deposit', path: '/', prepare: (page) => press(page, 'Add Initial Deposit') },
  { name: 'statistics-locked', path: '/statistics' },
];

const asDemo: Screen[] = [
  { name: 'overview', path: '/' },
  { name: 'overview-explained', path: '/?explain=balance' },
  { name: 'overview-as-known', path: '/?known=0' },
  { name: 'palette', path: '/', prepare: openPalette },
  { name: 'menu', path: '/', narrow: true, prepare: openMenu },
  { name: 'transactions', path: '/transactions' },
  { name: 'transactions-found', path: '/transactions?q=is:split category:Groceries or coffee' },
  { name: 'transactions-not-understood', path: '/transactions?q=coffee category:Grocreies' },
  {
    name: 'transactions-condition',
    path: '/transactions?q=coffee',
    prepare: async (page) => {
      await press(page, 'Add a condition');
      await page.getByRole('button', { name: /^Date/ }).click();
    },
  },
  { name: 'transactions-selected', path: '/transactions?q=coffee', prepare: selectSome },
  {
    name: 'transactions-bulk',
    path: '/transactions?q=coffee',
    prepare: async (page) => {
      await selectSome(page);
      await press(page, 'Category');
      await page.getByLabel('Category', { exact: true }).selectOption('Groceries');
    },
  },
  { name: 'keys', path: '/transactions', prepare: (page) => page.keyboard.press('?') },
  { name: 'transaction', path: '/transactions', prepare: openFirst },
  {
    name: 'transaction-delete',
    path: '/transactions',
    prepare: async (page) => {
      await openFirst(page);
      await press(page, 'Delete Transaction');
    },
  },
  { name: 'create-transaction', path: '/create-transaction' },
  { name: 'create-transaction-errors', path: '/create-transaction', prepare: (page) => press(page, 'Save expense') },
  {
    name: 'create-transaction-income',
    path: '/create-transaction',
    prepare: (page) => page.getByRole('tab', { name: 'Income' }).click(),
  },
  {
    name: 'create-transaction-transfer',
    path: '/create-transaction',
    prepare: (page) => page.getByRole('tab', { name: 'Transfer' }).click(),
  },
  { name: 'create-transaction-split', path: '/create-transaction', prepare: (page) => press(page, 'Split into parts') },
  {
    name: 'transaction-edit',
    path: '/transactions',
    prepare: async (page) => {
      await openFirst(page);
      await press(page, 'Edit');
    },
  },
  { name: 'import', path: '/import', prepare: chooseFile },
  { name: 'goals', path: '/goals' },
  { name: 'goal', path: '/goals', prepare: openGoal },
  {
    name: 'goal-update',
    path: '/goals',
    prepare: async (page) => {
      await openGoal(page);
      await press(page, 'Update this Goal');
    },
  },
  {
    name: 'goal-add-money-error',
    path: '/goals',
    prepare: async (page) => {
      await openGoal(page);
      await press(page, 'Add Money to This Goal');
      await press(page, 'Add money');
    },
  },
  { name: 'statistics', path: '/statistics' },
  {
    name: 'statistics-categories',
    path: '/statistics?by=year',
    prepare: (page) => page.getByRole('heading', { name: 'Where the money went' }).scrollIntoViewIfNeeded(),
  },
  { name: 'history', path: '/history' },
  {
    name: 'history-open',
    path: '/history',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Demo started', exact: false, expanded: false }).click();
    },
  },
  { name: 'history-balances', path: '/history/balances' },
  { name: 'what-changed', path: '/history/what-changed' },
  {
    name: 'history-verified',
    path: '/history',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Check my books' }).click();
      await page.getByRole('heading', { name: 'Check' }).waitFor();
    },
  },
  { name: 'budget', path: '/budget' },
  { name: 'upcoming', path: '/upcoming' },
  {
    name: 'upcoming-add',
    path: '/upcoming',
    prepare: (page) => press(page, 'Add what comes again'),
  },
  { name: 'accounts', path: '/accounts' },
  { name: 'account', path: '/account' },
  { name: 'categories', path: '/categories' },
  {
    name: 'categories-add',
    path: '/categories',
    prepare: (page) => press(page, 'Add a Category'),
  },
  { name: 'rules', path: '/rules' },
  { name: 'rule', path: '/rules/new?when=coffee&category=Groceries' },
  { name: 'account-toast', path: '/account', prepare: (page) => press(page, 'Save Changes') },
  { name: 'feedback', path: '/account', prepare: (page) => press(page, 'Give Feedback') },
  { name: 'settings', path: '/settings' },
  { name: 'payment-success', path: '/payment-success' },
  { name: 'reset-demo', path: '/reset-demo' },
];

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
}

async function selectSome(page: Page): Promise<void> {
  await page.getByRole('row').getByRole('link').first().waitFor();
  for (const key of ['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
}

async function chooseFile(page: Page): Promise<void> {
  const lines = [
    'Date;Text;Amount;Balance',
    '02/03/2026;Coffee House;-3,50;96,50',
    '05/03/2026;Corner Shop;-12,34;84,16',
    '31/02/2026;Never;-1,00;83,16',
    '12/03/2026;Violin lesson;60,00;143,16',
  ];
  const buffer = Buffer.from(lines.join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('grid').waitFor();
}

async function openGoal(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Lisbon/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Update this Goal' }).waitFor();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('option').first().waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Coffee with Jonah' }).first().click();
  await page.getByRole('button', { name: 'Delete Transaction' }).waitFor();
}

async function main(): Promise<void> {
  await ensureBrowser();
  await rm(differencesFolder, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const daybook = await Daybook.prepare();
  await daybook.start();
  const browser = await chromium.launch(browserLaunch());
  try {
    for (const theme of THEMES) {
      for (const width of WIDTHS_PX) {
        const kind = `${theme}-${width}`;
        const viewport = { width, height: width < SIDEBAR_WIDTH_MIN_PX ? HEIGHT_PX.narrow : HEIGHT_PX.wide };
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
  const isNarrow = (page.viewportSize()?.width ?? 0) < SIDEBAR_WIDTH_MIN_PX;
  for (const { name, path, narrow, prepare } of screens) {
    if ((narrow && !isNarrow) || (only && !only.includes(name))) continue;
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(SETTLED_AFTER_MS);
    await page.screenshot({ path: join(folder, `${name}-${kind}.png`) });
  }
}

/** Compares the pictures that were taken with the other side's. Returns whether all are nearly the same. */
async function compare(otherFolder: string): Promise<boolean> {
  await mkdir(differencesFolder, { recursive: true });
  const pictures = (await readdir(folder)).filter((name) => name.endsWith('.png'));
  const differing: string[] = [];
  for (const picture of pictures) {
    const percent = await differencePercent(picture, otherFolder);
    if (percent > 0) console.log(`${percent.toFixed(3).padStart(8)} %  ${picture}`);
    if (percent >= DIFFERENCE_PERCENT_MAX) differing.push(picture);
  }
  console.log(
    `${pictures.length} pictures compared, ${differing.length} differ by ${DIFFERENCE_PERCENT_MAX} % or more`,
  );
  return differing.length === 0;
}

/** Share of pixels that differ, 100 for a missing picture or another size. Draws them black on white. */
async function differencePercent(picture: string, otherFolder: string): Promise<number> {
  const read = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const now = await read(join(folder, picture));
  const other = await read(join(otherFolder, picture)).catch(() => null);
  const { width, height, channels } = now.info;
  if (!other || other.info.width !== width || other.info.height !== height) return 100;
  const drawn = Buffer.alloc(width * height, 255);
  let count = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    if (now.data.compare(other.data, at, at + channels, at, at + channels) === 0) continue;
    drawn[pixel] = 0;
    count++;
  }
  if (count > 0) {
    await sharp(drawn, { raw: { width, height, channels: 1 } }).toFile(join(differencesFolder, picture));
  }
  return (count * 100) / (width * height);
}

await main();
if (options.compare && !(await compare(options.with ?? screensFolder))) process.exitCode = 1;
