import { NARROW, WIDE } from './axe.ts';
import { expect, type Page, test } from './story.ts';

test.slow();

/** Parts of the window that may move while a screen loads, as browsers measure it. */
const SHIFT_MAX = 0.05;
const SCREENS = [
  '/',
  '/upcoming',
  '/transactions',
  '/budget',
  '/statistics',
  '/goals',
  '/accounts',
  '/history',
  '/account',
];

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** The layout shift of the page since it began, once nothing is under way. */
async function shiftOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) sum += shift.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
}

for (const view of [NARROW, WIDE]) {
  test(`parts of a screen stay where they are while others load, ${view.width} wide`, async ({ page }) => {
    await page.setViewportSize(view);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Demo login' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    const moved: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(screen);
      await expect(page.locator('h1')).toBeVisible();
      const shift = await shiftOf(page);
      if (shift > SHIFT_MAX) moved.push(`${screen} ${shift.toFixed(2)}`);
    }
    expect(moved).toEqual([]);
  });
}
