import { CURRENCY_CODES } from './amounts.ts';
import { currencyOfHeader, normalisedHeader } from './headers.ts';
import { isEntry, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** A column of amounts in one currency, beside such a column in another. */
export type ColumnOfCurrency = { column: number; currency: string };

/**
 * The columns of amounts in several currencies, a column for each (`CAD$`, `USD$`): each line fills one column, or two
 * columns with opposite signs where money was exchanged. Empty where the table has fewer than two such columns.
 */
export function columnsOfCurrencies(
  { columns, header }: Layout,
  entries: readonly TableLine[],
): readonly ColumnOfCurrency[] {
  const found = columns.flatMap(({ index, amounts }) => {
    const currency = currencyAlone(header[index] ?? '');
    return currency !== null && amounts > 0 ? [{ column: index, currency }] : [];
  });
  const areDifferent = new Set(found.map(({ currency }) => currency)).size === found.length;
  const isOfOne = ({ cells }: TableLine) => {
    const [first = '', second, ...others] = filledCells(cells, found);
    return second === undefined ? first !== '' : others.length === 0 && isNegative(first) !== isNegative(second);
  };
  return found.length > 1 && areDifferent && entries.filter(isEntry).every(isOfOne) ? found : [];
}

/**
 * Returns the cells of a line once for each column of a currency that it fills, each without the amounts in other
 * currencies; the cells as they are where the line fills one column.
 */
export function linesByCurrency(
  cells: readonly string[],
  inCurrencies: readonly ColumnOfCurrency[],
): readonly (readonly string[])[] {
  const filled = inCurrencies.filter(({ column }) => isFilled(cells[column]));
  if (filled.length < 2) return [cells];
  return filled.map(({ column }) =>
    cells.map((cell, index) => (index !== column && filled.some((other) => other.column === index) ? '' : cell)),
  );
}

/** Whether a cell has an amount other than 0. */
export function isFilled(cell: string | undefined): boolean {
  return /[1-9]/.test(cell ?? '');
}

function filledCells(cells: readonly string[], columns: readonly ColumnOfCurrency[]): string[] {
  return columns.map(({ column }) => cells[column] ?? '').filter(isFilled);
}

function isNegative(cell: string): boolean {
  return /[-−–(]/.test(cell);
}

/** The currency of a header that names it and nothing else than an amount, as `GEL` and `Amount (EUR)` do. */
function currencyAlone(header: string): string | null {
  const code = header.trim();
  if (CURRENCY_CODES.has(code)) return code;
  const words = normalisedHeader(header.replaceAll(/[$€£]/g, ' ')).split(' ');
  if (!words.every((word) => word.length <= 3 || AMOUNT_WORDS.has(word))) return null;
  const named = currencyOfHeader(header);
  if (named !== null || !words.some((word) => AMOUNT_WORDS.has(word))) return named;
  return header.match(/\b[A-Z]{3}\b/g)?.find((word) => CURRENCY_CODES.has(word)) ?? null;
}

const AMOUNT_WORDS = new Set([
  'amount',
  'betrag',
  'montant',
  'importe',
  'importo',
  'valor',
  'bedrag',
  'kwota',
  'сумма',
]);
