import { daysBetween, shifted } from '#ledger/model/days.ts';

/** Intervals between fewer days say nothing. */
const DAYS_MIN = 3;

/** The longest interval in days of each phrase, in order. */
const PHRASES = [
  { daysMax: 1, words: 'about every day' },
  { daysMax: 5, words: 'every few days' },
  { daysMax: 9, words: 'about every week' },
  { daysMax: 18, words: 'about every two weeks' },
  { daysMax: 24, words: 'about every three weeks' },
  { daysMax: 40, words: 'about every month' },
  { daysMax: 75, words: 'about every two months' },
  { daysMax: 110, words: 'about every three months' },
  { daysMax: 250, words: 'about twice a year' },
  { daysMax: 420, words: 'about every year' },
];

/** How often entries come, by the middle interval between their ISO dates; null for fewer than three days. */
export function oftenWords(dates: readonly string[]): string | null {
  const middle = middleInterval(dates);
  return PHRASES.find(({ daysMax }) => middle !== null && middle <= daysMax)?.words ?? null;
}

/** Shorter intervals are no rhythm, but a habit. */
const EXPECTED_DAYS_MIN = 6;

/**
 * The day (ISO) on which the next entry is to be expected, by the newest day and the middle interval; null for fewer
 * than three days, where entries come more often than weekly, and once that day is past.
 */
export function expectedDay(dates: readonly string[], today: string): string | null {
  const middle = middleInterval(dates);
  const newest = dates.toSorted().at(-1);
  if (middle === null || middle < EXPECTED_DAYS_MIN || newest === undefined) return null;
  const day = shifted(newest, middle);
  return day >= today ? day : null;
}

function middleInterval(dates: readonly string[]): number | null {
  const days = [...new Set(dates)].sort();
  if (days.length < DAYS_MIN) return null;
  const intervals = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  return intervals.sort((a, b) => a - b)[intervals.length >> 1] ?? null;
}
