import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = 'api,audit,contract,dashboard,event-log,imports,ledger,platform,projections,tools';
/** The event store's stand-in is a package of its own. */
const OTHER_PACKAGE = 'tools/embedded/eventstore/';
/** The names that several files export: each area of the API has its migrations. The list may only shrink. */
const SHARED_NAMES = ['migrations'];

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|type|let|abstract class) (\w+)/gm;

function namesIn(text: string): string[] {
  return [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
}

test('a name is exported once', () => {
  const paths = globSync(`{${PRODUCT}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/testing'] });
  const filesByName = new Map<string, string[]>();
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each) && !each.startsWith(OTHER_PACKAGE))) {
    for (const name of new Set(namesIn(readFileSync(root + path, 'utf8')))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), path]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(2_000);
  const shared = [...filesByName].filter(([, files]) => files.length > 1);
  const files = shared.map(([name, paths]) => `${name}: ${paths.join(' ')}`).join('\n');
  expect(
    shared.map(([name]) => name),
    files,
  ).toEqual(SHARED_NAMES);
});

test('a name that a file exports is found', () => {
  expect(namesIn('export type One = 1;\nexport async function two() {}\nconst three = 3;')).toEqual(['One', 'two']);
});
