import type { HeaderRole } from './headers.ts';
import type { Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

const OF_MONEY: readonly HeaderRole[] = ['amount', 'debit', 'credit', 'balance'];
const SCORE_MIN = 30;
const WHOLE_PART = /^\s*[+-]?\d[\d.]*$/;
const DECIMALS = /^\d{2}\s*$/;
/** A table of fewer lines with too many cells has delimiters in a text. */
const CUT_SHARE_MIN = 0.9;

/**
 * Puts amounts together again whose decimal commas were taken for delimiters, so that each stands in two cells. A line
 * like that has a cell too many for each of its amounts. Returns the table, or null if hardly any line is like that.
 */
export function withWholeAmounts(
  table: readonly TableLine[],
  { columns, header, headerAt, firstAt }: Layout,
): TableLine[] | null {
  if (headerAt === null) return null;
  const moneyColumns = columns.flatMap(({ index, roles }) =>
    OF_MONEY.some((role) => (roles.get(role) ?? 0) >= SCORE_MIN) && index < header.length ? [index] : [],
  );
  const below = table.slice(firstAt).filter(({ cells }) => cells.length > 1);
  let mendedCount = 0;
  const mended = below.map((line) => {
    const cells = wholeCells(line.cells, header.length, moneyColumns);
    if (cells === null) return line;
    mendedCount += 1;
    return { line: line.line, cells, written: line.written ?? line.cells };
  });
  if (mendedCount === 0 || mendedCount < below.length * CUT_SHARE_MIN) return null;
  return [...table.slice(0, firstAt), ...mended];
}

/** The cells of a line with each amount in one cell, or null if they can't be put together so. */
function wholeCells(cells: readonly string[], width: number, moneyColumns: readonly number[]): string[] | null {
  const extra = cells.length - width;
  if (extra < 1 || extra > moneyColumns.length) return null;
  const whole: string[] = [];
  let joined = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? '';
    const next = cells[at + 1] ?? '';
    const isCut = moneyColumns.includes(whole.length) && WHOLE_PART.test(cell) && DECIMALS.test(next);
    whole.push(isCut ? `${cell},${next.trim()}` : cell);
    if (!isCut) continue;
    joined += 1;
    at += 1;
  }
  return joined === extra ? whole : null;
}
