import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test may take long beside others, but none waits for ever. */
const TEST_MS_MAX = 900_000;
const POLL_MS_MAX = 60_000;

/** The tests of the event store, as a run of its own (`npm test`) or as a project of a larger one. */
export default defineConfig({
  test: {
    name: 'eventstore',
    root: join(import.meta.dirname, '..'),
    include: ['**/*.test.ts'],
    exclude: ['dist/**', 'node_modules/**'],
    globalSetup: ['testing/postgres.ts'],
    testTimeout: TEST_MS_MAX,
    hookTimeout: TEST_MS_MAX,
    expect: { poll: { timeout: POLL_MS_MAX } },
    // Files share processes: to start one for each file takes a second of processor time.
    isolate: false,
    maxWorkers: 3,
  },
});
