import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHANNELS, LOCKS } from './locks.ts';

test.each([
  ['advisory locks', Object.values(LOCKS)],
  ['channels', Object.values(CHANNELS)],
])('no two %s are the same', (_, values: readonly (number | string)[]) => {
  expect(values.length).toBeGreaterThan(0);
  expect(new Set(values).size).toBe(values.length);
});

test('every file that takes an advisory lock, notifies or listens imports the key or channel from locks.ts', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('{api,audit,copy-log,ledger,platform,projections,reconcile,start}/**/*.ts', {
    cwd: root,
  }).filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return !path.endsWith('.test.ts') && /pg_(try_)?advisory_|pg_notify|\bLISTEN\b|'pg-listen'/.test(text);
  });
  expect(files.length).toBeGreaterThan(5);
  for (const path of files) expect(readFileSync(join(root, path), 'utf8'), path).toMatch(/\/locks\.ts';/);
});
