import { type Calendar, DEFAULT_DATE_ORDER, DEFAULT_WEEK_START, type WeekStart } from '#ledger/model/constants.ts';
import { firstOf, isDay, lastOf, type Period, shifted } from '#ledger/model/days.ts';

/** Some days, both included. */
export type DaySpan = { from: string; to: string };

const WITHIN: Readonly<Record<string, Period>> = { week: 'week', month: 'month', year: 'year' };

/** The words for days. */
export const DAY_WORDS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'last-30-days',
];

// The last year that can be written has no day after it, so no query names it.
const DATE = /^(?!9999)[1-9]\d{3}(-\d{2}){0,2}$/;
const QUARTER = /^(?!9999)([1-9]\d{3})-q([1-4])$/;
const WEEK = /^(?!9999)([1-9]\d{3})-w(\d{2})$/;
/** A day as people write it, `5.3.2026` or `5/3/2026`. */
const IN_OWN_ORDER = /^(\d{1,2})([./])(\d{1,2})\2([1-9]\d{3})$/;

/**
 * The days of a date in a query: a year, a quarter, a month, a week, a day, or a word, which is about `today`. Null for
 * any other text (product 5.15). Weeks begin as `calendar` says, and numbers with points
 * or slashes are in its order.
 */
export function daysOf(text: string, today: string, calendar?: Calendar): DaySpan | null {
  if (DATE.test(text)) {
    const from = `${text}-01-01`.slice(0, 10);
    if (!isDay(from)) return null;
    return { from, to: text.length === 4 ? lastOf('year', from) : text.length === 7 ? lastOf('month', from) : from };
  }
  const [, yearOfQuarter, quarter] = QUARTER.exec(text) ?? [];
  if (yearOfQuarter) return quarterOf(yearOfQuarter, Number(quarter));
  const [, yearOfWeek, week] = WEEK.exec(text) ?? [];
  if (yearOfWeek) return weekOf(yearOfWeek, Number(week));
  const [, first = '', , second = '', year] = IN_OWN_ORDER.exec(text) ?? [];
  if (year) {
    const isDayFirst = (calendar?.dateOrder ?? DEFAULT_DATE_ORDER) === 'dmy';
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return daysOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, today);
  }
  return daysOfWord(text, today, calendar?.weekStart ?? DEFAULT_WEEK_START);
}

function daysOfWord(text: string, today: string, weekStart: WeekStart): DaySpan | null {
  if (!DAY_WORDS.includes(text)) return null;
  if (text === 'today') return { from: today, to: today };
  if (text === 'last-30-days') return { from: shifted(today, -29), to: today };
  const [which, period] = text.split('-');
  const within = WITHIN[period ?? ''];
  const yesterday = shifted(today, -1);
  if (!within) return { from: yesterday, to: yesterday };
  const first = firstOf(within, today, weekStart);
  const day = which === 'this' ? first : firstOf(within, shifted(first, -1), weekStart);
  return { from: day, to: lastOf(within, day, weekStart) };
}

function quarterOf(year: string, quarter: number): DaySpan | null {
  const monthOf = (number: number) => `${year}-${String(number).padStart(2, '0')}-01`;
  const from = monthOf(quarter * 3 - 2);
  return isDay(from) ? { from, to: lastOf('month', monthOf(quarter * 3)) } : null;
}

/** A week of ISO 8601: the first of a year has its January 4. Null if the year has no such week. */
function weekOf(year: string, week: number): DaySpan | null {
  if (week < 1 || !isDay(`${year}-01-04`)) return null;
  const from = shifted(firstOf('week', `${year}-01-04`), (week - 1) * 7);
  const thursday = shifted(from, 3);
  return thursday.startsWith(year) ? { from, to: shifted(from, 6) } : null;
}
