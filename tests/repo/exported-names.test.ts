import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = 'api,audit,contract,dashboard,event-log,imports,ledger,platform,projections,tools';
/** Names that several product files export today. The number may only shrink. */
const SHARED_NAMES = 284;

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|type|let|abstract class) (\w+)/gm;

function namesIn(text: string): string[] {
  return [...text.matchAll(EXPORTED)].map(([, name = '']) => name);
}

test('a name is exported once, and those that several files export grow fewer', () => {
  const paths = globSync(`{${PRODUCT}}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules', '**/testing'] });
  const filesByName = new Map<string, string[]>();
  for (const path of paths.filter((each) => !/\.test\.tsx?$/.test(each))) {
    for (const name of new Set(namesIn(readFileSync(root + path, 'utf8')))) {
      filesByName.set(name, [...(filesByName.get(name) ?? []), path]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(2_000);
  const shared = [...filesByName].filter(([, files]) => files.length > 1);
  expect(shared.length, shared.map(([name, files]) => `${name}: ${files.join(' ')}`).join('\n')).toBe(SHARED_NAMES);
});

test('a name that a file exports is found', () => {
  expect(namesIn('export type One = 1;\nexport async function two() {}\nconst three = 3;')).toEqual(['One', 'two']);
});
