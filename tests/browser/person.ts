import { expect, type Locator, type Page } from '@playwright/test';
import { noteSecretsOf } from '../support/leaks.ts';

export const PASSWORD = 'paper and ink';
const FULL_NAME = 'Clara Whitfield';

let count = 0;

/** An email address that nobody has used. */
export function newEmail(): string {
  return `clara.${process.pid}.${Date.now()}.${++count}@example.com`;
}

const watched = new WeakSet<Page>();

/** Records the secrets in a page's calls, which no log may contain. */
function noteSecretsOfCalls(page: Page): void {
  if (watched.has(page)) return;
  watched.add(page);
  page.on('response', async (response) => {
    if (!response.ok() || !response.url().includes('/api/v1/users/')) return;
    const cookie = await response.headerValue('set-cookie').catch(() => null); // The page may be closed by then.
    const request = response.request();
    const isJson = request.headers()['content-type']?.includes('json');
    noteSecretsOf(isJson ? request.postDataJSON() : undefined, cookie ? [cookie] : []);
  });
}

const origin = () => new URL(process.env.DAYBOOK_URL ?? '').origin;

/**
 * Registers a user and logs the page in as them, without a screen: the page is still empty. Gives the email. Screens
 * load in half a second of processor time, so only stories about registering use `register`.
 */
export async function newUser(page: Page, email = newEmail()): Promise<string> {
  await send(page, '/users/register', { email, password: PASSWORD, fullName: FULL_NAME });
  await send(page, '/users/login', { email, password: PASSWORD });
  const context = page.context();
  const cookies = await context.cookies();
  noteSecretsOf(
    { password: PASSWORD },
    cookies.map(({ name, value }) => `${name}=${value}`),
  );
  await setInFirstDocument(page, 'userStatus', 'loggedIn');
  return email;
}

/**
 * Sets an item of local storage. `setStorageState` would open another page for it: a tenth of a second of processor
 * time.
 */
async function setInFirstDocument(page: Page, name: string, value: string): Promise<void> {
  const script = await page.addInitScript(
    (item) => {
      if (location.origin === item.origin) localStorage.setItem(item.name, item.value);
    },
    { origin: origin(), name, value },
  );
  const dispose = async () => {
    if (!page.url().startsWith(`${origin()}/`)) return; // A payment's page is of another origin.
    page.off('domcontentloaded', dispose);
    await script.dispose();
  };
  page.on('domcontentloaded', dispose);
}

/** Opens an account by the register screen, which leads to the Overview. Gives the email. */
export async function register(page: Page, email = newEmail()): Promise<string> {
  noteSecretsOfCalls(page);
  await page.goto('/register');
  await page.getByLabel('Full Name').fill(FULL_NAME);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  return email;
}

/** Logs in by the login screen, which is open. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  noteSecretsOfCalls(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Makes a call as the page's user, without a screen. Gives the data of the answer. */
export async function send<Data>(page: Page, path: string, data: object = {}): Promise<Data> {
  const answer = await page.request.post(`/api/v1${path}`, { data, headers: { Origin: origin() } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

/** Presses Tab until `target` has the focus. Throws after 40 times. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab did not reach ${target}`);
}

/** One moment for all stories, so that a story that runs over midnight means the same days until its end. */
const STARTED_AT_MS = Date.now();

/** The calendar day a number of days ago, in UTC, like `2026-11-20`. */
export function daysAgo(days: number): string {
  return new Date(STARTED_AT_MS - days * 86_400_000).toISOString().slice(0, 10);
}
