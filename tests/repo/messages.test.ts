import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = globSync('{api,contract,dashboard,line}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

type Source = (typeof sources)[number];

/** The keys of messages that no source refers to. */
function unused(keys: string[], among: readonly Source[]): string[] {
  return keys.filter((key) => !among.some(({ text }) => new RegExp(`\\bmessages\\.${key}\\b`).test(text)));
}

/** The beginning of a text up to the first value in it, or all of it: that is how its source has it. */
const beginningOf = (text: string) => text.split(/\{max\}|\d/)[0] ?? '';

/** The texts that a source outside of the contract has, or that the contract has more than once, each with where. */
function repeated(texts: string[], among: readonly Source[]): string[] {
  return texts.flatMap((text) => {
    const places = among.flatMap(({ path, text: source }) =>
      Array.from({ length: source.split(beginningOf(text)).length - 1 }, () => path),
    );
    return places.length === 1 && places[0]?.startsWith('contract/') ? [] : [`${text}: ${places.join(', ')}`];
  });
}

const texts = [
  ...Object.values(messages).map((message) => {
    return typeof message === 'string' ? message : (message as (value: unknown) => string)(['{max}']);
  }),
  ...Object.values(PROBLEMS).map(({ title }) => title),
];

test('a message that nothing uses is found', () => {
  const plant = { path: 'api/planted.ts', text: 'throw new Error(messages.titleRequired);' };
  expect(unused(['titleRequired', 'title', 'dateRequired'], [plant])).toEqual(['title', 'dateRequired']);
});

test('a text that is there a second time is found, and one whose only place is outside of the contract', () => {
  const [titled, long] = [messages.titleRequired, messages.titleTooLong('{max}' as never)];
  const plant = {
    path: 'dashboard/planted.tsx',
    text: `failed('${titled}'); failed(\`${messages.titleTooLong(40)}\`)`,
  };
  expect(repeated([titled, long], [...sources, plant])).toEqual([
    `${titled}: contract/messages.ts, dashboard/planted.tsx`,
    `${long}: contract/messages.ts, dashboard/planted.tsx`,
  ]);
  expect(repeated([titled], [plant])).toEqual([`${titled}: dashboard/planted.tsx`]);
});

test('every message is used', () => {
  expect(unused(Object.keys(messages), sources)).toEqual([]);
});

test('every message and every title of a problem has one place, in the contract', () => {
  expect(texts.filter((text) => beginningOf(text).length < 5)).toEqual([]);
  expect(repeated([...new Set(texts)], sources)).toEqual([]);
});
