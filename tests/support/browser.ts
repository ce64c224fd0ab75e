import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { canInstallDebianPackages, installDebianPackages, succeeds } from './debian-packages.ts';

/**
 * Debian's packages, the first that there is: the shell has no window to draw and takes less than half the processor.
 */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'chromium'];
/** The usual paths of browsers that Playwright can drive. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/opt/microsoft/msedge/msedge',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/usr/bin/chromium',
];

/**
 * The path of a browser: the path that CHROME names, Playwright's own, or a browser at a usual path, or null if there
 * is none.
 */
export function findBrowser(): string | null {
  const named = process.env.CHROME;
  if (named) return named;
  return [chromium.executablePath(), ...USUAL].find((path) => existsSync(path)) ?? null;
}

/** Playwright's options to launch that browser. As root it can't use its sandbox. */
export function browserLaunch(): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser();
  return { ...(executablePath ? { executablePath } : {}), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };
}

/** Installs a browser where there is none: Debian's as root on Debian, elsewhere Playwright's own. */
export async function ensureBrowser(): Promise<void> {
  if (findBrowser()) return;
  console.log('There is no browser yet: installing Chromium for the tests.');
  if (!(await install())) console.error('Install a Chromium and name it in CHROME.');
}

async function install(): Promise<boolean> {
  if (!canInstallDebianPackages()) {
    return await succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  }
  for (const name of DEBIAN_PACKAGES) {
    if (await installDebianPackages([name, 'fonts-liberation'])) return true;
  }
  return false;
}
