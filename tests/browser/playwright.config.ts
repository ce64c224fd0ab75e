import '../support/test-day.ts';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../support/browser.ts';
import { limitMs, slowness } from '../support/slowness.ts';

await slowness();

export default defineConfig({
  projects: [
    { name: 'daybook', testDir: '.' },
    { name: 'event store', testDir: '../../tools/embedded/eventstore/testing', testMatch: '*.spec.ts' },
  ],
  fullyParallel: true,
  workers: 2,
  timeout: limitMs(180_000),
  expect: { timeout: limitMs(30_000) },
  outputDir: '../../test-results',
  // A trace takes a third of the processor: only a story that failed is tried again with one, and has failed all the
  // same.
  retries: 1,
  failOnFlakyTests: true,
  reporter: 'list',
  globalSetup: './start-daybook.ts',
  use: {
    ...(process.env.DAYBOOK_URL && { baseURL: process.env.DAYBOOK_URL }),
    launchOptions: browserLaunch(),
    locale: 'en-US',
    // To draw transitions takes an eighth of the processor time. `a-month`, `first-day` and `frame` draw them.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
  },
});
