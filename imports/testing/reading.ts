import fc from 'fast-check';
import { ZipFile } from 'yazl';
import type { Reader } from '../parsed.ts';
import { type ParsedCategory, type ParsedFile, type ParsedRow, type ParseOptions, UnreadableFile } from '../parsed.ts';

const OPTIONS: ParseOptions = { fileName: 'file', mapping: null, answers: {} };

/** Reads a file's text or bytes with a reader. Throws where the reader takes it for another format. */
export async function read(
  reader: Reader,
  file: string | Uint8Array,
  options: Partial<ParseOptions> = {},
): Promise<ParsedFile> {
  const parsed = await reader(typeof file === 'string' ? Buffer.from(file) : file, { ...OPTIONS, ...options });
  if (!parsed) throw new Error('The reader takes the file for another format.');
  return parsed;
}

/** The message of a reader that can't read a file, or null if it reads it, or takes it for another format. */
export async function complaint(reader: Reader, file: string | Uint8Array): Promise<string | null> {
  try {
    await reader(typeof file === 'string' ? Buffer.from(file) : file, OPTIONS);
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** A category with the group above it: `Food:Bread`; null for none. */
export function pathOf(category: ParsedCategory | null): string | null {
  if (category === null) return null;
  return category.parent === null ? category.name : `${category.parent}:${category.name}`;
}

/** The parts of a row as short texts: amount in cents, category with its group, and note. */
export function shortParts(row: ParsedRow | undefined): string[] {
  return (row?.parts ?? []).map(({ amount, category, note }) =>
    [amount, pathOf(category) ?? '-', note ?? '-'].join(' · '),
  );
}

/** The rows as short texts: account, date, amount in cents, title, category and the line of the other half. */
export function short({ rows }: ParsedFile): string[] {
  return rows.map(({ account, date, amount, title, category, otherHalf }) =>
    [account, date, amount, title, pathOf(category) ?? '-', otherHalf ?? '-'].join(' · '),
  );
}

/** The plans and settings of a file as short texts: category with its group, month, and cents or what carries over. */
export function shortBudget({ budget }: ParsedFile): string[] {
  const { plans = [], carries = [] } = budget ?? {};
  return [
    ...plans.map(({ category, month, amount }) => [pathOf(category) ?? '-', month, amount].join(' · ')),
    ...carries.map(({ category, month, carry }) => [pathOf(category) ?? '-', month, carry].join(' · ')),
  ];
}

/** The sums of the rows in cents, by account. */
export function sums({ rows }: ParsedFile): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amount } of rows) sums[account] = (sums[account] ?? 0) + (amount ?? Number.NaN);
  return sums;
}

/** A zip of files. */
export async function zipped(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, contents] of Object.entries(files)) zip.addBuffer(Buffer.from(contents as Uint8Array), name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** A file with some bytes changed, left out or repeated. */
export function mutated(file: Uint8Array): fc.Arbitrary<Buffer> {
  const place = fc.nat(Math.max(0, file.length - 1));
  const change = fc.record({
    offset: place,
    length: fc.nat(40),
    bytes: fc.uint8Array({ maxLength: 12 }),
    again: fc.nat(3),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce((bytes, { offset, length, bytes: inserted, again }) => {
      const piece = bytes.subarray(offset, offset + length);
      return Buffer.concat([
        bytes.subarray(0, offset),
        ...Array(again).fill(piece),
        inserted,
        bytes.subarray(offset + length),
      ]);
    }, Buffer.from(file)),
  );
}

/** Transactions between an account and a category, or another account, in cents. */
export type AnyEntry = { date: string; from: number; to: number | null; amount: number; title: string };

/** Random books of three accounts. */
export const anyEntries: fc.Arbitrary<AnyEntry[]> = fc.array(
  fc
    .record({
      date: fc.date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
      from: fc.nat(2),
      to: fc.option(fc.nat(2)),
      amount: fc.oneof(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
      ),
      title: fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,12}[a-z]$/),
    })
    .filter(({ from, to, amount }) => from !== to && amount !== 0)
    .map((entry) => ({ ...entry, date: entry.date.toISOString().slice(0, 10) })),
  { minLength: 1, maxLength: 25 },
);

/** The balances of random books in cents, by account. */
export function balancesOf(entries: readonly AnyEntry[]): number[] {
  const balances = [0, 0, 0];
  for (const { from, to, amount } of entries) {
    balances[from] = (balances[from] ?? 0) + amount;
    if (to !== null) balances[to] = (balances[to] ?? 0) - amount;
  }
  return balances;
}
