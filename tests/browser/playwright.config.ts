import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../support/browser.ts';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: '../../test-results',
  reporter: [['list'], ['json', { outputFile: '../../.reports/browser.json' }]],
  globalSetup: './start-daybook.ts',
  use: {
    ...(process.env.DAYBOOK_URL && { baseURL: process.env.DAYBOOK_URL }),
    launchOptions: browserLaunch(),
    locale: 'en-US',
    trace: 'retain-on-failure',
  },
});
