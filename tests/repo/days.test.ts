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
  const stories = globSync('tests/browser/*.spec.ts', { cwd: root });
  expect(stories.length).toBeGreaterThan(20);
  const others = stories.filter((file) => !readFileSync(join(root, file), 'utf8').includes("from './story.ts'"));
  expect(others).toEqual([]);
});
