import { expect, test } from 'vitest';
import { plainCents } from '../../fields.ts';
import { readKnownColumns } from '../../known-columns.ts';
import { moneyCents } from '../../money-text.ts';
import { UnreadableFile } from '../../parsed.ts';
import { readCsv } from './read-csv.ts';

/** Characters of the syntax of CSV, amounts and dates, one or two of each kind. */
const CHARACTERS = [...';,\t"\'\r\n 0-./€T'];
const UNITS = CHARACTERS.flatMap((character, index) => [
  character,
  ...CHARACTERS.slice(index + 1).map((next) => character + next),
]);

/** Processor time of one file of about 100 KB below which its growth isn't looked at: many times the usual. */
const FILE_MS_MAX = 400;
/** The growth of processor time from a quarter of a file to all of it: 4 if it is linear, 16 if it is quadratic. */
const GROWTH_MAX = 9;
const QUARTER = 0.25;
const RUN_CHARS = 60_000;
const CELL_CHARS = 25_000;

const TABLE = 'Date,Description,Amount,Balance\n2024-01-31,A,-1.25,98.75\n2024-02-13,B,2.25,101.00\n';

function run(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length));
}

/**
 * The unit alone, and where a header and rows make a file plausible: as lines, as huge cells, and as many small ones.
 *
 * @param share The part of the usual length, 1 for all of it.
 */
function filesOf(unit: string, share: number): string[] {
  const cell = run(unit, share * CELL_CHARS);
  const small = run(unit, 36);
  return [
    run(unit, share * RUN_CHARS),
    [
      TABLE,
      cell,
      `2024-02-14,${cell},1.00,102.00`,
      `2024-02-14,"${cell}",1.00,102.00`,
      `${cell},C,${cell},103.00`,
      `2024-02-15${small}x,D,-1${small}x,103.00\n`.repeat(share * 100),
    ].join('\n'),
  ];
}

/** The milliseconds of processor time of this thread alone: other threads compile, and collect garbage. */
async function processorTimeMs(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return process.threadCpuUsage(start).user / 1000;
}

/**
 * Whether the work on a whole file takes long, and grows faster than the file, each of three times: a busy machine and
 * compilation make work slow, too, but a quarter of it as well.
 */
async function isSlow(workOf: (share: number) => () => unknown): Promise<boolean> {
  for (let time = 0; time < 3; time += 1) {
    const wholeMs = await processorTimeMs(workOf(1));
    if (wholeMs <= FILE_MS_MAX) return false;
    if (wholeMs <= GROWTH_MAX * (await processorTimeMs(workOf(QUARTER)))) return false;
  }
  return true;
}

function reading(text: string): () => unknown {
  const bytes = Buffer.from(text);
  return () => readCsv(bytes, { fileName: 'x.csv', mapping: null, answers: {} });
}

test('a file of any character or pair of characters, also in a table, is read or refused in linear time', async () => {
  const slow: string[] = [];
  for (const unit of UNITS) {
    for (const index of filesOf(unit, 1).keys()) {
      const isSlowFile = await isSlow((share) => reading(filesOf(unit, share)[index] as string));
      if (isSlowFile) slow.push(`${JSON.stringify(unit)} in file ${index}`);
    }
  }
  expect(slow).toEqual([]);
}, 300_000);

test('delimiters and quotes of hostile declarations, lines and columns take linear time', async () => {
  const files: ((share: number) => string)[] = [
    (share) => `sep= \n${run(', "', share * 90_000)}`,
    (share) => `sep="\n${run('"a', share * 90_000)}`,
    // A tab is a delimiter and a space, and each line has a broken quote.
    (share) => `Date\tText\tAmount\n${`"2024-01-01"\t"a"b"${'\t'.repeat(200)}x\n`.repeat(share * 100)}`,
    (share) => `Date,Text,Amount\n${'"a""\n'.repeat(share * 20_000)}`,
    (share) => `Date,Text,Amount\n${'2024-01-01,"A,1.50\n'.repeat(share * 5_000)}`,
    (share) => `Date,Text,Amount\n2024-01-01,"${'x"'.repeat(share * 20_000)}${' '.repeat(share * 40_000)},1.00\n`,
    // Columns of which each line fills every other one.
    (share) => `2024-01-01,${'1.00,,'.repeat(400)}\n2024-01-02,${',1.00,'.repeat(400)}\n`.repeat(share * 40),
  ];
  for (const fileOf of files) {
    const beginning = fileOf(1).slice(0, 40);
    expect([await isSlow((share) => reading(fileOf(share))), beginning]).toEqual([false, beginning]);
  }
});

test('what other formats share with CSV takes linear time', async () => {
  const zeros = `0.${'0'.repeat(100_000)}1`;
  expect(await isSlow((share) => () => plainCents(`0.${'0'.repeat(share * 100_000)}1`))).toBe(false);
  expect(plainCents(zeros)).toBe(null);
  expect(plainCents(`0.${'10'.padEnd(100_000, '0')}`)).toBe(10);
  const slow: string[] = [];
  for (const unit of UNITS) {
    const isSlowAmount = await isSlow((share) => () => moneyCents(run(unit, share * CELL_CHARS), '.'));
    if (isSlowAmount) slow.push(`money ${JSON.stringify(unit)}`);
    const isSlowTable = await isSlow((share) => {
      const text = run(unit, share * CELL_CHARS);
      const bytes = Buffer.from(`Date,Payee\n${text}\n"${text}"\n${text}`);
      return () => readKnownColumns(bytes, (names) => names.includes('payee'));
    });
    if (isSlowTable) slow.push(`columns ${JSON.stringify(unit)}`);
  }
  expect(slow).toEqual([]);
}, 300_000);
