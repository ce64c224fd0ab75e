import type { CellObject, WorkSheet } from '@e965/xlsx';
import papaparse from 'papaparse';
import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { UnreadableFile } from '../../parsed.ts';

/**
 * A sheet, and its table of text with commas: a line for each of its rows, so that a line has the number of its row.
 * `table` throws UnreadableFile where the sheet has too many rows.
 */
export type Sheet = { name: string; table: () => string };

const SHEETS_MAX = 20;
/** A sheet with more columns has empty cells that are filled in. */
const COLUMNS_MAX = 200;
/** Lines above and below a table, and between its rows. */
const OTHER_ROWS_MAX = 20_000;
/** The digits of a number that a computer keeps without error. */
const DIGITS = 15;
/** The bytes in which a document of OpenDocument has its first file, which tells its kind. */
const HEAD_BYTES = 200;

/**
 * The sheets of a workbook that are shown, in their order, with the values of their cells: days as ISO dates, amounts
 * with a decimal point, texts as they are. The value of a formula is its last one. Throws the library's errors where
 * the workbook is damaged.
 */
export async function sheetsOf(source: Uint8Array | string): Promise<Sheet[]> {
  // The library is large, and most files need none.
  const { read, SSF } = await import('@e965/xlsx');
  const book = read(source, {
    type: typeof source === 'string' ? 'string' : 'array',
    // The currency of a cell is in its format, and in OpenDocument only in its text.
    dense: true,
    raw: true,
    UTC: true,
    cellNF: true,
    cellText: isOpenDocument(source),
    cellFormula: false,
    cellHTML: false,
    cellStyles: false,
    bookVBA: false,
  });
  const { Sheets: properties = [], WBProps: { date1904 = false } = {} } = book.Workbook ?? {};
  const shown = book.SheetNames.filter((_, index) => !properties[index]?.Hidden).slice(0, SHEETS_MAX);
  const textOf = (cell: CellObject) => cellText(cell, { date1904, ...SSF });
  return shown.flatMap((name) => {
    const sheet = book.Sheets[name];
    return sheet ? [{ name, table: () => papaparse.unparse(rowsOf(sheet, textOf), { newline: '\n' }) }] : [];
  });
}

function isOpenDocument(source: Uint8Array | string): boolean {
  return typeof source !== 'string' && Buffer.from(source.subarray(0, HEAD_BYTES)).includes('mimetype');
}

/** The rows of a sheet up to the last that has a text. */
function rowsOf(sheet: WorkSheet, textOf: (cell: CellObject) => string): string[][] {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  const rows: string[][] = [];
  let filled = 0;
  for (let at = 0; at < data.length; at += 1) {
    const cells = Array.from(data[at]?.slice(0, COLUMNS_MAX) ?? [], (cell) => (cell ? textOf(cell) : ''));
    const isFilled = cells.some((cell) => cell !== '');
    if (isFilled) filled += 1;
    if (filled > IMPORT_ROWS_MAX + OTHER_ROWS_MAX) {
      throw new UnreadableFile(`This spreadsheet has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows.`);
    }
    if (!isFilled) continue;
    while (rows.length < at) rows.push(['']);
    rows.push(cells);
  }
  return rows;
}

type DateCodes = {
  date1904: boolean;
  is_date(format: string): boolean;
  parse_date_code(value: number, options: { date1904: boolean }): DateCode | null;
};
type DateCode = { y: number; m: number; d: number; H: number; M: number; S: number };

function cellText({ t, v, w, z }: CellObject, codes: DateCodes): string {
  if (t === 'e' || t === 'z' || v === undefined || v === null) return '';
  if (v instanceof Date) return Number.isNaN(v.getTime()) ? '' : isoDay(v.toISOString());
  if (typeof v !== 'number') return String(v);
  if (typeof z === 'string' && codes.is_date(z)) {
    const date = codes.parse_date_code(v, { date1904: codes.date1904 });
    if (date && date.y > 1900) return dayText(date);
  }
  const currency = currencyOf(typeof z === 'string' ? z : (w ?? ''));
  return currency === '' ? numberText(v) : `${numberText(v)} ${currency}`;
}

/**
 * The currency in the format or the text of a number: `[$€-407]`, `"kr"`, `R$`, `12.50 €`; the empty string for none,
 * and for a dollar sign alone, which formats have by themselves.
 */
function currencyOf(format: string): string {
  const { plain, quoted } = CURRENCY.exec(format)?.groups ?? {};
  const sign = (plain ?? quoted ?? '').trim();
  return sign === '$' ? '' : sign;
}
const CURRENCY =
  /\[\$(?<plain>[^\]-]{1,5})|"?(?<quoted>\p{L}{0,3}\p{Sc}|(?<!\p{L})(?:kr\.?|zł|Kč|Ft|lei|CHF|EUR|USD|GBP))/u;

const two = (part: number) => String(Math.floor(part)).padStart(2, '0');

function dayText({ y, m, d, H, M, S }: DateCode): string {
  return isoDay(`${y}-${two(m)}-${two(d)}T${two(H)}:${two(M)}:${two(S)}`);
}

/** A day, with its time where it has one. */
function isoDay(instant: string): string {
  const [day = '', time = ''] = instant.split('T');
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`;
}

/** A number without the errors of floats; a number with cents has two decimals, as amounts have. */
function numberText(value: number): string {
  const exact = Number(value.toPrecision(DIGITS));
  if (Number.isInteger(exact)) return Math.abs(exact) < 1e21 ? exact.toFixed(0) : String(exact);
  const inCents = exact.toFixed(2);
  return Number(inCents) === exact ? inCents : String(exact);
}
