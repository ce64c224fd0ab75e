import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonGroups, jsonLines } from './json-lines.ts';

test('lines are whole, wherever the chunks are cut', async () => {
  const lines = fc.array(
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 7 }), async (given, size) => {
      const bytes = Buffer.from(given.map((line) => `${line}\n`).join(''));
      const chunks = (async function* () {
        for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
      })();
      expect(await Array.fromAsync(jsonLines(chunks))).toEqual(given);
    }),
    { numRuns: 30 },
  );
});

test('a group has at most so many lines and characters, or one line that is longer', async () => {
  const lines = (async function* () {
    yield* ['aaaa', 'bb', 'cc', 'd', 'e', 'ffffffff', 'g'];
  })();
  const groups = await Array.fromAsync(jsonGroups(lines, { linesMax: 3, charactersMax: 6 }));
  expect(groups).toEqual([['aaaa', 'bb'], ['cc', 'd', 'e'], ['ffffffff'], ['g']]);
});
