import { shifted } from '#ledger/model/days.ts';
import { looksLikeAmount } from './amounts.ts';
import { normalisedHeader, rolesOfHeader } from './headers.ts';
import { isEntry } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** The day that spreadsheets count from. */
const DAY_ZERO = '1899-12-30';
/** The numbers of the days from 1970 to 2100, also with a time of the day behind the point. */
const SERIAL = /^(2[5-9]\d{3}|[3-6]\d{4}|7[0-3]\d{3})(?:[.,]\d+)?$/;
const SERIAL_MIN = 25_569;
const HEADER_LINES_MAX = 150;

/**
 * A table whose days are the numbers of a spreadsheet, as in `46296` for October 1, 2026, with its days as ISO dates.
 * Null if a line has a day that is written as such, or no header says that a column of such numbers holds days.
 */
export function withSerialDays(table: readonly TableLine[]): TableLine[] | null {
  if (table.some(isEntry)) return null;
  const header = table.slice(0, HEADER_LINES_MAX).findIndex((_, index) => columnsBelow(table, index).length > 0);
  const columns = columnsBelow(table, header);
  if (columns.length === 0) return null;
  return table.map((line, index) => {
    if (index <= header) return line;
    const cells = [...line.cells];
    for (const column of columns) cells[column] = dayIn(cells[column] ?? '') ?? cells[column] ?? '';
    return { line: line.line, cells, written: line.written ?? line.cells };
  });
}

/** The columns of days by a line as the header, where the next line has the number of a day in them, and an amount. */
function columnsBelow(table: readonly TableLine[], index: number): number[] {
  const [header, first] = [table[index]?.cells ?? [], table[index + 1]?.cells ?? []];
  const columns = header.flatMap((cell, column) => {
    const roles = rolesOfHeader(normalisedHeader(cell));
    const isOfDays = (['booked', 'date', 'done', 'value'] as const).some((role) => (roles.get(role) ?? 0) >= 30);
    return isOfDays && dayIn(first[column] ?? '') !== null ? [column] : [];
  });
  return first.some((cell, column) => !columns.includes(column) && looksLikeAmount(cell)) ? columns : [];
}

function dayIn(cell: string): string | null {
  const [, days = ''] = SERIAL.exec(cell.trim()) ?? [];
  return Number(days) >= SERIAL_MIN ? shifted(DAY_ZERO, Number(days)) : null;
}
