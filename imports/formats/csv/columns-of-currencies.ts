import { currencyOfHeader, normalisedHeader } from './headers.ts';
import { isEntry, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** A column of amounts in one currency, beside such a column in another. */
export type ColumnOfCurrency = { column: number; currency: string };

/**
 * The columns of amounts in several currencies, a column for each (`CAD$`, `USD$`): each line fills one column.
 * None where there are no two.
 */
export function columnsOfCurrencies(
  { columns, header }: Layout,
  entries: readonly TableLine[],
): readonly ColumnOfCurrency[] {
  const found = columns.flatMap(({ index, amounts }) => {
    const name = header[index] ?? '';
    const currency = currencyOfHeader(name);
    const isOfCurrency = currency !== null && amounts > 0 && isCurrencyAlone(name);
    return isOfCurrency ? [{ column: index, currency }] : [];
  });
  const areDifferent = new Set(found.map(({ currency }) => currency)).size === found.length;
  const isFilled = ({ cells }: TableLine) =>
    found.filter(({ column }) => (cells[column] ?? '').trim() !== '').length === 1;
  return found.length > 1 && areDifferent && entries.filter(isEntry).every(isFilled) ? found : [];
}

/** Whether a header names a currency and nothing but that it is an amount. */
function isCurrencyAlone(header: string): boolean {
  const words = normalisedHeader(header.replaceAll(/[$€£]/g, ' ')).split(' ');
  return words.every((word) => word.length <= 3 || AMOUNT_WORDS.has(word));
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
