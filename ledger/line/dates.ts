import { comparableText } from '#ledger/model/comparable-text.ts';
import { type DateOrder, FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { isDay, shifted } from '#ledger/model/days.ts';
import { bare, type Word } from './words.ts';

/** A date in a line: at the words `first` to `end`, the last one not included. `date` is null if it is no day. */
export type WrittenDate = { first: number; end: number; from: number; to: number; date: string | null };

/** A day and a month, 1 to 12; the year where it is written. */
type DayOfYear = { day: number; month: number; year: number | null };

type Found = { length: number; date: string | null } | { length: number; of: DayOfYear };

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const SLASHES = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
const POINTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/;
const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)$/;
const YEAR = /^(?:19|20|21)\d\d$/;
/** Leap days are at most eight years apart. */
const YEARS_BACK_MAX = 8;
const MONTHS_BACK_MAX = 2;

/**
 * The dates in words of a line of which none is in use, from left to right (product 4.17). `isFree` says whether a word
 * may be part of a date.
 */
export function datesIn(
  words: readonly Word[],
  today: string,
  order: DateOrder,
  isFree: (index: number) => boolean,
): WrittenDate[] {
  const texts = words.map((word, index) => (isFree(index) ? comparableText(word.text) : ''));
  const dates: WrittenDate[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const found = dateAt(texts, at, today, order);
    if (!found) continue;
    const first = at > 0 && texts[at - 1] === 'on' && (dates.at(-1)?.end ?? 0) < at ? at - 1 : at;
    const end = at + found.length;
    const date = 'of' in found ? dayIn(found.of, today) : found.date;
    dates.push({ first, end, from: words[first]?.from ?? 0, to: endOf(words[end - 1]), date });
    at = end - 1;
  }
  return dates;
}

/** Where a date ends: before the signs that end its last word, but for the point of `5.3.`. */
function endOf(word: Word | undefined): number {
  if (!word) return 0;
  return POINTS.test(word.text) ? word.to : bare(word).to;
}

/** The date that begins at a word, and of how many words it is, or null if there is none. */
function dateAt(texts: readonly string[], at: number, today: string, order: DateOrder): Found | null {
  const [first = '', second = '', third = ''] = [0, 1, 2].map((offset) => ended(texts[at + offset]));
  if (first === 'today') return { length: 1, date: today };
  if (first === 'yesterday') return { length: 1, date: shifted(today, -1) };
  if (WEEKDAYS.includes(first)) return { length: 1, date: lastWeekday(first, today) };
  if (texts[at] === 'last' && WEEKDAYS.includes(second))
    return { length: 2, date: lastWeekday(second, shifted(today, -1)) };
  const [, year, month = '', day = ''] = ISO.exec(first) ?? [];
  if (year !== undefined) return { length: 1, date: dateOf(Number(year), Number(month), Number(day)) };
  if (texts[at] === 'on' && texts[at + 1] === 'the') {
    const named = monthAt(texts, at + 2, order);
    if (named) return withYear(named, texts, at, 2);
    const [, ordinal] = ORDINAL.exec(third) ?? [];
    if (ordinal !== undefined && Number(ordinal) > 0) return { length: 3, date: lastOfNumber(Number(ordinal), today) };
  }
  if (texts[at] === 'the') {
    const named = monthAt(texts, at + 1, order);
    return named && withYear(named, texts, at, 1);
  }
  const found = monthAt(texts, at, order) ?? numbersIn(texts[at] ?? '', order) ?? numbersIn(first, order);
  return found && withYear(found, texts, at, 0);
}

/** A word as it is compared, without the signs that end it. */
const ended = (text = '') => text.replace(/[.,;:!?]+$/, '');

/** `5 march`, `5th of march`, `march 5` at a word. */
function monthAt(texts: readonly string[], at: number, order: DateOrder): { of: DayOfYear; length: number } | null {
  const [first = '', second = '', third = ''] = [0, 1, 2].map((offset) => ended(texts[at + offset]));
  // A comma between day and month separates them.
  const isOfOne = !/[,;:!?]$/.test(texts[at] ?? '');
  if (!isOfOne) return null;
  const [month, day, length] = DAY.test(first)
    ? texts[at + 1] === 'of'
      ? [monthOf(third), first, 3]
      : [monthOf(second), first, 2]
    : [monthOf(first), second, 2];
  const number = Number(DAY.exec(day)?.[1] ?? 0);
  if (month === null || number < 1 || number > 31) return null;
  if (length === 2 && DAY.test(first) && isDayOfNext(texts, at, order)) return null;
  return { of: { day: number, month, year: null }, length };
}

/** Of `3 march 5`, whether the day is the 5: where it is an ordinal or has its year, else by the user's order. */
function isDayOfNext(texts: readonly string[], at: number, order: DateOrder): boolean {
  const [first = '', , third = '', fourth = ''] = [0, 1, 2, 3].map((offset) => ended(texts[at + offset]));
  if (ORDINAL.test(first) || /[,;:!?]$/.test(texts[at + 1] ?? '')) return false;
  const number = Number(DAY.exec(third)?.[1] ?? 0);
  return number >= 1 && number <= 31 && (order === 'mdy' || ORDINAL.test(third) || YEAR.test(fourth));
}

/** The month of a name, or of its first three letters. */
function monthOf(text: string): number | null {
  const index = MONTHS.findIndex((name) => name === text || name.slice(0, 3) === text);
  return index < 0 ? null : index + 1;
}

/** `5/3`, `5.3.`, each with a year of four digits or without, where they are a day and a month in the user's order. */
function numbersIn(text: string, order: DateOrder): { of: DayOfYear; length: number } | null {
  const [, first, second, year] = SLASHES.exec(text) ?? POINTS.exec(text) ?? [];
  const [day, month] = (order === 'dmy' ? [first, second] : [second, first]).map(Number);
  if (!day || !month || day > 31 || month > 12) return null;
  return { of: { day, month, year: year === undefined ? null : Number(year) }, length: 1 };
}

/** A date with the year that follows it, and the words before it that belong to it. */
function withYear(
  { of, length }: { of: DayOfYear; length: number },
  texts: readonly string[],
  at: number,
  before: number,
): Found {
  const next = ended(texts[at + before + length]);
  if (of.year !== null || !YEAR.test(next)) return { of, length: before + length };
  return { of: { ...of, year: Number(next) }, length: before + length + 1 };
}

/** The day of a year; without its year the latest that is not in the future. */
function dayIn({ day, month, year }: DayOfYear, today: string): string | null {
  if (year !== null) return dateOf(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  for (let back = 0; back <= YEARS_BACK_MAX; back += 1) {
    const date = dateOf(thisYear - back, month, day);
    if (date !== null && date <= today) return date;
  }
  return null;
}

/** The latest day with a number in its month, or null if no month has it. */
function lastOfNumber(number: number, today: string): string | null {
  const [year = 0, month = 0] = today.split('-').map(Number);
  for (let back = 0; back <= MONTHS_BACK_MAX; back += 1) {
    const months = year * 12 + month - 1 - back;
    const date = dateOf(Math.floor(months / 12), (months % 12) + 1, number);
    if (date !== null && date <= today) return date;
  }
  return null;
}

/** The latest day of a weekday up to a day, which may be it. */
function lastWeekday(name: string, until: string): string {
  const weekday = (new Date(`${until}T00:00:00Z`).getUTCDay() + 6) % 7;
  return shifted(until, -((weekday - WEEKDAYS.indexOf(name) + 7) % 7));
}

/** A day of the calendar as an ISO date, within those that an entry may have; else null. */
function dateOf(year: number, month: number, day: number): string | null {
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const date = `${yyyy}-${mm}-${dd}`;
  return isDay(date) && date >= FIRST_DAY && date <= LAST_DAY ? date : null;
}
