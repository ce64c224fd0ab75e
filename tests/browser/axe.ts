import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The window sizes in which every screen is checked. */
export const VIEWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const THEMES = ['dark', 'light'] as const;

/** Makes the dashboard take its theme from the device, so that `check` can switch it on the page that is open. */
export async function followDeviceTheme(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('vite-ui-theme', 'system'));
}

/**
 * Expects that axe finds nothing wrong on a page in either theme, which the page takes from the device, and that it is no
 * wider than its window.
 */
export async function check(page: Page, screen: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  const colours = new Set<string>();
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // The dashboard's theme is a class of the page. The event store's pages have none: theirs is in the style sheet alone.
    await page.waitForFunction((theme) => ['', theme].includes(document.documentElement.className), theme);
    colours.add(await checkAsShown(page, `${screen}, ${theme}`));
  }
  expect(colours.size, `${screen}: each theme has its own colours`).toBe(THEMES.length);
}

/** Checks a page in the theme that it has, and gives the colour of its heading. */
async function checkAsShown(page: Page, screen: string): Promise<string> {
  // A colour in the middle of an animation can be too faint.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
  // No page here has frames of another origin. Only for those does axe open a second page, which takes as long as it does.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS);
  const { violations } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
    screen,
  ).toEqual([]);
  const { overflow, colour } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    colour: getComputedStyle(document.querySelector('h1') as Element).color,
  }));
  expect(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
  return colour;
}
