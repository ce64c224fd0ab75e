import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const LINE_CHARACTERS_MAX = 120;

/** Where a comment stands on a line: all of it, after code, or between elements of a screen. */
const COMMENT = /^\s*(\/\/|\/?\*|\{\/\*)|[;,{] \/\/ /;

const longComments = (path: string, text: string): string[] =>
  text.split('\n').flatMap((line, index) => {
    const isLong = [...line].length > LINE_CHARACTERS_MAX && COMMENT.test(line);
    return isLong ? [`${path}:${index + 1}: ${line.trim()}`] : [];
  });

// The formatter breaks code; what it leaves longer is a literal: a pattern, a sentence, the classes of an element.
test('no comment is longer than a line of code may be', () => {
  const paths = globSync('**/*.{ts,tsx,mjs,css}', { cwd: root, exclude: ['node_modules', 'dist', '.git', '.daybook'] });
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths.flatMap((path) => longComments(path, readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each(['// ', ' * ', '/** ', '  {/* ', 'stop(); // '])('a comment that is too long is found: %s', (begin) => {
  const fits = begin + 'a'.repeat(LINE_CHARACTERS_MAX - begin.length);
  expect(longComments('planted.ts', fits)).toEqual([]);
  expect(longComments('planted.ts', `${fits}a`)).toHaveLength(1);
});
