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

/**
 * The limit of processor time for one file of about 100 KB: many times the usual. Quadratic expressions take seconds.
 */
const FILE_MS_MAX = 400;
const RUN_CHARS = 60_000;
const CELL_CHARS = 25_000;

const TABLE = 'Date,Description,Amount,Balance\n2024-01-31,A,-1.25,98.75\n2024-02-13,B,2.25,101.00\n';

function run(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length));
}

/**
 * The unit alone, and where a header and rows make a file plausible: as lines, as huge cells, and as many small ones.
 */
function filesOf(unit: string): string[] {
  const cell = run(unit, CELL_CHARS);
  const small = run(unit, 36);
  return [
    run(unit, RUN_CHARS),
    [
      TABLE,
      cell,
      `2024-02-14,${cell},1.00,102.00`,
      `2024-02-14,"${cell}",1.00,102.00`,
      `${cell},C,${cell},103.00`,
      `2024-02-15${small}x,D,-1${small}x,103.00\n`.repeat(100),
    ].join('\n'),
  ];
}

async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return process.cpuUsage(start).user / 1000;
}

/** Whether it is slow each of three times: compilation and other work of the process can make it so at first. */
async function isSlow(work: () => unknown): Promise<boolean> {
  for (let time = 0; time < 3; time += 1) if ((await processorTime(work)) <= FILE_MS_MAX) return false;
  return true;
}

test('a file of any character or pair of characters, also in a table, is read or refused in linear time', async () => {
  const slow: string[] = [];
  for (const unit of UNITS) {
    for (const [index, text] of filesOf(unit).entries()) {
      const bytes = Buffer.from(text);
      const read = () => readCsv(bytes, { fileName: 'x.csv', mapping: null, answers: {} });
      if (await isSlow(read)) slow.push(`${JSON.stringify(unit)} in file ${index}`);
    }
  }
  expect(slow).toEqual([]);
}, 300_000);

test('delimiters and quotes of hostile declarations, lines and columns take linear time', async () => {
  const files = [
    `sep= \n${run(', "', 90_000)}`,
    `sep="\n${run('"a', 90_000)}`,
    // A tab is a delimiter and a space, and each line has a broken quote.
    `Date\tText\tAmount\n${`"2024-01-01"\t"a"b"${'\t'.repeat(200)}x\n`.repeat(100)}`,
    `Date,Text,Amount\n${'"a""\n'.repeat(20_000)}`,
    `Date,Text,Amount\n${'2024-01-01,"A,1.50\n'.repeat(5_000)}`,
    `Date,Text,Amount\n2024-01-01,"${'x"'.repeat(20_000)}${' '.repeat(40_000)},1.00\n`,
    // Columns of which each line fills every other one.
    `2024-01-01,${'1.00,,'.repeat(400)}\n2024-01-02,${',1.00,'.repeat(400)}\n`.repeat(40),
  ];
  for (const text of files) {
    const bytes = Buffer.from(text);
    const read = () => readCsv(bytes, { fileName: 'x.csv', mapping: null, answers: {} });
    expect([await isSlow(read), text.slice(0, 40)]).toEqual([false, text.slice(0, 40)]);
  }
});

test('what other formats share with CSV takes linear time', async () => {
  const zeros = `0.${'0'.repeat(100_000)}1`;
  expect(await isSlow(() => plainCents(zeros))).toBe(false);
  expect(plainCents(zeros)).toBe(null);
  expect(plainCents(`0.${'10'.padEnd(100_000, '0')}`)).toBe(10);
  const slow: string[] = [];
  for (const unit of UNITS) {
    const text = run(unit, CELL_CHARS);
    if (await isSlow(() => moneyCents(text, '.'))) slow.push(`money ${JSON.stringify(unit)}`);
    const bytes = Buffer.from(`Date,Payee\n${text}\n"${text}"\n${text}`);
    if (await isSlow(() => readKnownColumns(bytes, (names) => names.includes('payee')))) {
      slow.push(`columns ${JSON.stringify(unit)}`);
    }
  }
  expect(slow).toEqual([]);
}, 300_000);
