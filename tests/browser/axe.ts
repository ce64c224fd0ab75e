import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> };
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A rule that axe calls experimental: who speaks to a computer says the words that are seen. */
const RULES_MORE = { 'label-content-name-mismatch': { enabled: true } };
/** The rules whose outcome depends on colours. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

type View = { width: number; height: number };
/** The window sizes in which every screen is checked. */
export const WIDE: View = { width: 1440, height: 900 };
export const NARROW: View = { width: 390, height: 844 };

const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

/** Makes the dashboard take its theme from the device, so that `check` can switch it on the page that is open. */
export async function followDeviceTheme(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'system'));
}

/**
 * Expects that axe finds nothing wrong on a page, wide and narrow and in either theme, which the page takes from the
 * device, and that it is no wider than its window. `views` are those in which the screen exists; the page keeps its
 * size afterwards.
 */
export async function check(page: Page, screen: string, views: readonly View[] = [NARROW, WIDE]): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  const own = page.viewportSize() ?? WIDE;
  const open = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('tooltip'));
  const opened = await open.count();
  for (const view of views) {
    await page.setViewportSize(view);
    await expect(open, `${screen}: what is open stays open in another size`).toHaveCount(opened);
    await checkThemes(page, `${screen}, ${view.width} wide`, view === WIDE ? 'dark' : 'light');
  }
  await page.setViewportSize(own);
}

/** Checks a page in both themes: by all rules in one of them, and by the rules of colours in the other. */
async function checkThemes(page: Page, screen: string, whole: Theme): Promise<void> {
  const colours = new Set<string>();
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // The dashboard's theme is a class of the page. The event store's pages have none: theirs is in the style sheet
    // alone.
    await page.waitForFunction((theme) => ['', theme].includes(document.documentElement.className), theme);
    colours.add(await checkAsShown(page, `${screen}, ${theme}`, theme === whole));
  }
  expect(colours.size, `${screen}: each theme has its own colours`).toBe(THEMES.length);
}

/** Checks a page in the theme that it has, and gives the colour of its heading. */
async function checkAsShown(page: Page, screen: string, byAllRules: boolean): Promise<string> {
  expect(page.frames(), 'axe is in the page only, not in frames').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const runOnly = byAllRules
    ? ({ type: 'tag', values: TAGS } as const)
    : ({ type: 'rule', values: RULES_OF_COLOURS } as const);
  const { violations, overflow, colour } = await page.evaluate(
    async (options: RunOptions) => {
      // A colour in the middle of an animation can be too faint.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
      const found = await window.axe?.run(options);
      return {
        violations: found?.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        colour: getComputedStyle(document.querySelector('h1') as Element).color,
      };
    },
    {
      runOnly: { ...runOnly, values: [...runOnly.values] },
      ...(byAllRules && { rules: RULES_MORE }),
      resultTypes: ['violations'],
    } satisfies RunOptions,
  );
  expect(violations, screen).toEqual([]);
  expect(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
  return colour;
}
