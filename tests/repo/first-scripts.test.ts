import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test, vi } from 'vitest';

const root = join(import.meta.dirname, '../../dashboard');

/** The scripts of a screen before it shows anything, compressed: kilobytes of 1,000 bytes. These may only get less. */
const SCREENS = [
  ['login', ['features/login/login.tsx'], 100],
  ['Overview', ['app/app-layout.tsx', 'features/overview/overview.tsx'], 131],
] as const;
/** The same of an Overview with all that it may show. */
const FULL_OVERVIEW_KILOBYTES = 145;
/** Packages of forms, menus and charts: they load when they are needed. */
const LATER = ['zod', 'react-hook-form', 'radix-ui', '@radix-ui', '@floating-ui', '@visx', 'd3-scale', 'sonner'];

let chunks: Rolldown.OutputChunk[] = [];
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production'); // Else React's own checks are built in.
  const output = await build({
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'error',
    build: { write: false },
  }).finally(() => vi.unstubAllEnvs());
  chunks = (output as Rolldown.RolldownOutput).output.filter((each) => each.type === 'chunk');
});

/** The chunk with the page's entry, those with these modules, and all that they import. */
function loadedWith(modules: readonly string[]): Rolldown.OutputChunk[] {
  const first = chunks.filter(
    ({ isEntry, moduleIds }) => isEntry || modules.some((path) => moduleIds.includes(join(root, path))),
  );
  const names = new Set(first.map(({ fileName }) => fileName));
  // A set's loop also visits what is added in it.
  for (const name of names) {
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

test.each(SCREENS)('the first scripts of %s are small', (_, modules, kilobytes) => {
  const loaded = loadedWith(modules);
  expect(loaded.length).toBeGreaterThan(2);
  const bytes = loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  expect(bytes / 1_000).toBeLessThan(kilobytes);
});

test('all scripts of a full Overview are small', () => {
  const parts = ['overview-facts', 'demo-tasks', 'balance-chart', 'spent-lines'].map((name) => {
    return `features/overview/${name}.tsx`;
  });
  const loaded = loadedWith([...SCREENS[1][1], ...parts]);
  const bytes = loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
  expect(bytes / 1_000).toBeLessThan(FULL_OVERVIEW_KILOBYTES);
});

test.each(SCREENS)('the first scripts of %s have no packages of forms, menus and charts', (_, modules) => {
  const packages = loadedWith(modules).flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
  );
  const found = LATER.filter((name) => packages.some((each) => each === name || each.startsWith(`${name}/`)));
  expect(found).toEqual([]);
});
