import type { ImportBudget, ImportPreview, RowStatus } from '#contract/import-calls.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney, formatSigned, signedText } from '../../ui/money.ts';

/** The words for statuses of rows, in the order of the filter. */
export const STATUS_WORDS: Record<RowStatus, string> = {
  new: 'New',
  likely: 'Likely the same',
  transfer: 'Transfer',
  known: 'Known',
  'not-booked': 'Not booked',
  invalid: 'Invalid',
};

/** The names of formats. */
export const FORMAT_NAMES: Record<ImportPreview['format'], string> = {
  spreadsheet: 'Spreadsheet',
  csv: 'CSV',
  ofx: 'OFX',
  'camt.053': 'CAMT.053',
  mt940: 'MT940',
  qif: 'QIF',
  ynab4: 'YNAB 4',
  ynab: 'YNAB',
  actual: 'Actual',
  firefly: 'Firefly III',
  gnucash: 'GnuCash',
  beancount: 'Beancount',
  hledger: 'hledger',
  daybook: 'Daybook',
};

const DATE_ORDERS: Record<string, string> = { ymd: 'year first', dmy: 'day first', mdy: 'month first' };
const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Words for the dialect of a file, such as `semicolons`, `day first`. */
export function dialectWords(dialect: ImportPreview['dialect']): string[] {
  return Object.entries(dialect).flatMap(([name, value]) => {
    if (name === 'delimiter') return DELIMITERS[String(value)] ?? `separated by ${value}`;
    if (name === 'decimalMark') return value === ',' ? 'decimal comma' : 'decimal point';
    if (name === 'dateOrder') return DATE_ORDERS[String(value)] ?? [];
    if (name === 'version' && typeof value === 'number') return `version ${value}`;
    if (name === 'header') return value === true ? [] : 'no header';
    return name === 'quote' ? [] : String(value);
  });
}

/** Number with its noun, such as `1 entry`, `1,204 entries`. */
export function counted(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/** Amount with its sign, such as `+ $86.00`; of 0 without one. */
export function withSign(amount: number, currency: string): string {
  return amount > 0 ? signedText('+', formatMoney(amount, currency)) : formatSigned(amount, currency);
}

/** Short form of a day, such as `Mar 14, 2026`. Takes an ISO date. */
export function shortDay(date: string): string {
  const { month, day, year } = formatDay(date);
  return `${month.slice(0, 3)} ${day}, ${year}`;
}

/** The words for the plans of a file's budget, such as `3 plans and 1 target`; empty if it has none. */
export function budgetWords({ plans, targets, carries }: ImportBudget): string {
  const words = [
    plans > 0 && counted(plans, 'plan', 'plans'),
    targets > 0 && counted(targets, 'target', 'targets'),
    carries > 0 && counted(carries, 'setting of what carries over', 'settings of what carries over'),
  ].filter((each) => each !== false);
  return new Intl.ListFormat('en-US').format(words);
}
