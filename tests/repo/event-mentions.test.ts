import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { definitions } from '#ledger/events.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * In how many product files half of the events may be named at most: definition, rule, undo, audit, line of the
 * history, one more.
 */
const MEDIAN_FILES_MAX = 6;

const PRODUCT = 'api,audit,contract,dashboard,event-log,imports,ledger,platform,projections,reconcile,tools';

function productFiles(): string[] {
  const paths = globSync(`{${PRODUCT}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/testing'] });
  return paths.filter((path) => !/\.test\.tsx?$/.test(path));
}

test('an event is named in few files: what code has to know of it stands in its definition', () => {
  const texts = productFiles().map((path) => readFileSync(`${root}${path}`, 'utf8'));
  const counts = Object.keys(definitions)
    .map((type) => texts.filter((text) => new RegExp(`\\b${type}\\b`).test(text)).length)
    .sort((count, other) => count - other);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  console.log(
    `Each of ${counts.length} events is named in a median of ${median} product files, at most ${counts.at(-1)}.`,
  );
  expect(median).toBeLessThanOrEqual(MEDIAN_FILES_MAX);
  expect(Math.min(...counts)).toBeGreaterThan(1);
});
