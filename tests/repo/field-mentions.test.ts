import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type EntityKind, FIELDS } from '#ledger/model/fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = 'api,audit,contract,dashboard,event-log,imports,ledger,platform,projections,tools';

/**
 * The number of product files that name a field of each kind, at most: a field that its kind alone has, which screens
 * and calls have no logic of their own for. A number may only shrink.
 */
const FILES_MAX: Partial<Record<EntityKind, readonly [field: string, files: number]>> = {
  transaction: ['receiptId', 0],
  goal: ['wantedBy', 0],
  account: ['isBudgeted', 0],
  category: ['isArchived', 0],
  rule: ['stop', 0],
  schedule: ['post', 0],
};

test.each(Object.entries(FILES_MAX))('a field of one %s is named in few files', (kind, [field, most]) => {
  expect(Object.keys(FIELDS[kind as EntityKind])).toContain(field);
  const paths = globSync(`{${PRODUCT}}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules', '**/testing'] });
  const naming = paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => new RegExp(`\\b${field}\\b`).test(readFileSync(root + path, 'utf8')));
  expect(naming.length, naming.join('\n')).toBe(most);
});
