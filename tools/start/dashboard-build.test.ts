import { globSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDashboard, isBuilt, SOURCES, sourcesHash } from './dashboard-build.ts';
import { distFolder } from './dist-folder.ts';

const project = new URL('../..', import.meta.url).pathname;
const never = new AbortController().signal;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-build-'));
  await mkdir(join(root, 'dashboard'));
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'dashboard', 'index.html'), '<!doctype html><title>First</title>');
  await cp(join(project, 'contract'), join(root, 'contract'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

const dist = () => join(root, 'dist');
const build = async () => buildDashboard({ root, dist: dist(), hash: await sourcesHash(root) }, never);

test('a build is outdated only when its sources have changed', async () => {
  expect(await isBuilt(dist(), await sourcesHash(root))).toBe(false);
  await build();
  expect(await isBuilt(dist(), await sourcesHash(root))).toBe(true);
  await writeFile(join(root, 'dashboard', 'some.test.ts'), '');
  expect(await isBuilt(dist(), await sourcesHash(root))).toBe(true);
  await writeFile(join(root, 'dashboard', 'index.html'), '<!doctype html><title>Second</title>');
  expect(await isBuilt(dist(), await sourcesHash(root))).toBe(false);
  await build();
  expect(await readFile(join(root, 'dist', 'dashboard', 'index.html'), 'utf8')).toContain('Second');
});

test('every pattern of the sources matches a file', () => {
  for (const pattern of SOURCES) expect([pattern, globSync(pattern, { cwd: project })]).not.toEqual([pattern, []]);
});

test('every file that the dashboard imports is one of its sources', async () => {
  const files = globSync('{dashboard,contract,ledger/model}/**/*.{ts,tsx}', { cwd: project }).filter(
    (file) => !/\.test\./.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const text = await readFile(join(project, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/\bfrom '([.#][^']+)'/g)) {
      const imported = name.startsWith('#') ? name.slice(1) : join(file, '..', name);
      expect([file, imported, SOURCES.some((pattern) => matchesGlob(imported, pattern))]).toEqual([
        file,
        imported,
        true,
      ]);
    }
  }
});

test.each(['constants', 'fields'])('a change of ledger/model/%s.ts outdates a build', async (name) => {
  await cp(join(project, 'ledger', 'model'), join(root, 'ledger', 'model'), { recursive: true });
  const before = await sourcesHash(root);
  await appendFile(join(root, 'ledger', 'model', `${name}.ts`), '\n');
  expect(await sourcesHash(root)).not.toBe(before);
});

test('two concurrent builds leave one complete dashboard', async () => {
  await Promise.all([build(), build()]);
  expect(await isBuilt(dist(), await sourcesHash(root))).toBe(true);
  expect(await readdir(join(root, 'dist'))).toEqual(['dashboard']);
});

test('a failed build reports the output of Vite and keeps the old dashboard', async () => {
  await build();
  await writeFile(join(root, 'dashboard', 'index.html'), '<script type="module" src="./missing.ts"></script>');
  await expect(build()).rejects.toThrow(/can't be built; Vite says:\n.*missing\.ts/s);
  expect(await readFile(join(root, 'dist', 'dashboard', 'index.html'), 'utf8')).toContain('First');
});

test('a build without development packages says how to install them', async () => {
  await rm(join(root, 'node_modules'));
  await expect(build()).rejects.toThrow(
    "The packages that build the dashboard aren't installed: run 'npm ci --include=dev', then try again.",
  );
  expect(await readdir(root)).not.toContain('dist');
});

test('a project that can’t be written to has its dashboard in the data folder', async () => {
  const [dataDir, hash] = [join(root, 'data'), await sourcesHash(root)];
  expect(await distFolder(root, dataDir, hash)).toBe(dist());
  await rm(dist(), { recursive: true });
  // Root may write in every folder, but not below a file.
  await writeFile(dist(), '');
  expect(await distFolder(root, dataDir, hash)).toBe(join(dataDir, 'dist'));
  await buildDashboard({ root, dist: join(dataDir, 'dist'), hash }, never);
  expect(await isBuilt(join(dataDir, 'dist'), hash)).toBe(true);
});
