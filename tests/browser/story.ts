import { test as base } from '@playwright/test';
import { moveClock } from '../support/move-clock.mjs';

export * from '@playwright/test';

/** Playwright's `test`, with pages that have the day of the run, as the programs have (`tests/support/test-day.ts`). */
export const test = base.extend({
  context: async ({ context }, use) => {
    await context.addInitScript(moveClock, Number(process.env.TEST_CLOCK_AHEAD_MS));
    await use(context);
  },
});
