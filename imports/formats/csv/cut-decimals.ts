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
 * A table whose decimal commas were taken for delimiters, so that each amount stands in two cells, with the amounts put
 * together again, or null if it is none. Each line has as many cells too many as the header has columns of money, or
 * fewer where some of these are empty.
 */
export function withWholeAmounts(
  table: readonly TableLine[],
  { columns, header, headerAt, firstAt }: Layout,
): TableLine[] | null {
  if (headerAt === null) return null;
  const money = columns.flatMap(({ index, roles }) =>
    OF_MONEY.some((role) => (roles.get(role) ?? 0) >= SCORE_MIN) && index < header.length ? [index] : [],
  );
  const below = table.slice(firstAt).filter(({ cells }) => cells.length > 1);
  let cut = 0;
  const mended = below.map((line) => {
    const cells = wholeCells(line.cells, header.length, money);
    if (cells === null) return line;
    cut += 1;
    return { line: line.line, cells, written: line.written ?? line.cells };
  });
  if (cut === 0 || cut < below.length * CUT_SHARE_MIN) return null;
  return [...table.slice(0, firstAt), ...mended];
}

/** The cells of a line with each amount in one cell, or null if they can't be put together so. */
function wholeCells(cells: readonly string[], width: number, money: readonly number[]): string[] | null {
  const extra = cells.length - width;
  if (extra < 1 || extra > money.length) return null;
  const whole: string[] = [];
  let joined = 0;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? '';
    const next = cells[at + 1] ?? '';
    const isCut = money.includes(whole.length) && WHOLE_PART.test(cell) && DECIMALS.test(next);
    whole.push(isCut ? `${cell},${next.trim()}` : cell);
    if (!isCut) continue;
    joined += 1;
    at += 1;
  }
  return joined === extra ? whole : null;
}
