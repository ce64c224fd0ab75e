import { shifted } from '#ledger/model/days.ts';
import type { ParseOptions, Question } from '../../parsed.ts';
import { looksLikeAmount } from './amounts.ts';
import { dayBy, writtenDate } from './dates.ts';
import { rolesOfHeader } from './headers.ts';
import { isEntry } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** A day and a month without a year, as in `30/12`, `30.12.` and `30-12`. */
const WITHOUT_YEAR = /^(\d{1,2})([/.-])(\d{1,2})\.?$/;
/** A day and a word that may be a month, as in `28 Dec`, `28. Dezember` and `Dec 28`. */
const DAY_AND_WORD = /^(?:\d{1,2}\.? \p{L}{3,15}\.?|\p{L}{3,15}\.? \d{1,2})$/u;
const WHOLE_DATES = /\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2}\.? \p{L}{3,15}\.? \d{4}|\p{L}{3,15}\.? \d{1,2},? \d{4}/gu;
/** A year that has a 29 February. */
const LEAP_YEAR = 2000;
/** A period stands in the lines right above a table. */
const LINES_ABOVE_MAX = 60;
const CHARS_MAX = 200;
/** The number of days after the end of a named period on which a bank still books. */
const LATE_DAYS = 3;

/** A table whose days got a year, the year of its last day, and the question for it. */
export type Dated = { table: TableLine[]; year: number; question: Question | null };

/**
 * A table whose days have no year, with a year for each. By the period in the lines above it, it is the last one in
 * which the day is not after the period, so that `30/12` in a file of January is of the year before. Else the mapping,
 * the answer or the file's name give the year of the last day, and the days before a new year are in the year before;
 * the year is asked for, where the caller's day is known. Null if some line has a whole day, or nothing says
 * the year.
 */
export function withYears(table: readonly TableLine[], options: ParseOptions): Dated | null {
  if (table.some(isEntry)) return null;
  const first = table.findIndex(({ cells }) => dayAt(cells) >= 0);
  const column = dayAt(table[first]?.cells ?? []);
  if (column < 0) return null;
  const dated = (line: TableLine, cell: string | null): TableLine =>
    cell === null
      ? line
      : { line: line.line, cells: line.cells.with(column, cell), written: line.written ?? line.cells };
  const end = daysAbove(table.slice(0, first)).at(-1);
  if (end !== undefined && options.mapping?.year === undefined) {
    const last = shifted(end, LATE_DAYS);
    const lines = table.map((line) => dated(line, datedCell(line.cells[column] ?? '', last)));
    return { table: lines, year: Number(end.slice(0, 4)), question: null };
  }
  const header = table[first - 1]?.cells[column] ?? '';
  if (
    !areDays(
      table.slice(first).map(({ cells }) => (cells[column] ?? '').trim()),
      header,
    )
  )
    return null;
  const days = table.map(({ cells }) => monthAndDay(cells[column] ?? ''));
  const { year, question } = lastYear(days, options);
  if (year === null) return null;
  const years = yearsBack(days, year);
  const lines = table.map((line, index) => dated(line, inYear(line.cells[column] ?? '', years[index] ?? year)));
  return { table: lines, year, question };
}

/** Whether cells without a period above them are days: all of them can be, and a point is no decimal mark. */
function areDays(cells: readonly string[], header: string): boolean {
  const daysWithoutYear = cells.filter(isWithoutYear);
  const isDay = (cell: string) => {
    const day = monthAndDay(cell) ?? 0;
    return day >= 100 && day < 1_300 && day % 100 >= 1 && day % 100 <= 31;
  };
  const isOfDays = (['booked', 'date', 'done', 'value'] as const).some((role) => rolesOfHeader(header).has(role));
  return daysWithoutYear.every(isDay) && (isOfDays || !daysWithoutYear.some((cell) => /^\d+\.\d+$/.test(cell)));
}

/** Whether a cell is a day and a month without a year, the month as a number or as a word. */
function isWithoutYear(cell: string): boolean {
  return WITHOUT_YEAR.test(cell) || ofWord(cell) !== null;
}

/** The day of a cell with a month in a word, in a leap year, as an ISO date; null for other cells. */
function ofWord(cell: string): string | null {
  const date = DAY_AND_WORD.test(cell) ? writtenDate(`${cell} ${LEAP_YEAR}`) : null;
  return date && dayBy(date, 'dmy');
}

/** A day without a year as a number that grows within a year; null for other cells. */
function monthAndDay(cell: string): number | null {
  const named = ofWord(cell.trim());
  if (named !== null) return Number(named.slice(5, 7)) * 100 + Number(named.slice(8));
  const [, one, , other] = WITHOUT_YEAR.exec(cell.trim()) ?? [];
  if (one === undefined || other === undefined) return null;
  const [day, month] = Number(other) > 12 ? [Number(other), Number(one)] : [Number(one), Number(other)];
  return month * 100 + day;
}

/** From one line to the next days go half a year and more where the year changes. */
const NEW_YEAR = 600;

/** The year of each line, where the last day is in `year`: days are in ascending or in descending order. */
function yearsBack(days: readonly (number | null)[], year: number): number[] {
  const years = days.map(() => year);
  const order = areAscending(days) ? [...days.keys()].toReversed() : [...days.keys()];
  let [now, last] = [year, null as number | null];
  for (const index of order) {
    const day = days[index] ?? null;
    if (day !== null && last !== null && day - last > NEW_YEAR) now -= 1;
    last = day ?? last;
    years[index] = now;
  }
  return years;
}

/** Whether days go on to later ones, but for a new year, rather than back. */
function areAscending(days: readonly (number | null)[]): boolean {
  const known = days.filter((day) => day !== null);
  const jumps = known.slice(1).map((day, index) => day - (known[index] ?? day));
  const isLater = (jump: number) => (jump > 0 && jump < NEW_YEAR) || jump < -NEW_YEAR;
  const later = jumps.filter(isLater).length;
  return later >= jumps.filter((jump) => jump !== 0).length - later;
}

/** Most years that are offered. */
const YEARS_OFFERED = 3;

function lastYear(
  days: readonly (number | null)[],
  { mapping, answers, fileName, today }: ParseOptions,
): { year: number | null; question: Question | null } {
  if (mapping?.year !== undefined) return { year: mapping.year, question: null };
  const known = days.filter((day) => day !== null);
  const newest = (areAscending(days) ? known.at(-1) : known[0]) ?? 0;
  const named = [...new Set(fileName.match(/(?<!\d)(?:19|20|21)\d\d(?!\d{3})/g) ?? [])];
  const ofName = named.length === 1 ? Number(named[0]) : null;
  if (today === undefined) return { year: ofName, question: null };
  const [thisYear, now] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) * 100 + Number(today.slice(8))];
  const latest = newest <= now ? thisYear : thisYear - 1;
  const offered = [
    ...new Set([
      ...(ofName === null ? [] : [ofName]),
      ...Array.from({ length: YEARS_OFFERED }, (_, back) => latest - back),
    ]),
  ];
  const given = offered.find((year) => String(year) === answers.year) ?? null;
  const year = given ?? ofName ?? latest;
  const question: Question = {
    id: 'year',
    account: null,
    text: 'Of which year are the last days of this file?',
    choices: offered.map((each) => ({ value: String(each), label: String(each) })),
    answer: String(year),
    isOpen: given === null && ofName === null,
  };
  return { year, question };
}

/** The place of the day without a year on a line that has an amount, too; -1 where there is none. */
function dayAt(cells: readonly string[]): number {
  const at = cells.findIndex((cell) => isWithoutYear(cell.trim()));
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
  const year = Number(last.slice(0, 4));
  const dayText = inYear(cell, year);
  if (dayText === null) return null;
  const date = writtenDate(dayText);
  const day = date && (dayBy(date, 'dmy') ?? dayBy(date, 'mdy'));
  return inYear(cell, day !== null && day <= last ? year : year - 1);
}

/** A day without a year in a year; null for other cells. */
function inYear(cell: string, year: number): string | null {
  if (ofWord(cell.trim()) !== null) return `${cell.trim()} ${year}`;
  const [, one = '', mark = '', other = ''] = WITHOUT_YEAR.exec(cell.trim()) ?? [];
  return mark === '' ? null : `${one}${mark}${other}${mark}${year}`;
}
