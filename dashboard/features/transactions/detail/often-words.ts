import { daysBetween } from '#ledger/model/days.ts';

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
  const days = [...new Set(dates)].sort();
  if (days.length < DAYS_MIN) return null;
  const intervals = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
  const middle = intervals.sort((a, b) => a - b)[intervals.length >> 1] ?? 0;
  return PHRASES.find(({ daysMax }) => middle <= daysMax)?.words ?? null;
}
