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
  '/categories',
  '/rules',
  '/import',
  '/account',
  '/settings',
];
const MIDDLE = { width: 768, height: 1024 };

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** An answer later than this is shown when it comes (dashboard/ui/use-steady.ts); a busy machine is slower. */
const IN_TIME_MS = 1_300;
const TRIES_MAX = 4;

/** The layout shift of a screen, or null if the machine is too slow each time. */
async function steadyShift(page: Page, screen: string): Promise<number | null> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await page.goto(screen);
    await expect(page.locator('h1')).toBeVisible();
    const shift = await shiftOf(page);
    const loadedMs = await page.evaluate(() =>
      Math.max(
        ...performance.getEntriesByType('resource').map((each) => (each as PerformanceResourceTiming).responseEnd),
      ),
    );
    if (shift <= SHIFT_MAX || loadedMs < IN_TIME_MS) return shift;
  }
  return null;
}

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

for (const view of [NARROW, MIDDLE, WIDE]) {
  test(`parts of a screen stay where they are while others load, ${view.width} wide`, async ({ page }) => {
    await page.setViewportSize(view);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Demo login' }).click();
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    const moved: string[] = [];
    for (const screen of SCREENS) {
      const shift = await steadyShift(page, screen);
      if (shift === null) console.info(`Skipped: ${screen} loads too slowly on this machine to be measured.`);
      else if (shift > SHIFT_MAX) moved.push(`${screen} ${shift.toFixed(2)}`);
    }
    expect(moved).toEqual([]);
  });
}
