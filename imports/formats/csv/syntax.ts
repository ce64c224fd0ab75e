import { UnreadableFile } from '../../parsed.ts';
import { looksLikeAmount } from './amounts.ts';
import { looksLikeDay } from './dates.ts';
import { rolesOfHeader } from './headers.ts';
import { mayHaveGuards, plainCell } from './numerals.ts';

/**
 * A line of a table: the number of the line of the file on which it begins, from 1, and its cells. `written` has them
 * as they are in the file where some are guarded there (`plainCell`).
 */
export type TableLine = { line: number; cells: readonly string[]; written?: readonly string[] };

export type Syntax = { delimiter: string; quote: '"' | "'" };

/** Longest line, and most columns and lines, that are read; real exports of banks stay far below. */
const LINE_CHARS_MAX = 100_000;
const COLUMNS_MAX = 1_000;
const LINES_MAX = 1_000_000;
/** A quoted cell that goes on for more lines or characters than these has lost its closing quote. */
const CELL_LINES_MAX = 60;
const CELL_CHARS_MAX = 20_000;
const SAMPLE_LINES = 120;
/** The number of cells of a line that are compared with known headers. */
const HEADER_CELLS = 40;

const DELIMITERS = [';', '\t', ',', '|', '^', '~', '\u001f'];
const NO_DELIMITERS = new Set(['"', "'", '\n', '\r']);

/** Splits a text into its lines. Throws UnreadableFile where there are too many or one is too long. */
export function csvLines(text: string): string[] {
  // Some exports end lines with CR CR LF. Only the first CR of a run looks for its end, which keeps it linear.
  const plain = text.includes('\r') ? text.replaceAll(/(?<!\r)\r+\n|\r/g, '\n') : text;
  let count = 0;
  for (
    let position = plain.indexOf('\n');
    position >= 0 && count <= LINES_MAX;
    position = plain.indexOf('\n', position + 1)
  )
    count += 1;
  if (count > LINES_MAX)
    throw new UnreadableFile(`This file has more than ${LINES_MAX.toLocaleString('en-US')} lines.`);
  const lines = plain.split('\n');
  const long = lines.findIndex(({ length }) => length > LINE_CHARS_MAX);
  if (long >= 0) {
    const limit = LINE_CHARS_MAX.toLocaleString('en-US');
    throw new UnreadableFile(`Line ${long + 1} is longer than ${limit} characters, so this is no table of entries.`);
  }
  return lines;
}

/** The delimiter that a first line such as `sep=;` declares; null for any other line. */
export function declaredDelimiter(line: string | undefined): string | null {
  return /^"?sep=([^\p{L}\p{N}"' ])"?;*\s*$/iu.exec(line ?? '')?.[1] ?? null;
}

/**
 * Finds the delimiter and the quote of a table: those by which most lines get a date and an amount, and else by which
 * the lines have known headers or equally many cells. `given` is the delimiter where it is known; one that can't be is
 * not used.
 */
export function syntaxOf(lines: readonly string[], given: string | null): Syntax {
  const filled = lines.filter((line) => line.trim() !== '');
  const middle = Math.max(SAMPLE_LINES, Math.floor(filled.length / 2));
  const sample = [...filled.slice(0, SAMPLE_LINES), ...filled.slice(middle, middle + 40)];
  let best: { syntax: Syntax; score: number } | null = null;
  for (const delimiter of given === null || NO_DELIMITERS.has(given) ? DELIMITERS : [given]) {
    const syntax: Syntax = { delimiter, quote: quoteOf(sample, delimiter) };
    const score = scoreOf(tableOf(sample, syntax));
    if (best === null || score > best.score) best = { syntax, score };
  }
  return best?.syntax ?? { delimiter: ',', quote: '"' };
}

/** A single quote is one where it encloses cells and double quotes don't. */
function quoteOf(sample: readonly string[], delimiter: string): '"' | "'" {
  const enclosed = (quote: string) => {
    const cells = sample.flatMap((line) => line.split(delimiter));
    return cells.filter((cell) => cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)).length;
  };
  return enclosed("'") >= sample.length && enclosed('"') === 0 ? "'" : '"';
}

function scoreOf(table: readonly TableLine[]): number {
  let entries = 0;
  let headers = 0;
  const widths = new Map<number, number>();
  for (const { cells } of table) {
    if (cells.length < 2) continue;
    const day = cells.findIndex(looksLikeDay);
    if (day >= 0 && cells.some((cell, column) => column !== day && looksLikeAmount(cell))) entries += 1;
    else
      headers = Math.max(headers, cells.slice(0, HEADER_CELLS).filter((cell) => rolesOfHeader(cell).size > 0).length);
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  }
  const alike = Math.max(0, ...widths.values());
  return entries * 10 + Math.min(headers, 8) * 3 + alike / Math.max(1, table.length);
}

/**
 * Splits lines into cells. A quoted cell may go over several lines; where its closing quote is missing, the quote
 * counts as text, so that one broken line takes no other with it. Throws UnreadableFile where a line has too many
 * columns.
 */
export function tableOf(lines: readonly string[], syntax: Syntax): TableLine[] {
  const table: TableLine[] = [];
  const ends = new Map<number, Within>();
  for (let start = 0; start < lines.length; ) {
    const line = lines[start] ?? '';
    let until = start + 1;
    let cells = line.includes(syntax.quote) ? cellsOf(line, syntax) : line.split(syntax.delimiter);
    if (cells === null) {
      // A quoted cell goes over several lines, or a quote is broken.
      until = endOfRecord(lines, start, syntax, ends);
      const record = lines.slice(start, until).join('\n');
      cells = (until > start + 1 ? cellsOf(record, syntax) : null) ?? cellsOfBroken(record, syntax);
    }
    if (cells.length > COLUMNS_MAX) {
      const limit = COLUMNS_MAX.toLocaleString('en-US');
      throw new UnreadableFile(`Line ${start + 1} has more than ${limit} columns, so this is no table of entries.`);
    }
    const isPlain = !mayHaveGuards(line);
    table.push(isPlain ? { line: start + 1, cells } : { line: start + 1, cells: cells.map(plainCell), written: cells });
    start = until;
  }
  return table;
}

/**
 * The state after a line that begins within a quoted cell: still open, closed, or broken by a quote in a wrong place.
 */
type Within = 'open' | 'closed' | 'broken';

/**
 * The index after the last line of the record that begins at `start`. `ends` keeps how lines end, so that each is
 * looked at once.
 */
function endOfRecord(
  lines: readonly string[],
  start: number,
  { delimiter, quote }: Syntax,
  ends: Map<number, Within>,
): number {
  const first = lines[start] ?? '';
  if (!isOpenAfter(first, delimiter, quote, false)) return start + 1;
  let chars = first.length;
  for (let index = start + 1; index < lines.length && index - start < CELL_LINES_MAX; index += 1) {
    const line = lines[index] ?? '';
    chars += line.length;
    if (chars > CELL_CHARS_MAX) break;
    const end = ends.get(index) ?? endWithin(line, delimiter, quote);
    ends.set(index, end);
    if (end !== 'open') return end === 'closed' ? index + 1 : start + 1;
  }
  return start + 1;
}

function endWithin(line: string, delimiter: string, quote: string): Within {
  if (isOpenAfter(line, delimiter, quote, true)) return 'open';
  return closesWell(line, delimiter, quote) ? 'closed' : 'broken';
}

/** Whether a quoted cell is still open at the end of a line, which begins in one where `isOpen`. */
function isOpenAfter(line: string, delimiter: string, quote: string, isOpen: boolean): boolean {
  let open = isOpen;
  for (let position = line.indexOf(quote); position >= 0; position = line.indexOf(quote, position + 1)) {
    // A quote opens only at the beginning of a cell; inside of it, one closes it and two are one.
    if (open) open = false;
    else {
      const before = line[position - 1];
      const isDoubled = before === quote;
      if (isDoubled || before === undefined || before === delimiter || isCellStart(line, position, delimiter))
        open = true;
    }
  }
  return open;
}

function isCellStart(line: string, position: number, delimiter: string): boolean {
  let before = position - 1;
  while (before >= 0 && line[before] === ' ') before -= 1;
  return before < 0 || line[before] === delimiter;
}

/** Whether the first quote of a line that ends a cell stands before a delimiter or the end, as a closing one does. */
function closesWell(line: string, delimiter: string, quote: string): boolean {
  const rest = line.replaceAll(quote + quote, '');
  const after = rest.slice(rest.indexOf(quote) + 1).trimStart();
  return after === '' || after.startsWith(delimiter);
}

/**
 * The cells of one record, or null if a quote is broken. Spaces that some banks write between a delimiter and an
 * opening quote, or between a closing quote and a delimiter, are left out.
 */
function cellsOf(record: string, { delimiter, quote }: Syntax): string[] | null {
  const cells: string[] = [];
  for (let start = 0; ; ) {
    const open = openingQuote(record, start, delimiter, quote);
    if (open < 0) {
      const end = record.indexOf(delimiter, start);
      const cell = end < 0 ? record.slice(start) : record.slice(start, end);
      if (cell.includes('\n')) return null;
      cells.push(cell);
      if (end < 0) return cells;
      start = end + 1;
      continue;
    }
    let close = record.indexOf(quote, open + 1);
    let isDoubled = false;
    while (close >= 0 && record[close + 1] === quote) {
      isDoubled = true;
      close = record.indexOf(quote, close + 2);
    }
    if (close < 0) return null;
    const cell = record.slice(open + 1, close);
    cells.push(isDoubled ? cell.replaceAll(quote + quote, quote) : cell);
    let end = close + 1;
    while (record[end] !== delimiter && isSpace(record[end])) end += 1;
    if (end === record.length) return cells;
    if (record[end] !== delimiter) return null;
    start = end + 1;
  }
}

/** The index of the opening quote of the cell that begins at `start`; -1 for a cell without quotes. */
function openingQuote(record: string, start: number, delimiter: string, quote: string): number {
  if (record[start] === quote) return start;
  if (delimiter === ' ') return -1;
  let position = start;
  while (record[position] === ' ') position += 1;
  return start > 0 && record[position] === quote && record[position + 1] !== quote ? position : -1;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character !== '\n' && character.trim() === '';
}

function cellsOfBroken(record: string, { delimiter, quote }: Syntax): string[] {
  // All cells are quoted, and one has a quote of its own.
  const between = quote + delimiter + quote;
  if (!record.startsWith(quote) || !record.includes(between)) {
    return record.split(delimiter).map((cell) => unquoted(cell, quote));
  }
  let end = record.length;
  while (record[end - 1] === delimiter || isSpace(record[end - 1])) end -= 1;
  return (record[end - 1] === quote ? record.slice(0, end - 1) : record).slice(1).split(between);
}

function unquoted(cell: string, quote: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith(quote) && text.endsWith(quote) ? text.slice(1, -1) : cell;
}

/**
 * Lines of which each is a whole table line in quotes (`"a,""b"",c"`), as some spreadsheets save them, without these;
 * else null.
 */
export function unwrapped(lines: readonly string[]): string[] | null {
  const isWrapped = (line: string) => line.length > 2 && line.startsWith('"') && line.endsWith('"');
  const filled = lines.filter((line) => line.trim() !== '');
  const inner = (line: string) => line.slice(1, -1).replaceAll('""', '"');
  const isWhole = (line: string) => isWrapped(line) && !line.slice(1, -1).replaceAll('""', '').includes('"');
  if (filled.length === 0 || filled.filter(isWhole).length < filled.length * 0.8) return null;
  return lines.map((line) => (isWhole(line) ? inner(line) : line));
}
