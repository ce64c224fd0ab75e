import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

// Node ends a process at an 'error' event without a listener: Postgres, as it restarts, would end it.
test('each connection to Postgres, and each pool, has a listener for its errors', () => {
  const opened = globSync('{api,audit,platform,projections,tools/{backup,embedded,start}}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/const (\w+) = new pg\.\w+\(.*\n((?:.*\n){0,5})/g)].map(
        ([, name = '', next = '']) => ({ file, name, next }),
      ),
    );
  expect(opened.length).toBeGreaterThan(8);
  expect(opened.filter(({ name, next }) => !next.includes(`${name}.on('error'`))).toEqual([]);
});
