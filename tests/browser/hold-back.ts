import type { Page } from '@playwright/test';

/**
 * Holds back the page's requests to an address, a glob. Gives the function that lets them, and all later ones, go on.
 * Call it before the page is opened, as `page.route`: a page that is open can still send a request past a new route.
 */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
