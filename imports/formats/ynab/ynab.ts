import { readKnownColumns } from '../../known-columns.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedFile, type ParseOptions, UnreadableFile } from '../../parsed.ts';
import { parsedBooks } from '../../whole-books.ts';
import { openZip } from '../../zip.ts';
import { withPlan } from './plan.ts';
import { readRegister } from './register.ts';

const PLAN = / - (plan|budget)\.csv$/i;
const COLUMNS = { category: 'category', group: 'category group' };

/**
 * Reads an export of YNAB: the zip of a plan with its register, from both, or the register alone. Null for other
 * files; throws UnreadableFile where the zip has a plan and no register (product 11.11).
 */
export const readYnab: Reader = async (bytes, options) => {
  const zip = await openZip(bytes);
  if (!zip) return fromRegister(bytes, options);
  const named = (words: RegExp) => zip.names.filter((name) => words.test(name) && !/__MACOSX/.test(name));
  for (const name of named(/register[^/]*\.(csv|tsv|txt)$/i)) {
    const file = fromRegister(await zip.read(name), options);
    if (file) return await withPlan(file, zip, named(PLAN), COLUMNS);
  }
  if (named(PLAN).length === 0) return null;
  throw new UnreadableFile('This zip of YNAB has no register.');
};

function fromRegister(bytes: Uint8Array, { answers }: ParseOptions): ParsedFile | null {
  const table = readKnownColumns(
    bytes,
    (columns) =>
      !columns.includes('running balance') &&
      ['account', 'date', 'payee', 'category', 'memo', 'outflow', 'inflow'].every((name) => columns.includes(name)),
  );
  return table && parsedBooks({ format: 'ynab', ...readRegister(table, COLUMNS, answers) });
}
