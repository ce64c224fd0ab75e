import type { Cents } from '#ledger/model/money.ts';
import { type ParsedFile, type ParsedRow, type ParseOptions, type Question, UnreadableFile } from '../parsed.ts';
import { readFile } from './read-file.ts';

/** A row as an answer reads it. */
export type ExampleRow = { line: number; date: string | null; amount: Cents | null; title: string };

/**
 * Some rows as an answer reads them, and the balance of the account after all rows: the closing balance, else the sum
 * of the booked rows. `comesTo` is null if only the beginning of a large file was read.
 */
export type Example = { rows: readonly ExampleRow[]; comesTo: Cents | null };

const ROWS_MAX = 3;
const CHOICES_MAX = 4;
/** Of a larger file the beginning is read for each answer. */
const WHOLE_BYTES_MAX = 1024 * 1024;
const BEGINNING_BYTES = 256 * 1024;
/** Texts that can be cut after a line. */
const CUT: readonly ParsedFile['format'][] = ['csv', 'qif'];
/** Questions that are answered by how a text reads, or by where rows go. */
const WITHOUT_ROWS: readonly Question['id'][] = ['encoding', 'account', 'other-currency'];

/** The examples for the choices of each open question about a file, by the question's id (product 11.2). */
export async function examplesOf(
  bytes: Uint8Array,
  options: ParseOptions,
  file: ParsedFile,
): Promise<ReadonlyMap<Question['id'], readonly Example[]>> {
  const { format, questions } = file;
  const examples = new Map<Question['id'], readonly Example[]>();
  const isWhole = bytes.length <= WHOLE_BYTES_MAX;
  if (!isWhole && !CUT.includes(format)) return examples;
  const read = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a, BEGINNING_BYTES) + 1);
  for (const { id, account, choices, answer, isOpen } of questions) {
    if (!isOpen || account !== null || WITHOUT_ROWS.includes(id) || choices.length > CHOICES_MAX) continue;
    const readings: (ParsedFile | null)[] = [];
    for (const { value } of choices) {
      // By the answer in effect the file is read already.
      const isRead = isWhole && value === answer;
      const answers = { ...options.answers, [id]: value };
      readings.push(isRead ? file : await readBy(read, { ...options, answers }));
    }
    examples.set(id, examplesOfReadings(readings, isWhole));
  }
  return examples;
}

async function readBy(bytes: Uint8Array, options: ParseOptions): Promise<ParsedFile | null> {
  try {
    return await readFile(bytes, options);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

/** The first rows that the readings read in different ways, else the first ones. */
function examplesOfReadings(readings: readonly (ParsedFile | null)[], isWhole: boolean): Example[] {
  const byLine = readings.map((file) => new Map(file?.rows.map((row) => [row.line, row])));
  const lines = [...new Set(byLine.flatMap((rows) => [...rows.keys()]))].toSorted((a, b) => a - b);
  const differ = lines.filter((line) => new Set(byLine.map((rows) => said(rows.get(line)))).size > 1);
  const shown = (differ.length > 0 ? differ : lines).slice(0, ROWS_MAX);
  return readings.map((file, place) => ({
    rows: shown.flatMap((line) => {
      const row = byLine[place]?.get(line);
      return row ? [{ line, date: row.date, amount: row.notBooked ? null : row.amount, title: row.title }] : [];
    }),
    comesTo: file && isWhole ? comesTo(file) : null,
  }));
}

function said(row: ParsedRow | undefined): string {
  return row ? [row.date, row.amount, row.account, row.notBooked ?? '', row.invalid?.reason ?? ''].join('\u001f') : '';
}

function comesTo({ rows, statements }: ParsedFile): Cents {
  const [statement] = statements;
  if (statements.length === 1 && statement?.closing != null) return statement.closing;
  const booked = rows.filter(({ notBooked, invalid }) => !notBooked && !invalid);
  return booked.reduce((sum, { amount }) => sum + (amount ?? 0), 0) as Cents;
}
