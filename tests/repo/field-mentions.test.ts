import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type EntityKind, FIELDS } from '#ledger/model/fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = 'api,audit,contract,dashboard,event-log,imports,ledger,platform,projections,tools';

/** A field that one kind alone has, and the number of product files that name it today. A number may only shrink. */
const FILES_MAX: Partial<Record<EntityKind, readonly [field: string, files: number]>> = {
  transaction: ['receiptId', 21],
  goal: ['wantedBy', 11],
  account: ['isBudgeted', 24],
  category: ['isArchived', 43],
};

test.each(Object.entries(FILES_MAX))('a field of one %s is named in few files', (kind, [field, most]) => {
  expect(Object.keys(FIELDS[kind as EntityKind])).toContain(field);
  const paths = globSync(`{${PRODUCT}}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules', '**/testing'] });
  const naming = paths
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .filter((path) => new RegExp(`\\b${field}\\b`).test(readFileSync(root + path, 'utf8')));
  expect(naming.length, naming.join('\n')).toBe(most);
});
