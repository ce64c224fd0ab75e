import fc from 'fast-check';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedFile, type ParsedRow, type ParseOptions, UnreadableFile } from '../../parsed.ts';

/** Processor time. Linear time takes a tenth of it for any file of the tests; quadratic time takes minutes. */
const SLOW_MS = 10_000;

/** Reads a text or bytes by a reader. */
export async function read(
  reader: Reader,
  file: string | Uint8Array,
  answers: ParseOptions['answers'] = {},
): Promise<ParsedFile | null> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return await reader(bytes, { fileName: 'file', mapping: null, answers });
}

/** Reads a file that is of the reader's format. Throws where it is not. */
export async function readAll(
  reader: Reader,
  file: string | Uint8Array,
  answers: ParseOptions['answers'] = {},
): Promise<ParsedFile> {
  const parsed = await read(reader, file, answers);
  if (parsed === null) throw new Error('The reader takes this file for one of another format.');
  return parsed;
}

/** The fields of rows that tests compare: line, day, cents, title, counterparty and the bank's id. */
export function brief(rows: readonly ParsedRow[]) {
  return rows.map((row) => [row.line, row.date, row.amount, row.title, row.counterparty, row.bankId]);
}

/** Opening balance and rows less the closing balance, for each statement that has both. */
export function differences(file: ParsedFile): number[] {
  const amounts = new Map(file.rows.map(({ line, amount }) => [line, amount ?? 0]));
  return file.statements.flatMap(({ opening, closing, lines }) =>
    opening === null || closing === null
      ? []
      : [(lines ?? []).reduce((sum, line) => sum + (amounts.get(line) ?? 0), opening as number) - closing],
  );
}

/** Some bytes of a file left out, doubled, exchanged or replaced, as a broken download has them. */
export function mutations(file: string): fc.Arbitrary<Uint8Array> {
  const bytes = Buffer.from(file);
  const change = fc.record({
    offset: fc.nat({ max: bytes.length }),
    length: fc.nat({ max: 40 }),
    kind: fc.constantFrom('delete', 'double', 'replace'),
    by: fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.constantFrom('<', '>', '&', '\n', ':', '^', '0', '-').map(Buffer.from),
    ),
  });
  return fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) =>
    changes.reduce<Buffer>((now, { offset, length, kind, by }) => {
      const piece = now.subarray(offset, offset + length);
      const middle = kind === 'delete' ? [] : kind === 'double' ? [piece, piece] : [Buffer.from(by)];
      return Buffer.concat([now.subarray(0, offset), ...middle, now.subarray(offset + length)]);
    }, bytes),
  );
}

/** Reads what may be broken: only UnreadableFile is thrown, rows are as documented, and it ends in time. */
export async function readBroken(
  reader: Reader,
  file: string | Uint8Array,
): Promise<ParsedFile | UnreadableFile | null> {
  const start = process.threadCpuUsage();
  const outcome = await read(reader, file).catch((error: unknown) => error);
  const took = process.threadCpuUsage(start).user / 1_000;
  if (took > SLOW_MS) throw new Error(`It took ${took} ms.`);
  if (outcome instanceof UnreadableFile && /^[^\n]+\.$/.test(outcome.message)) return outcome;
  if (outcome instanceof Error) throw outcome;
  const parsed = outcome as ParsedFile | null;
  if (parsed !== null) check(parsed);
  return parsed;
}

function check({ accounts, rows, statements }: ParsedFile): void {
  const keys = new Set(accounts.map(({ key }) => key));
  const lines = new Set(rows.map(({ line }) => line));
  const isCents = (amount: number | null) =>
    amount === null || (Number.isSafeInteger(amount) && Math.abs(amount) <= LARGEST_AMOUNT);
  let last = 0;
  for (const row of rows) {
    if (row.line <= last) throw new Error(`Line ${row.line} follows line ${last}.`);
    if (!keys.has(row.account)) throw new Error(`The account ${row.account} is none of the file's.`);
    if (!isCents(row.amount)) throw new Error(`${row.amount} is no amount.`);
    if (row.invalid === null && (row.date === null || row.amount === null)) throw new Error('A row without a reason.');
    if (row.otherHalf !== null && !lines.has(row.otherHalf)) throw new Error('A half without the other.');
    last = row.line;
  }
  for (const statement of statements) {
    if (!keys.has(statement.account)) throw new Error('A statement of no account.');
    if (!isCents(statement.opening) || !isCents(statement.closing)) throw new Error('A balance that is no amount.');
    if (statement.lines?.some((line) => !lines.has(line))) throw new Error('A statement of a line that is no row.');
  }
}

/** Entries as a bank could have them: a day, cents other than 0, and a plain text. */
export const anyEntries = fc.array(
  fc.record({
    day: fc
      .date({ min: new Date('1990-01-01'), max: new Date('2059-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    cents: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }).filter((cents) => cents !== 0),
    text: fc.stringMatching(/^[A-Za-zäöüß][A-Za-zäöüß0-9]{2,20}$/),
  }),
  { minLength: 1, maxLength: 20 },
);

/** A decimal of cents with a mark: `-1234.50`. */
export function decimal(cents: number, mark: '.' | ',' = '.'): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}
