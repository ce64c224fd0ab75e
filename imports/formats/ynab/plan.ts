import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { readKnownColumns } from '../../known-columns.ts';
import { decimalMarkOf, moneyCents } from '../../money-text.ts';
import type { ParsedBudget, ParsedFile } from '../../parsed.ts';
import { tooManyRows } from '../../whole-books.ts';
import type { Zip } from '../../zip.ts';
import { type CategoryColumns, registerCategory } from './register.ts';

/** The names of the column with what is planned, the newer one first. */
const PLANNED = ['assigned', 'budgeted'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The money set by to pay off cards: these are accounts of debts, which no plan counts. */
const CARD_PAYMENTS = /^credit card payments$/i;

/**
 * Reads the plan that YNAB exports beside its register: what is planned for categories in months, and a sentence where
 * lines can't be read. Null for other files; throws UnreadableFile where it has more lines than a file may have rows.
 */
function readPlan(bytes: Uint8Array, columns: CategoryColumns): { budget: ParsedBudget; remarks: string[] } | null {
  const table = readKnownColumns(
    bytes,
    (names) =>
      ['month', columns.category, columns.group].every((name) => names.includes(name)) &&
      PLANNED.some((name) => names.includes(name)),
  );
  if (!table) return null;
  if (table.rows.length > IMPORT_ROWS_MAX) throw tooManyRows();
  const planned = PLANNED.find((name) => table.columns.includes(name)) ?? '';
  const mark = decimalMarkOf(table.rows.map((row) => row.cell(planned)));
  const plans: ParsedBudget['plans'][number][] = [];
  let unread = 0;
  for (const row of table.rows) {
    const group = row.cell(columns.group);
    const category = CARD_PAYMENTS.test(group) ? null : registerCategory(group, row.cell(columns.category));
    if (category === null) continue;
    const month = monthOf(row.cell('month'));
    const amount = row.cell(planned) === '' ? 0 : moneyCents(row.cell(planned), mark);
    if (month === null || amount === null) unread += 1;
    else if (amount !== 0) plans.push({ category, month, amount });
  }
  const are = unread === 1 ? "1 line of this file's plan" : `${unread} lines of this file's plan`;
  return {
    budget: { plans, carries: [], targets: [] },
    remarks: unread === 0 ? [] : [`${are} can't be read, and left out.`],
  };
}

/** A file with the first of the plans that a zip holds beside its register, by their names. */
export async function withPlan(
  file: ParsedFile,
  zip: Zip,
  names: readonly string[],
  columns: CategoryColumns,
): Promise<ParsedFile> {
  for (const name of names) {
    const plan = readPlan(await zip.read(name), columns);
    if (plan) return { ...file, budget: plan.budget, remarks: [...(file.remarks ?? []), ...plan.remarks] };
  }
  return file;
}

/** A month as YNAB writes it: `Jan 2025`, in YNAB 4 `January 2014`. */
function monthOf(text: string): string | null {
  const [, name = '', year] = /^(\p{L}{3})\p{L}*\.? (\d{4})$/u.exec(text) ?? [];
  const place = MONTHS.indexOf(name.toLowerCase());
  return place < 0 ? null : `${year}-${String(place + 1).padStart(2, '0')}`;
}
