import type { WeekStart } from '../model/constants.ts';
import { type Day, daysFrom, firstOf, lastOf, monthsLater, shifted } from '../model/days.ts';
import { monthAfter } from '../model/months.ts';
import type { ColumnPeriod, ReportRange } from './words.ts';

/** Some days, ISO dates, both included. */
export type ReportSpan = { from: string; to: string };

/** The periods of a report's user: weeks begin on `weekStart`, months on the day `monthStart`, years on `MM-DD`. */
export type ReportCalendar = { weekStart: WeekStart; monthStart: number; yearStart: string };

/** A column. `isWhole`: nothing of it is cut off, and its last day is before today. */
export type ReportColumn = ReportSpan & { label: string; isWhole: boolean };

/** A month that begins on this day or a later one is named after the next (product 14.2). */
const NAMED_AFTER_NEXT = 16;
const MONTHS_OF_QUARTER = 3;
const MONTHS_OF_YEAR = 12;

/** The period of a kind that a day is in, with its name. */
type Named = ReportSpan & { label: string };

/** The whole period of a length that a day is in, with its name: `2026-11`, `2023/24-Q1`, or its first day. */
export function periodAround(over: Exclude<ColumnPeriod, 'none'>, day: string, calendar: ReportCalendar): Named {
  switch (over) {
    case 'day':
      return { from: day, to: day, label: day };
    case 'week': {
      const from = firstOf('week', day, calendar.weekStart);
      return { from, to: lastOf('week', day, calendar.weekStart), label: from };
    }
    case 'month':
      return monthAround(day, calendar);
    case 'quarter': {
      const year = yearAround(day, calendar);
      const starts = [0, 1, 2, 3].map((quarter) => monthsLater(year.from, quarter * MONTHS_OF_QUARTER));
      const place = starts.findLastIndex((start) => start <= day);
      const next = starts[place + 1];
      const to = next === undefined ? year.to : shifted(next, -1);
      return { from: starts[place] ?? year.from, to, label: `${year.label}-Q${place + 1}` };
    }
    case 'year':
      return yearAround(day, calendar);
    default:
      return over satisfies never;
  }
}

function monthAround(day: string, { monthStart }: ReportCalendar): Named {
  const start = String(monthStart).padStart(2, '0');
  const own = day.slice(0, 7);
  const first = day.slice(8) >= start ? own : monthAfter(own, -1);
  const next = monthAfter(first);
  const label = monthStart >= NAMED_AFTER_NEXT ? next : first;
  return { from: `${first}-${start}`, to: shifted(`${next}-${start}`, -1), label };
}

function yearAround(day: string, { yearStart }: ReportCalendar): Named {
  const own = Number(day.slice(0, 4));
  const first = day.slice(5) >= yearStart ? own : own - 1;
  const startOf = (year: number) => `${String(year).padStart(4, '0')}-${yearStart}`;
  const label =
    yearStart === '01-01' ? startOf(first).slice(0, 4) : `${startOf(first).slice(0, 4)}/${shortOf(first + 1)}`;
  return { from: startOf(first), to: shifted(startOf(first + 1), -1), label };
}

const shortOf = (year: number) => String(year % 100).padStart(2, '0');

/**
 * The columns of a period, cut to it, oldest first. Throws RangeError where there are more than `columnsMax`. `today`
 * is an ISO date.
 */
export function columnsBetween(
  span: ReportSpan,
  over: ColumnPeriod,
  { calendar, today, columnsMax }: { calendar: ReportCalendar; today: string; columnsMax: number },
): ReportColumn[] {
  if (over === 'none') return [{ ...span, label: `${span.from}/${span.to}`, isWhole: span.to < today }];
  const columns: ReportColumn[] = [];
  for (let day = span.from; day <= span.to; ) {
    const { from, to, label } = periodAround(over, day, calendar);
    if (columns.length === columnsMax) throw new RangeError(`There are more than ${columnsMax} columns`);
    const isWhole = from >= span.from && to <= span.to && to < today;
    columns.push({ from: from < span.from ? span.from : from, to: to > span.to ? span.to : to, label, isWhole });
    day = shifted(to, 1);
  }
  return columns;
}

const LAST_DAYS = 30;

/** The days of a range on a day (`today`, an ISO date). `all` are the days of the entries, null for none, and today. */
export function daysOfRange(
  range: ReportRange,
  { calendar, today, all }: { calendar: ReportCalendar; today: string; all: ReportSpan | null },
): ReportSpan {
  const around = (over: Exclude<ColumnPeriod, 'none'>, day: string): ReportSpan => {
    const { from, to } = periodAround(over, day, calendar);
    return { from, to };
  };
  switch (range) {
    case 'this-week':
    case 'this-month':
    case 'this-quarter':
    case 'this-year':
      return around(periodIn(range), today);
    case 'last-week':
    case 'last-month':
    case 'last-quarter':
    case 'last-year': {
      const over = periodIn(range);
      return around(over, shifted(around(over, today).from, -1));
    }
    case 'year-to-date':
      return { from: around('year', today).from, to: today };
    case 'last-30-days':
      return { from: shifted(today, 1 - LAST_DAYS), to: today };
    case 'last-3-months':
    case 'last-6-months':
    case 'last-12-months': {
      const { from } = around('month', today);
      return { from: monthsLater(from, -Number(/\d+/.exec(range)?.[0])), to: shifted(from, -1) };
    }
    case 'all':
      return {
        from: all && all.from < today ? all.from : today,
        to: all && all.to > today ? all.to : today,
      };
    default:
      return range satisfies never;
  }
}

const periodIn = (range: string) => range.split('-')[1] as 'week' | 'month' | 'quarter' | 'year';

/** The number of whole months that a period is; null if it is no whole months, by `monthStart`. */
function wholeMonths({ from, to }: ReportSpan, calendar: ReportCalendar): number | null {
  return wholeUnits('month', 1, { from, to }, calendar);
}

/** The number of whole periods of a kind, each of some months, that a span is; null if it is none. */
function wholeUnits(
  over: 'month' | 'year',
  months: number,
  { from, to }: ReportSpan,
  calendar: ReportCalendar,
): number | null {
  if (periodAround(over, from, calendar).from !== from || periodAround(over, to, calendar).to !== to) return null;
  const next = shifted(to, 1);
  const count = (Number(next.slice(0, 4)) - Number(from.slice(0, 4))) * MONTHS_OF_YEAR;
  return (count + Number(next.slice(5, 7)) - Number(from.slice(5, 7))) / months;
}

/**
 * The period with which a report compares one: as many whole months, or years, before it, else as many days before it
 * (`before`); or the same months, or days, twelve months back (`year`), 29 February as the 28th (product 14.2).
 */
export function comparedSpan(span: ReportSpan, compare: 'before' | 'year', calendar: ReportCalendar): ReportSpan {
  const months = wholeMonths(span, calendar);
  const years = wholeUnits('year', MONTHS_OF_YEAR, span, calendar);
  const back = months ?? (years === null ? null : years * MONTHS_OF_YEAR);
  if (compare === 'year') {
    const from = monthsLater(span.from, -MONTHS_OF_YEAR);
    if (back !== null) return { from, to: shifted(monthsLater(span.from, back - MONTHS_OF_YEAR), -1) };
    return { from, to: monthsLater(span.to, -MONTHS_OF_YEAR) };
  }
  const to: Day = shifted(span.from, -1);
  if (back !== null) return { from: monthsLater(span.from, -back), to };
  return { from: shifted(to, -daysFrom(span.from, span.to)), to };
}
