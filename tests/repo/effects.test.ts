import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../dashboard');
/** An effect without a block gives back the value of its expression, which React calls as its cleaning up. */
const SCROLLS = /use(?:Layout)?Effect\(\(\) => [^{\n]*\.scroll\w*\(/;

// Browsers let scrolling give a promise, though its type says that it gives nothing.
test('no effect gives back what scrolling gives', () => {
  const paths = globSync('**/*.{ts,tsx}', { cwd: root });
  expect(SCROLLS.test('useEffect(() => element.current?.scrollIntoView(), []);')).toBe(true);
  expect(paths.filter((path) => SCROLLS.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
