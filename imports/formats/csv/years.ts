import { shifted } from '#ledger/model/days.ts';
import { looksLikeAmount } from './amounts.ts';
import { dayBy, writtenDate } from './dates.ts';
import { isEntry } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** A day and a month without a year, as in `30/12`, `30.12.` and `30-12`. */
const WITHOUT_YEAR = /^(\d{1,2})([/.-])(\d{1,2})\.?$/;
const WHOLE_DATES = /\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}/g;
/** A period stands in the lines right above a table. */
const LINES_ABOVE_MAX = 60;
const CHARS_MAX = 200;
/** A bank books so many days after the end of a period that it names. */
const LATE_DAYS = 3;

/**
 * A table whose days have no year, with the year that the period in the lines above it gives each: the last one in
 * which the day is not after the period, so that `30/12` in a file of January is of the year before. Null where some
 * line has a whole day, or nothing says the period.
 */
export function withYears(table: readonly TableLine[]): TableLine[] | null {
  if (table.some(isEntry)) return null;
  const first = table.findIndex(({ cells }) => dayAt(cells) >= 0);
  const column = dayAt(table[first]?.cells ?? []);
  const end = column < 0 ? undefined : daysAbove(table.slice(0, first)).at(-1);
  if (end === undefined) return null;
  return table.map((line) => {
    const dated = datedCell(line.cells[column] ?? '', shifted(end, LATE_DAYS));
    if (dated === null) return line;
    return { line: line.line, cells: line.cells.with(column, dated), written: line.written ?? line.cells };
  });
}

/** The place of the day without a year on a line that has an amount, too; -1 where there is none. */
function dayAt(cells: readonly string[]): number {
  const at = cells.findIndex((cell) => WITHOUT_YEAR.test(cell.trim()));
  return cells.some((cell, index) => index !== at && looksLikeAmount(cell.trim())) ? at : -1;
}

/** The whole days in the lines above a table, in their order. */
function daysAbove(lines: readonly TableLine[]): string[] {
  const texts = lines.slice(-LINES_ABOVE_MAX).flatMap(({ cells }) => cells.map((cell) => cell.slice(0, CHARS_MAX)));
  const days = texts
    .flatMap((text) => text.match(WHOLE_DATES) ?? [])
    .flatMap((text) => {
      const date = writtenDate(text);
      return (date && (dayBy(date, 'dmy') ?? dayBy(date, 'mdy'))) ?? [];
    });
  return days.toSorted();
}

function datedCell(cell: string, last: string): string | null {
  const [, one = '', mark = '', other = ''] = WITHOUT_YEAR.exec(cell.trim()) ?? [];
  if (mark === '') return null;
  const year = Number(last.slice(0, 4));
  const inYear = (each: number) => `${one}${mark}${other}${mark}${each}`;
  const date = writtenDate(inYear(year));
  const day = date && (dayBy(date, 'dmy') ?? dayBy(date, 'mdy'));
  return inYear(day !== null && day <= last ? year : year - 1);
}
