import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Forms that hide the noun of a sentence: a reader has to look it up. */
const HIDDEN_NOUNS = {
  'begins with ‘What’': /^What /,
  'has ‘that of’ or ‘those of’': /\b(that|those) of\b/,
  'has ‘none where’ or ‘null where’': /\b(none|null) where\b/i,
  'has ‘the one’ or ‘each one’': /\b(the|each) one\b/i,
  'has ‘so many’': /\bso many\b/i,
} as const satisfies Record<string, RegExp>;

/** The comments of a file as sentences without their marks. */
function commentsIn(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, block = '']) =>
    block.replaceAll(/^\s*\* ?/gm, ' '),
  );
  const lines = [...text.matchAll(/(?:^|\s)\/\/ (?!biome|@)(.*(?:\n\s*\/\/ .*)*)/g)].map(([, line = '']) => line);
  return [...blocks, ...lines].map((comment) => comment.replaceAll(/\s*(\n\s*\/\/)?\s+/g, ' ').trim());
}

test('every comment says its nouns', () => {
  const paths = globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules', 'dist', '.git', '.daybook'] });
  const comments = paths
    .filter((path) => path !== 'tests/repo/prose.test.ts')
    .flatMap((path) => commentsIn(readFileSync(root + path, 'utf8')).map((comment) => ({ path, comment })));
  expect(comments.length).toBeGreaterThan(5_000);
  const hiding = comments.flatMap(({ path, comment }) =>
    Object.entries(HIDDEN_NOUNS).flatMap(([form, pattern]) =>
      pattern.test(comment) ? [`${path} ${form}: ${comment.slice(0, 80)}`] : [],
    ),
  );
  expect(hiding).toEqual([]);
});

test.each([
  ['/** What a day costs. */', 'begins with ‘What’'],
  ['const a = 1; // null where it has none', 'has ‘none where’ or ‘null where’'],
  ['/**\n * Gives the sum, and\n * that of the last month.\n */', 'has ‘that of’ or ‘those of’'],
] as const)('%s is found', (text, form) => {
  expect(commentsIn(text).some((comment) => HIDDEN_NOUNS[form].test(comment))).toBe(true);
});
