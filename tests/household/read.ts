import { readFileSync } from 'node:fs';

/** A call to the API for a row of the file; `cents` is the row's amount. */
export type Entry = {
  call: 'create-expense' | 'create-income';
  cents: number;
  body: Record<string, unknown> & { date: string };
};

/**
 * Reads the CSV file at `path`, which is newest first, and gives its entries oldest first. Skips transfers between the
 * household's accounts.
 */
export function readHousehold(path: string): Entry[] {
  const [, ...rows] = parseCsv(readFileSync(path, 'utf8'));
  return rows
    .toReversed()
    .map((row) => entry(row))
    .filter((one) => one !== null);
}

function entry([
  when = '',
  mode = '',
  category = '',
  subcategory = '',
  note = '',
  amount = '',
  type = '',
]: string[]): Entry | null {
  if (type !== 'Income' && type !== 'Expense') return null;
  const [day, month, year] = when.slice(0, 10).split('-');
  const title = [note, subcategory, category].map((text) => text.trim()).find((text) => text !== '') ?? '';
  const shared = { title: title.slice(0, 40), amount: Number(amount), date: `${year}-${month}-${day}` };
  const [whole = '', rest = ''] = amount.split('.');
  const cents = Number(whole) * 100 + Number(rest.padEnd(2, '0'));
  return type === 'Expense'
    ? { call: 'create-expense', cents, body: { ...shared, wallet: wallet(mode), category: expenseCategory(category) } }
    : { call: 'create-income', cents, body: { ...shared, category: incomeCategory(category) } };
}

function wallet(mode: string): string {
  const known = ['Cash', 'Credit card', 'Debit card'].find((name) => name.toLowerCase() === mode.trim().toLowerCase());
  return known ?? 'Bank';
}

const EXPENSE: Record<string, string> = {
  food: 'Food & Drinks',
  transportation: 'Travel',
  tourism: 'Travel',
  health: 'Healthcare',
  education: 'Education',
  subscription: 'Entertainment',
  household: 'Bills & Fees',
  maid: 'Bills & Fees',
  cook: 'Bills & Fees',
  rent: 'Bills & Fees',
  apparel: 'Shopping',
  beauty: 'Shopping',
};

function expenseCategory(category: string): string {
  return EXPENSE[category.trim().toLowerCase()] ?? 'Other';
}

function incomeCategory(category: string): string {
  const name = category.trim().toLowerCase();
  if (name === 'salary' || name === 'bonus') return 'Salary';
  return name === 'gift' ? 'Gifts' : 'Extra Income';
}

/** Parses CSV (RFC 4180). */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
