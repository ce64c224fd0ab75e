/** What stands in a cell; null and undefined leave it empty. */
export type Value = string | number | null | undefined;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** What makes quotes necessary (RFC 4180), and what some readers would cut off without. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A table as CSV by RFC 4180, its head first. A text that a spreadsheet would take for a formula gets a leading
 * apostrophe; numbers stay numbers.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Value[])[]): string {
  return BYTE_ORDER_MARK + [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
