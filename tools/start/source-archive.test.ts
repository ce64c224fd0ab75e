import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { extract, list } from 'tar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sourceArchive } from './source-archive.ts';

const project = new URL('../..', import.meta.url).pathname;
const never = new AbortController().signal;

/** The tracked files of the repository that the tests work on; null is a symbolic link. */
const TRACKED = {
  '.dockerignore': '*\n!.dockerignore\n!.gitignore\n!@at.txt\n!api\n!package.json\n!package-lock.json\n',
  '.gitignore': '/dist/\n.env\n*.log\n',
  '@at.txt': 'at',
  'api/deep/späces in it.ts': 'export {};',
  'api/link.ts': null,
  'api/run.sh': '#!/bin/sh',
  'package-lock.json': '{}',
  'package.json': '{"name":"daybook","version":"1.2.3"}',
};

let root: string;
let printed: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-source-'));
  printed = [];
  for (const [path, text] of Object.entries(TRACKED)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    if (text === null) await symlink('run.sh', join(root, path));
    else await writeFile(join(root, path), text);
  }
  await chmod(join(root, 'api', 'run.sh'), 0o700);
  git('init', '--quiet');
  git('add', '.');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });

/** Makes the archive of the project in `folder`, and expects that it works. */
async function make(folder = root): Promise<string> {
  const archive = await sourceArchive(folder, join(folder, 'dist'), (line) => printed.push(line), never);
  expect([archive !== null, printed]).toEqual([true, []]);
  return archive ?? '';
}

/** The paths in an archive, sorted. */
async function pathsIn(archive: string): Promise<string[]> {
  const paths: string[] = [];
  await list({ file: archive, strict: true, onReadEntry: ({ path }) => paths.push(path) });
  return paths.sort();
}

const below = (name: string, paths: string[]) => paths.map((path) => `${name}/${path}`).sort();

async function unpack(archive: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  await extract({ file: archive, cwd: into, strict: true });
  const [name = ''] = await readdir(into);
  return join(into, name);
}

test('the archive has exactly the tracked files, below a folder with the version', async () => {
  await writeFile(join(root, 'api', 'draft.ts'), 'not tracked');
  await writeFile(join(root, '.env'), 'PASSWORD=secret');
  const archive = await make();
  expect(archive).toBe(join(root, 'dist', 'source', 'daybook-1.2.3.tgz'));
  expect(await pathsIn(archive)).toEqual(below('daybook-1.2.3', Object.keys(TRACKED)));
});

test('it unpacks to the same files', async () => {
  const unpacked = await unpack(await make(), join(root, 'unpacked'));
  for (const [path, text] of Object.entries(TRACKED)) {
    if (text === null) expect(await readlink(join(unpacked, path))).toBe('run.sh');
    else expect([path, await readFile(join(unpacked, path), 'utf8')]).toEqual([path, text]);
  }
  expect((await lstat(join(unpacked, 'api', 'run.sh'))).mode & 0o111).not.toBe(0);
  expect((await lstat(join(unpacked, 'package.json'))).mode & 0o111).toBe(0);
});

test('it names no owner', async () => {
  const owners = new Set<unknown>();
  await list({
    file: await make(),
    onReadEntry: ({ uid, gid, uname, gname }) => owners.add([uid, gid, uname, gname].join()),
  });
  expect([...owners]).toEqual([',,,']);
});

test('a deleted file is left out, and so is one whose folder has become a link', async () => {
  await rm(join(root, '@at.txt'));
  await rename(join(root, 'api', 'deep'), join(root, 'elsewhere'));
  await symlink('../elsewhere', join(root, 'api', 'deep'));
  const left = Object.keys(TRACKED).filter((path) => path !== '@at.txt' && !path.startsWith('api/deep/'));
  expect(await pathsIn(await make())).toEqual(below('daybook-1.2.3', left));
});

test('it is made again only after a change', async () => {
  const made = async () => {
    const { ino, mtimeMs } = await stat(await make());
    return { ino, mtimeMs };
  };
  const first = await made();
  await writeFile(join(root, 'api', 'draft.ts'), 'not tracked');
  expect(await made()).toEqual(first);
  await appendFile(join(root, 'package-lock.json'), '\n');
  const changed = await made();
  expect(changed).not.toEqual(first);
  git('add', 'api/draft.ts');
  const added = await made();
  expect(added).not.toEqual(changed);
  await chmod(join(root, 'api', 'draft.ts'), 0o755);
  const executable = await made();
  expect(executable).not.toEqual(added);
  await rm(join(root, 'api', 'draft.ts'));
  const removed = await made();
  expect(removed).not.toEqual(executable);
  await rm(await make());
  expect(await made()).not.toEqual(removed);
});

test('two that are made at once leave one complete archive', async () => {
  const [archive] = await Promise.all([make(), make()]);
  expect(await pathsIn(archive)).toHaveLength(Object.keys(TRACKED).length);
  expect(await readdir(join(root, 'dist'))).toEqual(['source']);
  expect(await readdir(join(root, 'dist', 'source'))).toEqual(['daybook-1.2.3.tgz', 'daybook-1.2.3.tgz.made-from']);
});

test.each(['in another repository that tracks everything', 'in a repository that tracks nothing yet'])(
  'an unpacked archive has the same files %s, and nothing that lies beside them',
  async (where) => {
    const unpacked = await unpack(await make(), join(root, 'unpacked'));
    if (where.includes('nothing yet')) execFileSync('git', ['-C', unpacked, 'init', '--quiet']);
    for (const path of ['.env', 'api/.env', 'api/error.log', 'backup.sql', 'docker-compose.override.yml'])
      await writeFile(join(unpacked, path), 'PASSWORD=secret');
    await mkdir(join(unpacked, 'books'));
    await writeFile(join(unpacked, 'books', 'services.json'), 'PASSWORD=secret');
    if (where.includes('everything')) git('add', '--force', 'unpacked');
    // npm takes no links.
    const files = Object.keys(TRACKED).filter((path) => path !== 'api/link.ts');
    expect(await pathsIn(await make(unpacked))).toEqual(below('daybook-1.2.3', files));
    await writeFile(join(unpacked, 'api', 'added.ts'), 'export {};');
    expect(await pathsIn(await make(unpacked))).toEqual(below('daybook-1.2.3', [...files, 'api/added.ts']));
  },
);

test('in an unpacked archive, too, it is made again only after a change', async () => {
  const unpacked = await unpack(await make(), join(root, 'unpacked'));
  const { ino } = await stat(await make(unpacked));
  // Nothing is listed by npm.
  vi.stubEnv('PATH', '');
  expect((await stat(await make(unpacked))).ino).toBe(ino);
  vi.unstubAllEnvs();
  await mkdir(join(unpacked, 'api', 'new'));
  await make(unpacked);
  await writeFile(join(unpacked, 'api', 'new', 'file.ts'), 'export {};');
  expect(await pathsIn(await make(unpacked))).toContain('daybook-1.2.3/api/new/file.ts');
});

test('Daybook’s own archive has the same files where it was unpacked', async () => {
  const paths = await pathsIn(await make(project));
  if (existsSync(join(project, '.git'))) {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' }).split('\0');
    const tracked = listed.filter((path) => path !== '' && existsSync(join(project, path)));
    const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    expect(paths).toEqual(below(`daybook-${version}`, tracked));
  }
  expect(paths.length).toBeGreaterThan(500);
  expect(await pathsIn(await make(await unpack(await make(project), join(root, 'unpacked'))))).toEqual(paths);
});

test.each([
  ['the folder can not be written', () => writeFile(join(root, 'dist'), ''), /EEXIST|ENOTDIR/],
  ['package.json is damaged', () => writeFile(join(root, 'package.json'), '{'), /JSON/],
  ['neither git nor npm is there', async () => vi.stubEnv('PATH', ''), /npm does not list the files: .*ENOENT/],
])('where %s, one line says why', async (_, damage, reason) => {
  await damage();
  expect(await sourceArchive(root, join(root, 'dist'), (line) => printed.push(line), never)).toBeNull();
  expect(printed).toEqual([
    expect.stringMatching(/^The source code can't be downloaded .* no archive of it can be made \(.*\)\.$/),
  ]);
  expect(printed[0]).toMatch(reason);
});

test('a cancelled start makes no archive and says nothing', async () => {
  expect(await sourceArchive(root, join(root, 'dist'), (line) => printed.push(line), AbortSignal.abort())).toBeNull();
  expect(printed).toEqual([]);
});

test('an archive that can not be written leaves nothing behind', async () => {
  await mkdir(join(root, 'dist', 'source', 'daybook-1.2.3.tgz', 'in-the-way'), { recursive: true });
  expect(await sourceArchive(root, join(root, 'dist'), (line) => printed.push(line), never)).toBeNull();
  expect(printed).toHaveLength(1);
  expect(await readdir(join(root, 'dist'))).toEqual(['source']);
});
