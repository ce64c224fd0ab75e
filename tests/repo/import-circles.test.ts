import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importPath } from './import-path.ts';

// Folders import each other in one direction: what a folder imports does not import it back, neither directly nor over
// others. A folder and its subfolder count as two. Tests do not count. Nor do files import each other in a circle,
// tests included. Imports of types count as well. The linter's rule for circles of files takes half its processor time.

const root = fileURLToPath(new URL('../../', import.meta.url));
const { dirname } = posix;

/** An import: the file that has it and the file it names, as paths from the root. */
type Import = { from: string; imported: string };

/** The project's files that a text imports: statically, dynamically, for a side effect, or to export them again. */
const IMPORTS = /\b(?:from\s+|import\s+|import\(\s*)'((?:\.{1,2}\/|#)[^']+)'/g;

const importsOf = (path: string, text: string): Import[] =>
  [...text.matchAll(IMPORTS)].map(([, imported = '']) => ({
    from: path,
    imported: importPath(path, imported),
  }));

/**
 * The shortest circle of folders or, with another `nodeOf`, of what it gives for a path: as a text that names it and
 * every import in it, or null if there is none.
 */
function shortestCircle(imports: readonly Import[], nodeOf = dirname): string | null {
  const importedBy = new Map<string, Set<string>>();
  for (const { from, imported } of imports) {
    const [importer, node] = [nodeOf(from), nodeOf(imported)];
    if (importer !== node) importedBy.set(importer, (importedBy.get(importer) ?? new Set()).add(node));
  }
  dropWhatImportsNothing(importedBy);
  const circles = [...importedBy.keys()].map((node) => circleThrough(node, importedBy)).filter((one) => one !== null);
  const [shortest] = circles.sort((a, b) => a.length - b.length);
  if (!shortest) return null;
  const steps = shortest.map((node, at) => [node, shortest[(at + 1) % shortest.length]]);
  const ofStep = imports.filter(({ from, imported }) =>
    steps.some(([importer, node]) => nodeOf(from) === importer && nodeOf(imported) === node),
  );
  return [
    [...shortest, shortest[0]].join(' → '),
    ...ofStep.map(({ from, imported }) => `${from} imports ${imported}`),
  ].join('\n');
}

/** Removes what imports nothing that is left, again and again: nothing remains where there is no circle. */
function dropWhatImportsNothing(importedBy: Map<string, Set<string>>): void {
  let before: number;
  do {
    before = importedBy.size;
    for (const [importer, nodes] of importedBy) {
      for (const node of nodes) if (!importedBy.has(node)) nodes.delete(node);
      if (nodes.size === 0) importedBy.delete(importer);
    }
  } while (importedBy.size < before);
}

/**
 * The folders or files of the shortest circle through one of them, by a breadth-first search, or null if there is none.
 */
function circleThrough(start: string, importedBy: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const seen = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths) {
      for (const node of importedBy.get(path.at(-1) ?? '') ?? []) {
        if (node === start) return path;
        if (!seen.has(node)) longer.push([...path, node]);
        seen.add(node);
      }
    }
    paths = longer;
  }
  return null;
}

const IGNORED = [
  '.git',
  ...[...readFileSync(join(root, '.gitignore'), 'utf8').matchAll(/^(.+)\/$/gm)].map(([, folder = '']) => folder),
];
const allImports = globSync('**/*.{ts,tsx}', { cwd: root, exclude: IGNORED }).flatMap((path) =>
  importsOf(path, readFileSync(join(root, path), 'utf8')),
);
const imports = allImports.filter(({ from }) => !/^tests\/|\/testing\/|\.test\.tsx?$/.test(from));
const FILES = (path: string) => path;

const planted = (...texts: [path: string, text: string][]) => texts.flatMap(([path, text]) => importsOf(path, text));

test('the shortest circle is found, over types, side effects, lazy imports and exports, and every import in it is named', () => {
  const long = planted(
    ['a/one.ts', "import {\n  type Two,\n} from '../b/two.ts';"],
    ['b/two.ts', "const three = () => import('../c/three.ts');"],
    ['c/three.ts', "import '../a/one.ts';"],
  );
  expect(shortestCircle(long)?.split('\n')).toEqual([
    'a → b → c → a',
    'a/one.ts imports b/two.ts',
    'b/two.ts imports c/three.ts',
    'c/three.ts imports a/one.ts',
  ]);
  const short = planted(['b/other.ts', "export { one } from '../a/one.ts';"]);
  expect(shortestCircle([...long, ...short])).toMatch(/^a → b → a\n/);
});

test('a folder and its subfolder count as two, files of one folder as one', () => {
  expect(
    shortestCircle(planted(['a/one.ts', "import './b/two.ts';"], ['a/b/two.ts', "import '../three.ts';"])),
  ).toMatch(/^a → a\/b → a\n/);
  expect(shortestCircle(planted(['a/one.ts', "import './two.ts';"], ['a/two.ts', "import './one.ts';"]))).toBeNull();
});

test('a circle planted in the sources is found', () => {
  const circle = shortestCircle([
    ...imports,
    ...planted(['api/http/planted.ts', "import type { Services } from '../services.ts';"]),
  ]);
  expect(circle).toContain('api/http/planted.ts imports api/services.ts');
});

test('a circle of files is found, in one folder and in tests too', () => {
  const both = planted(['a/one.ts', "import './two.ts';"], ['a/two.ts', "export * from './one.ts';"]);
  expect(shortestCircle([...allImports, ...both], FILES)?.split('\n')).toEqual([
    'a/one.ts → a/two.ts → a/one.ts',
    'a/one.ts imports a/two.ts',
    'a/two.ts imports a/one.ts',
  ]);
  const one = planted(['tests/support/leaks.ts', "import { Caller } from './caller.ts';"]);
  expect(shortestCircle([...allImports, ...one], FILES)).toContain('tests/support/leaks.ts imports tests/support/');
});

test('no file imports itself, directly or over others', () => {
  expect(allImports.length).toBeGreaterThan(imports.length);
  expect(allImports.filter(({ from, imported }) => from === imported)).toEqual([]);
  expect(shortestCircle(allImports, FILES)).toBeNull();
});

test('no folder imports itself over others', () => {
  expect(imports.length).toBeGreaterThan(1_000);
  expect(shortestCircle(imports)).toBeNull();
});
