import { looksLikeAmount, looksLikeMoney } from './amounts.ts';
import { looksLikeDay, writtenDate } from './dates.ts';
import { directionOf, type HeaderRole, normalisedHeader, rolesOfHeader } from './headers.ts';
import type { TableLine } from './syntax.ts';

/** The place of the entries in a table, and its columns. */
export type Layout = {
  /** The index of the header in the table, or null if there is none. */
  headerAt: number | null;
  header: readonly string[];
  /** The index of the first line that can be an entry. */
  firstAt: number;
  columns: readonly CsvColumn[];
  /** The number of lines in the sample from which the columns were made. */
  looked: number;
};

/** A column by its header and a sample of its cells. */
export type CsvColumn = {
  index: number;
  header: string;
  roles: ReadonlyMap<HeaderRole, number>;
  filled: number;
  days: number;
  amounts: number;
  monies: number;
  negatives: number;
  directions: number;
  currencies: number;
  distinct: number;
  /** The number of cells with a word of letters alone. */
  words: number;
  /** The mean number of characters of filled cells. */
  length: number;
};

const WORD = /(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/u;
const HEADER_LINES_MAX = 150;
/** The first lines, by which columns are found. */
export const LOOKED_LINES = 400;
const HEADER_CHARS_MAX = 80;
/** The number of cells of a line that are compared with known headers. */
const HEADER_CELLS_MAX = 400;

/** Whether a line can be an entry: it has a day and, in another cell, an amount. */
export function isEntry({ cells }: TableLine): boolean {
  const day = cells.findIndex(looksLikeDay);
  return day >= 0 && cells.some((cell, index) => index !== day && looksLikeAmount(cell));
}

export function isBlank({ cells }: TableLine): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/**
 * Finds the header, by known words or else as the line of texts before the first row, and looks at the columns below.
 * Lines before `from`, an index of the table, are left out; without a header the first row is at `from` where
 * `isFirst`, else it is the first line that is an entry, or one right above that lacks only a date or an amount that
 * can be read (product 11.10). `given` is the index of the header that was given, null for none.
 */
export function layoutOf(table: readonly TableLine[], from: number, isFirst = false, given?: number | null): Layout {
  const firstEntry = table.findIndex((line, index) => index >= from && isEntry(line));
  const named = namedHeader(table, from);
  const isNamedUsed =
    named !== null && (firstEntry < 0 || named < firstEntry || isStrongHeader(table[named]?.cells ?? []));
  const firstRow = firstRowAt(table, from, firstEntry);
  const found = isNamedUsed ? named : headerByShape(table, from, firstRow);
  const headerAt = given === undefined ? found : given;
  const unnamed = isFirst ? from : firstRow < 0 ? table.length : firstRow;
  const firstAt = headerAt !== null ? headerAt + 1 : unnamed;
  const header = headerAt === null ? [] : (table[headerAt]?.cells ?? []).map((cell) => cell.trim());
  const all = sampleOf(table, firstAt);
  // Lines with more cells than the header have delimiters in a text.
  const regular = headerAt === null ? all : all.filter(({ cells }) => filledWidth(cells) <= header.length);
  const sample = regular.length * 2 >= all.length ? regular : all;
  const width = Math.max(header.length, ...sample.map(({ cells }) => cells.length), 0);
  const columns = Array.from({ length: width }, (_, index) => columnOf(index, header[index] ?? '', sample));
  return { headerAt, header, firstAt, columns, looked: sample.length };
}

function namedHeader(table: readonly TableLine[], from: number): number | null {
  let best: { index: number; score: number } | null = null;
  for (let index = from; index < Math.min(table.length, from + HEADER_LINES_MAX); index += 1) {
    const cells = table[index]?.cells ?? [];
    const score = headerScore(cells);
    if (score > (best?.score ?? 0)) best = { index, score };
  }
  return best?.index ?? null;
}

/**
 * The score of a line as a header: its cells that are known headers, and 3 each for a date's and an amount's among
 * them. 0 where it is none.
 */
function headerScore(cells: readonly string[]): number {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length < 2) return 0;
  if (filled.some((cell) => cell.length > HEADER_CHARS_MAX || looksLikeDay(cell) || looksLikeAmount(cell))) return 0;
  const known = filled.slice(0, HEADER_CELLS_MAX).filter((cell) => rolesOfHeader(cell).size > 0);
  const { hasDay, hasMoney } = contentsOf(known);
  if (!(hasDay && (hasMoney || known.length >= 3)) && !(hasMoney && known.length >= 3)) return 0;
  return known.length + (hasDay ? 3 : 0) + (hasMoney ? 3 : 0);
}

function isStrongHeader(cells: readonly string[]): boolean {
  const { hasDay, hasMoney } = contentsOf(cells);
  return hasDay && hasMoney;
}

function contentsOf(cells: readonly string[]): { hasDay: boolean; hasMoney: boolean } {
  const has = (...roles: HeaderRole[]) => cells.some((cell) => roles.some((role) => rolesOfHeader(cell).has(role)));
  return { hasDay: has('booked', 'date', 'done', 'value'), hasMoney: has('amount', 'debit', 'credit', 'balance') };
}

/**
 * The first of the lines right above the first entry that are rows like it, but for a date or an amount that can't be
 * read.
 */
function firstRowAt(table: readonly TableLine[], from: number, firstEntry: number): number {
  const entry = table[firstEntry]?.cells ?? [];
  const width = entry.length;
  const dayAt = entry.findIndex(looksLikeDay);
  const amountsAt = [...entry.keys()].filter((index) => index !== dayAt && looksLikeAmount(entry[index] ?? ''));
  // A number beside a label, such as the account's, is no amount where amounts have decimals.
  const isAmount = (cell: string, index: number) =>
    looksLikeAmount(cell) && (looksLikeMoney(cell) || !looksLikeMoney(entry[index] ?? ''));
  const isRow = (cells: readonly string[]) => {
    if (cells.length < Math.min(3, width) || Math.abs(cells.length - width) > 2) return false;
    if (writtenDate(cells[dayAt] ?? '') !== null) return true;
    return cells.length === width && amountsAt.some((index) => isAmount(cells[index] ?? '', index));
  };
  let first = firstEntry;
  for (let index = firstEntry - 1; index >= from; index -= 1) {
    const line = table[index] as TableLine;
    if (isRow(line.cells)) first = index;
    else if (!isBlank(line)) break;
  }
  return first;
}

function headerByShape(table: readonly TableLine[], from: number, firstRow: number): number | null {
  let index = firstRow - 1;
  while (index >= from && isBlank(table[index] as TableLine)) index -= 1;
  if (index < from || firstRow < 0) return null;
  const cells = (table[index]?.cells ?? []).map((cell) => cell.trim());
  const width = table[firstRow]?.cells.length ?? 0;
  const filled = cells.filter((cell) => cell !== '');
  const isHeader =
    filled.length >= 2 &&
    filled.length >= width * 0.6 &&
    Math.abs(cells.length - width) <= 2 &&
    new Set(filled).size === filled.length &&
    filled.every((cell) => cell.length <= HEADER_CHARS_MAX && !looksLikeDay(cell) && !/\d/.test(cell));
  return isHeader ? index : null;
}

function sampleOf(table: readonly TableLine[], firstAt: number): TableLine[] {
  const sample: TableLine[] = [];
  const step = Math.max(1, Math.floor((table.length - firstAt) / LOOKED_LINES));
  for (let index = firstAt; index < table.length; index += step) {
    const line = table[index];
    if (line && isEntry(line)) sample.push(line);
  }
  return sample;
}

function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

function columnOf(index: number, header: string, sample: readonly TableLine[]): CsvColumn {
  const column = {
    filled: 0,
    days: 0,
    amounts: 0,
    monies: 0,
    negatives: 0,
    directions: 0,
    currencies: 0,
    length: 0,
    words: 0,
  };
  const values = new Set<string>();
  for (const { cells } of sample) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '') continue;
    column.filled += 1;
    column.length += cell.length;
    values.add(cell);
    if (looksLikeDay(cell)) column.days += 1;
    if (directionOf(cell) !== null) column.directions += 1;
    if (WORD.test(cell)) column.words += 1;
    if (/^[A-Z]{3}$/.test(cell)) column.currencies += 1;
    if (!looksLikeAmount(cell)) continue;
    column.amounts += 1;
    if (looksLikeMoney(cell)) column.monies += 1;
    if (/^[^\d]*[-−(]|[-−]\s*\D*$/.test(cell)) column.negatives += 1;
  }
  const length = column.length / Math.max(1, column.filled);
  return { ...column, index, header, roles: rolesOfHeader(header), distinct: values.size, length };
}

/**
 * The text that identifies files of one kind, to be hashed: the header, or the kinds of the columns where there is
 * none.
 */
export function kindOf({ header, headerAt, columns }: Layout): string {
  if (headerAt !== null) return header.map(normalisedHeader).join('|');
  const kinds = columns.map((column) => (holdsDays(column) ? 'date' : holdsAmounts(column) ? 'amount' : 'text'));
  return `${columns.length} columns: ${kinds.join('|')}`;
}

/** Whether a column holds days: it has some, and few other texts. */
export function holdsDays({ filled, days }: CsvColumn): boolean {
  return days > 0 && days >= filled * 0.5;
}

/** Whether a column holds amounts. */
export function holdsAmounts({ filled, amounts, days }: CsvColumn): boolean {
  return amounts > 0 && amounts >= filled * 0.8 && days < filled;
}
