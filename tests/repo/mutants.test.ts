import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MUTANTS } from '../crash/mutant-list.ts';

test.each(MUTANTS)('what the mutant changes is there once: $bug', async ({ file, from, to }) => {
  const source = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
});
