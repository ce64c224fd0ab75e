import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { chromium } from '@playwright/test';

/** Where a browser that Playwright can drive usually stands: Chrome's and Edge's channels, then Debian's Chromium. */
const USUAL = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/opt/microsoft/msedge/msedge',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/usr/bin/chromium',
];

const isRoot = () => process.platform !== 'win32' && userInfo().uid === 0;

/** The path of a browser: the one CHROME names, Playwright's own, Chrome, Edge or Debian's; null where there is none. */
export function findBrowser(): string | null {
  const named = process.env.CHROME;
  if (named) return named;
  return [chromium.executablePath(), ...USUAL].find((path) => existsSync(path)) ?? null;
}

/** How a browser is started here: as root it can't use its sandbox. */
export function browserLaunch(): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser();
  return { ...(executablePath ? { executablePath } : {}), args: isRoot() ? ['--no-sandbox'] : [] };
}

/** Makes sure there is a browser: installs Debian's as root on Debian, elsewhere Playwright's own. */
export async function ensureBrowser(): Promise<void> {
  if (findBrowser()) return;
  console.log('There is no browser yet: installing Chromium for the tests.');
  if (isRoot() && existsSync('/etc/debian_version')) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation']);
  } else {
    run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
}

function run(command: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) console.error(`${[command, ...args].join(' ')} failed: install a Chromium and name it in CHROME.`);
}
