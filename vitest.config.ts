import { defineConfig } from 'vitest/config';

/** Tests of what is pure, beside their code: they need no service and start no program. */
const UNIT = [
  '{api,contract,copy-log,dashboard,event-log,ledger,projections}/**/*.test.ts',
  'embedded/eventstore/{grpc,rules,storage}/**/*.test.ts',
  'platform/!(log|low-priority|one-processor|program).test.ts',
];
const NOT_OURS = ['node_modules/**', 'dist/**', '.daybook/**'];
/** Two cores that are shared make a second of work take many. */
const TIMEOUTS_MS = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      { test: { name: 'unit', include: UNIT, exclude: NOT_OURS, ...TIMEOUTS_MS } },
      {
        test: {
          name: 'services',
          include: ['**/*.test.ts'],
          exclude: [...NOT_OURS, ...UNIT],
          globalSetup: ['tests/support/postgres-for-all.ts', 'tests/support/usual-ports.ts'],
          ...TIMEOUTS_MS,
        },
      },
    ],
  },
});
