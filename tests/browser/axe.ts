import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The windows in which every screen is looked at. */
export const VIEWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
export const THEMES = ['dark', 'light'];

/** Lets every movement end, since a colour on its way can be too faint, and looks for what axe finds wrong. */
export async function check(page: Page, screen: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
    screen,
  ).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
}
