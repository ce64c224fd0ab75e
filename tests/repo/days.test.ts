import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('tests have the day of the run, and not the day on which they run', () => {
  expect(process.env.TEST_CLOCK_AHEAD_MS).toMatch(/^-?\d+$/);
  const day = new Date().toISOString().slice(0, 10);
  if (!process.env.TEST_NOW) expect(day).toBe('2028-03-15');
});

test('stories open pages that have the day of the run', () => {
  const stories = globSync('{tests,tools}/**/*.spec.ts', { cwd: root, exclude: ['**/node_modules'] });
  expect(stories.length).toBeGreaterThan(20);
  const others = stories.filter((file) => !readFileSync(join(root, file), 'utf8').match(/from '.*\/story\.ts'/));
  expect(others).toEqual([]);
});

/** Where programs and screens ask for the time. Those of `tools/` stand for other products, or for nobody. */
const CLOCKS = ['dashboard/ui/day.ts', 'platform/clock.ts'];

test('programs and screens take the time from one place each', () => {
  const files = globSync('{api,audit,contract,dashboard,event-log,imports,ledger,platform,projections}/**/*', {
    cwd: root,
  }).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const asking = files.filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(root, file), 'utf8')));
  expect(asking.toSorted()).toEqual(CLOCKS);
});
