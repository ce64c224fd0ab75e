import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS, longFile, placesOf, readingMs } from './testing/long-files.ts';

const CHARACTERS = 100_000;
/** 15 seconds for a megabyte: linear time takes 1.5 on an idle machine, square time minutes. */
const MS_MAX = (15 * CHARACTERS) / 1_000;
/** Once may be slow where memory is cleaned up meanwhile. */
const TRIES = 3;

const WITH_PLACES = FORMATS.map((format) => [format.name, format] as const);

async function isSlow(format: (typeof FORMATS)[number], file: string): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await readingMs(format.reader, file)) <= MS_MAX) return false;
  }
  return true;
}

test.each(WITH_PLACES)('a long text anywhere in a file of %s is read in linear time', async (_name, format) => {
  const unit = fc.array(fc.constantFrom(...format.units), { minLength: 1, maxLength: 2 }).map((two) => two.join(''));
  await fc.assert(
    fc.asyncProperty(unit, fc.nat(placesOf(format) - 1), fc.boolean(), async (unit, place, inLines) => {
      expect(await isSlow(format, longFile(format, place, unit, CHARACTERS, inLines))).toBe(false);
    }),
    { numRuns: 12 },
  );
});

test.each([
  ['Beancount', '2024-01-01 open A:B\n2024-01-03 balance A:B 1', ' ', '!'],
  ['Beancount', '2024-01-02 * "x" ', '\\"', ''],
  ['Beancount', '2024-01-02 * "x"\n', ' ', '1'],
  ['hledger', '2024-01-02 x\n  assets:a  ', '{ ', ''],
  ['hledger', '2024-01-02 x\n  assets:a  1', ' ', '!'],
  ['hledger', '2024-01-02 x\n  assets:a  ', '[', ''],
  ['hledger', '2024-01-02 x\n', ' ', '1'],
  ['YNAB 4', '', ' ', ''],
])('so are those of %s that took long: %j', async (name, begin, unit, end) => {
  const format = FORMATS.find((candidate) => candidate.name === name);
  if (!format) throw new Error('No such format.');
  const long = unit.repeat(4_800 / unit.length);
  expect(await isSlow(format, `${begin}${unit.repeat(CHARACTERS)}${end}`)).toBe(false);
  expect(await isSlow(format, `${begin}${long}${end}\n`.repeat(CHARACTERS / long.length))).toBe(false);
});

test('so is a journal with thousands of nested accounts, or of postings', async () => {
  const [, format] = FORMATS;
  if (!format) throw new Error('No such format.');
  const deep = Array.from({ length: 40 }, (_, index) => `  assets:${index}${':a'.repeat(1_200)}  1\n`).join('');
  expect(await isSlow(format, `account assets  ; type:A\n2024-01-01 x\n${deep}`)).toBe(false);
  const wide = `2024-01-01 x\n${'  assets:a  1\n  assets:b  -1\n'.repeat(400)}${'  expenses:c  1\n'.repeat(190)}\n`;
  expect(await isSlow(format, wide.repeat(6))).toBe(false);
});
