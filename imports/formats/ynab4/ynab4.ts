import { readKnownColumns } from '../../known-columns.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedFile, type ParseOptions, UnreadableFile } from '../../parsed.ts';
import { parsedBooks } from '../../whole-books.ts';
import { openZip } from '../../zip.ts';
import { withPlan } from '../ynab/plan.ts';
import { readRegister } from '../ynab/register.ts';
import { isFullBudget, readFullBudget } from './full-budget.ts';

const COLUMNS = { category: 'sub category', group: 'master category' };

/**
 * Reads books of YNAB 4: the register of its export, also zipped with its plan, a `Budget.yfull`, or a zip of its
 * package, of whose devices the fullest budget counts. Null for other files; throws UnreadableFile where they are
 * broken (product 11.11).
 */
export const readYnab4: Reader = async (bytes, options) => {
  if (isFullBudget(bytes)) return readFullBudget(bytes);
  const zip = await openZip(bytes);
  if (!zip) return fromRegister(bytes, options);
  const budgets: Buffer[] = [];
  for (const name of zip.names)
    if (/\.yfull$/i.test(name) && !/__MACOSX/.test(name)) budgets.push(await zip.read(name));
  const [fullest] = budgets.sort((a, b) => b.length - a.length);
  if (fullest && !isFullBudget(fullest)) throw new UnreadableFile("The budget of YNAB 4 in this zip can't be read.");
  if (fullest) return readFullBudget(fullest);
  for (const name of zip.names.filter((path) => /register[^/]*\.(csv|txt)$/i.test(path))) {
    const file = fromRegister(await zip.read(name), options);
    const plans = zip.names.filter((path) => /budget[^/]*\.(csv|txt)$/i.test(path) && path !== name);
    if (file) return await withPlan(file, zip, plans, COLUMNS);
  }
  return null;
};

function fromRegister(bytes: Uint8Array, { answers }: ParseOptions): ParsedFile | null {
  const table = readKnownColumns(bytes, (columns) =>
    ['account', 'date', 'payee', 'sub category', 'memo', 'outflow', 'inflow'].every((name) => columns.includes(name)),
  );
  return table && parsedBooks({ format: 'ynab4', ...readRegister(table, COLUMNS, answers) });
}
