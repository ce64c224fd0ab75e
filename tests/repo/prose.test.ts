import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Forms that hide the noun of a sentence, and the number of comments that have each today. A number may only shrink:
 * whoever writes one comment anew lowers it here.
 */
const HIDDEN_NOUNS = {
  'begins with ‘What’': [/^What /, 55],
  'has ‘that of’ or ‘those of’': [/\b(that|those) of\b/, 25],
  'has ‘none where’ or ‘null where’': [/\b(none|null) where\b/i, 1],
  'has ‘the one’ or ‘each one’': [/\b(the|each) one\b/i, 6],
  'has ‘so many’': [/\bso many\b/i, 1],
} as const satisfies Record<string, readonly [RegExp, number]>;

/** The comments of a file as sentences without their marks. */
function commentsIn(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, block = '']) =>
    block.replaceAll(/^\s*\* ?/gm, ' '),
  );
  const lines = [...text.matchAll(/(?:^|\s)\/\/ (?!biome|@)(.*(?:\n\s*\/\/ .*)*)/g)].map(([, line = '']) => line);
  return [...blocks, ...lines].map((comment) => comment.replaceAll(/\s*(\n\s*\/\/)?\s+/g, ' ').trim());
}

test('no comment is written that hides its noun, and those that do grow fewer', () => {
  const paths = globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: ['**/node_modules', 'dist', '.git', '.daybook'] });
  const comments = paths.flatMap((path) => commentsIn(readFileSync(root + path, 'utf8')));
  expect(comments.length).toBeGreaterThan(5_000);
  const counts = Object.entries(HIDDEN_NOUNS).map(([form, [pattern]]) => [
    form,
    comments.filter((comment) => pattern.test(comment)).length,
  ]);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(HIDDEN_NOUNS).map(([form, [, count]]) => [form, count])),
  );
});

test.each([
  ['/** What a day costs. */', 'begins with ‘What’'],
  ['const a = 1; // null where it has none', 'has ‘none where’ or ‘null where’'],
  ['/**\n * Gives the sum, and\n * that of the last month.\n */', 'has ‘that of’ or ‘those of’'],
] as const)('%s is found', (text, form) => {
  expect(commentsIn(text).some((comment) => HIDDEN_NOUNS[form][0].test(comment))).toBe(true);
});
