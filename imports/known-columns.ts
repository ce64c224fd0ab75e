import Papa from 'papaparse';
import { decodeText } from './decode.ts';

/** A row of a table by its columns' names, in lower case; '' for a missing cell. */
export type KnownRow = { line: number; cell(column: string): string; cells: readonly string[] };

/** A table with a header: its columns in lower case, its rows without empty ones, and how it was read. */
export type KnownTable = { columns: readonly string[]; rows: KnownRow[]; encoding: string; delimiter: string };

const DELIMITERS = [',', '\t', ';'];
const HEADER_BYTES = 8 * 1024;

/**
 * Reads a CSV file of a program whose header is known. `isWanted` is given the columns, in lower case and trimmed.
 * Gives null, after a look at the first line alone, where no delimiter makes a wanted header of it.
 */
export function readKnownColumns(
  bytes: Uint8Array,
  isWanted: (columns: readonly string[]) => boolean,
): KnownTable | null {
  const head = decodeText(bytes.subarray(0, HEADER_BYTES)).text.trimStart();
  const first = head.split(/\r\n|\r|\n/, 1)[0] ?? '';
  const delimiter = DELIMITERS.find((each) =>
    isWanted(names(Papa.parse<string[]>(first, { delimiter: each }).data[0])),
  );
  if (delimiter === undefined) return null;
  const { text, encoding } = decodeText(bytes);
  const skipped = /^\s*/.exec(text)?.[0] ?? '';
  const { data } = Papa.parse<string[]>(text.slice(skipped.length), { delimiter });
  const columns = names(data[0]);
  const places = new Map(columns.map((name, place) => [name, place]));
  const rows: KnownRow[] = [];
  let line = 1 + linesIn(skipped);
  for (const [index, cells] of data.entries()) {
    if (index > 0 && cells.some((cell) => cell.trim() !== '')) {
      rows.push({ line, cells, cell: (column) => cells[places.get(column) ?? -1]?.trim() ?? '' });
    }
    line += 1 + cells.reduce((count, cell) => count + linesIn(cell), 0);
  }
  return { columns, rows, encoding, delimiter };
}

function names(cells: readonly string[] | undefined): string[] {
  return (cells ?? []).map((cell) => cell.trim().toLowerCase());
}

function linesIn(text: string): number {
  return text.includes('\n') ? text.split('\n').length - 1 : 0;
}
