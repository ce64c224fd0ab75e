import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callEntries } from '#contract/openapi.ts';

/** The commands that no random life has. This list may only get shorter. */
const MISSING = ['updateTransfer', 'deleteTransfer', 'closeAccount', 'reopenAccount', 'mend'];

test('a random life sends every command', () => {
  const text = readFileSync(new URL('random-life.ts', import.meta.url), 'utf8');
  const missing = callEntries().filter(
    ([, { kind, path }]) => kind === 'command' && !text.includes(path.split('/').at(-1) ?? ''),
  );
  expect(missing.map(([name]) => name)).toEqual(MISSING);
});
