/** Value of a cell; null and undefined become an empty cell. A decimal is written as it is. */
export type CsvValue = string | number | { decimal: string } | null | undefined;

/** The columns of an export of transactions, and of goals (product 10.5). */
export const TRANSACTION_COLUMNS = ['Date', 'Type', 'Method', 'Title', 'Category', 'Amount', 'Recorded', 'Receipt'];
export const GOAL_COLUMNS = [
  'Title',
  'Category',
  'Final Target',
  'Current Saved Amount',
  'Date of Completion',
  'Description',
];

/** The columns of what a search has found (product 9.7). */
export const FOUND_COLUMNS = [
  ...['Date', 'Type', 'Title', 'Amount', 'Category', 'Account', 'To account', 'Note', 'Tags', 'Parts', 'Receipt'],
  'Change-set',
];

/** A text that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** A text that needs quotes (RFC 4180), or whose outer spaces some parsers would trim. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Spreadsheets detect UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Formats a header and rows as CSV (RFC 4180) with a byte order mark. A text that a spreadsheet would run as a formula
 * gets a leading apostrophe (product 10.5).
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return csvHeader(header) + rows.map(csvRow).join('');
}

/** The first line of a CSV file, with a byte order mark. */
export function csvHeader(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRow(columns);
}

/** A line of a CSV file. */
export function csvRow(cells: readonly CsvValue[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value.decimal;
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
