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

const NOT_OURS = ['node_modules', 'dist', '.git', '.daybook'];
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('no comment is longer than a line of code may be', () => {
  const paths = globSync('**/*.{ts,tsx,mjs,css}', { cwd: root, exclude: NOT_OURS });
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths.flatMap((path) => longComments(path, read(path)))).toEqual([]);
});

// The formatter breaks code, but no literal. Not broken are a class of an element, which has no space, and a migration,
// which is not changed once it has run.
test('no line of product code is longer', () => {
  const paths = globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: NOT_OURS }).filter(
    (path) => !/^tests\/|\/testing\/|\.(test|spec)\.tsx?$|\/migrations\.ts$/.test(path),
  );
  const long = paths.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => [...line].length > LINE_CHARACTERS_MAX && /\s/.test(line.trim()))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(long).toEqual([]);
});

test.each(['// ', ' * ', '/** ', '  {/* ', 'stop(); // '])('a comment that is too long is found: %s', (begin) => {
  const fits = begin + 'a'.repeat(LINE_CHARACTERS_MAX - begin.length);
  expect(longComments('planted.ts', fits)).toEqual([]);
  expect(longComments('planted.ts', `${fits}a`)).toHaveLength(1);
});
