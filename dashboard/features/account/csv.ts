/** Value of a cell; null and undefined become an empty cell. */
export type Value = string | number | null | undefined;

/** A text that spreadsheets interpret as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** A text that needs quotes (RFC 4180), or whose outer spaces some parsers would trim. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Spreadsheets detect UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Formats a header and rows as CSV (RFC 4180) with a byte order mark. A text that a spreadsheet would run as a formula
 * gets a leading apostrophe.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Value[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
