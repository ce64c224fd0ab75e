import { firstOf, isDay, lastOf, type Period, shifted } from '#ledger/model/days.ts';

/** Some days, both included. */
export type DaySpan = { from: string; to: string };

const WITHIN: Readonly<Record<string, Period>> = { week: 'week', month: 'month', year: 'year' };

/** The words for days. */
export const DAY_WORDS = [
  ...['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-year', 'last-year'],
  'last-30-days',
];

/**
 * The days of a date in a query: a year, a month, a day, or a word, which is about `today`. Null for any other text
 * (product 5.15).
 */
export function daysOf(text: string, today: string): DaySpan | null {
  if (/^[1-9]\d{3}(-\d{2}){0,2}$/.test(text)) {
    const from = `${text}-01-01`.slice(0, 10);
    if (!isDay(from)) return null;
    return { from, to: text.length === 4 ? lastOf('year', from) : text.length === 7 ? lastOf('month', from) : from };
  }
  if (!DAY_WORDS.includes(text)) return null;
  if (text === 'today') return { from: today, to: today };
  if (text === 'last-30-days') return { from: shifted(today, -29), to: today };
  const [which, period] = text.split('-');
  const within = WITHIN[period ?? ''];
  const yesterday = shifted(today, -1);
  if (!within) return { from: yesterday, to: yesterday };
  const first = firstOf(within, today);
  const day = which === 'this' ? first : firstOf(within, shifted(first, -1));
  return { from: day, to: lastOf(within, day) };
}
