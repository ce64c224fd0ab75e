import type { TableLine } from './syntax.ts';

/** A word for spent of one letter, right before an amount with decimals or thousands, as in `D5,000` and `S20.50`. */
const SPENT_MONEY = /^[-−–+(]*[DS]\d[\d.,' ]*[.,]\d{1,3}\)?$/i;
const SPENT = /^([-−–+(]*)([DS])(?=\d)/i;
const RECEIVED = /^[-−–+(]*(?:CR?|H|K)\d/i;
const AMOUNT = /^[-−–+(]*\p{L}{0,2}\d/u;
const LOOKED_LINES = 400;

/**
 * A table in which `D` and `S` right before an amount say their meaning: where the column has their counterpart (`C`,
 * `CR`, `K`, `H`), each is a word for spent, as in `D 500`; else `D` is the sign of the dalasi, as in `GMD500`, and `S`
 * stays as it is. Gives the table itself if no column has such amounts (product 11.10).
 */
export function withGluedLetters(table: readonly TableLine[]): readonly TableLine[] {
  const columns = new Set<number>();
  for (const { cells } of table.slice(0, LOOKED_LINES)) {
    for (const [index, cell] of cells.entries()) if (SPENT_MONEY.test(cell.trim())) columns.add(index);
  }
  const words = new Map<number, string | null>();
  for (const column of columns) {
    const cells = table.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
    if (cells.filter((cell) => AMOUNT.test(cell)).length * 2 < cells.length) continue;
    words.set(column, cells.some((cell) => RECEIVED.test(cell)) ? null : 'GMD');
  }
  if (words.size === 0) return table;
  return table.map((line) => {
    const cells = [...line.cells];
    for (const [column, dalasi] of words) cells[column] = apart((cells[column] ?? '').trim(), dalasi);
    return { line: line.line, cells, written: line.written ?? line.cells };
  });
}

/** An amount with a space behind its word for spent, or with the code of the dalasi in place of its sign. */
function apart(cell: string, dalasi: string | null): string {
  return cell.replace(SPENT, (whole, marks: string, letter: string) => {
    if (dalasi === null) return `${marks}${letter} `;
    return letter.toUpperCase() === 'D' ? `${marks}${dalasi}` : whole;
  });
}
