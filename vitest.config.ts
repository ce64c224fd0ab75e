import './tests/support/test-day.ts';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { limitMs, slowness } from './tests/support/slowness.ts';

/** Tests of what is pure, beside their code: they need no service and start no program. */
const UNIT = [
  '{api,audit,contract,dashboard,event-log,imports,ledger,projections}/**/*.test.ts',
  'tools/{backup,copy-log,status}/**/*.test.ts',
  'platform/!(log|low-priority|one-processor|program).test.ts',
];
/** Specs of screens, forms and resources of the dashboard, in jsdom. */
const SCREENS = ['dashboard/**/*.test.tsx'];
/** The event store's stand-in has a configuration of its own. */
const EVENT_STORE = 'tools/embedded/eventstore';
const NOT_OURS = ['node_modules/**', 'dist/**', '.daybook/**', `${EVENT_STORE}/**`];
const SOURCE_CODE_URL = '"https://source.example"';
/** Two cores that are shared make a second of work take many. */
await slowness();
const TIMEOUTS_MS = {
  ...{ testTimeout: limitMs(900_000), hookTimeout: limitMs(900_000) },
  expect: { poll: { timeout: limitMs(60_000) } },
};

/** The files that take longest, the longest first: they start first, so that none is left running alone at the end. */
const LONGEST = [
  'tests/household/household.test.ts',
  'tests/crash/torture.test.ts',
  'tests/crash/kill.test.ts',
  'tests/projections/audit.test.ts',
  'tests/copy-log/copy-log.test.ts',
  'tests/api/hostile-inputs.test.ts',
  'tools/embedded/postgres/start.test.ts',
  'tests/repo/checks.test.ts',
  'tests/crash/import.test.ts',
  'tests/crash/bulk.test.ts',
  'tests/backup/backup.test.ts',
  'tests/replay.test.ts',
  'tests/api/commands.test.ts',
  'tests/api/known.test.ts',
  'tests/api/imports.test.ts',
  'tests/api/undo.test.ts',
  'tests/api/bulk.test.ts',
  'tests/audit.test.ts',
  'tests/npm-start.test.ts',
  'tests/projections/failover.test.ts',
  'tools/start/supervised.test.ts',
];

/** Properties run more often where it is asked for (`npm run test:long`). */
const MANY_RUNS =
  process.env.RUNS_FACTOR === undefined
    ? {}
    : { alias: { 'fast-check': fileURLToPath(new URL('./tests/support/many-runs.ts', import.meta.url)) } };

/** One after the other, since a process runs files of one project. */
const PROJECTS = ['services', 'eventstore', 'screens', 'unit'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? LONGEST.length + PROJECTS.indexOf(project.name) : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // Many tests wait: for a process to start, or for a lease to run out.
    maxWorkers: 3,
    // Files share processes: to start one for each file, and to load the modules there, takes two seconds of processor
    // time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        define: { SOURCE_CODE_URL },
        resolve: MANY_RUNS,
        test: { name: 'unit', include: UNIT, exclude: NOT_OURS, ...TIMEOUTS_MS },
      },
      {
        define: { SOURCE_CODE_URL },
        resolve: MANY_RUNS,
        test: {
          name: 'screens',
          include: SCREENS,
          exclude: NOT_OURS,
          environment: 'jsdom',
          setupFiles: ['dashboard/testing/each-file.ts'],
          ...TIMEOUTS_MS,
        },
      },
      {
        resolve: MANY_RUNS,
        test: {
          name: 'services',
          include: ['**/*.test.ts'],
          exclude: [...NOT_OURS, ...UNIT],
          globalSetup: ['tests/support/postgres-for-all.ts', 'tests/support/usual-ports.ts'],
          ...TIMEOUTS_MS,
        },
      },
      `${EVENT_STORE}/testing/vitest.config.ts`,
    ],
  },
});
