import { LAST_DAY } from '../model/constants.ts';
import type { ScheduleRule } from '../model/schedule-rule.ts';
import { dayOfMonth, dayOfNumber, inOrder, monthNumberOf, numberOf, weekdayOf } from './day-numbers.ts';
import { daysOfMonth } from './days-of-month.ts';

/**
 * An occurrence of a rule (ISO dates): `nominal` is its day before the shift of weekends and names it for ever, `day`
 * the day on which it falls.
 */
export type DueDay = { nominal: string; day: string };

/** An occurrence by the numbers of its days. */
type Numbered = { nominal: number; day: number };

/** How many days before its nominal day an occurrence falls at most, or after it. */
export const SHIFT_DAYS_MAX = 2;
const SATURDAY = 6;
const SUNDAY = 7;

/**
 * The first `countMax` occurrences of a sound rule whose `day` lies in `from`..`to` (ISO dates, both included), by day,
 * then by nominal day (product 13.1). Takes time for the days from `start` where the rule ends after a number of times,
 * else for those that it gives.
 */
export function occurrencesOf(
  rule: ScheduleRule,
  { from, to }: { from: string; to: string },
  countMax = Number.POSITIVE_INFINITY,
): DueDay[] {
  const occurrences: DueDay[] = [];
  for (const occurrence of occurrencesBetween(rule, { from, to })) {
    if (occurrences.length >= countMax) break;
    occurrences.push(occurrence);
  }
  return occurrences;
}

/** The occurrences that `occurrencesOf` gives, one by one: each takes time when it is asked for. */
export function* occurrencesBetween(rule: ScheduleRule, { from, to }: { from: string; to: string }): Generator<DueDay> {
  const last = numberOf(to);
  for (const { nominal, day } of occurrencesFrom(rule, numberOf(from))) {
    if (day > last) return;
    yield { nominal: dayOfNumber(nominal), day: dayOfNumber(day) };
  }
}

/** The first `count` occurrences of a sound rule whose `day` is later than one (ISO date). */
export function nextAfter(rule: ScheduleRule, day: string, count: number): DueDay[] {
  return occurrencesOf(rule, { from: dayOfNumber(numberOf(day) + 1), to: LAST_DAY }, count);
}

/** The day on which the occurrence of a nominal day (ISO date) falls, or null if a sound rule has none of that name. */
export function isOccurrence(rule: ScheduleRule, nominal: string): string | null {
  const number = numberOf(nominal);
  const falls = shiftedOccurrence(number, rule.weekend);
  if (falls === null) return null;
  for (const occurrence of occurrencesFrom(rule, falls)) {
    if (occurrence.nominal === number) return dayOfNumber(falls);
    if (occurrence.day > falls) return null;
  }
  return null;
}

/** The occurrences whose day is `from` or later, in order: no shift takes a day past another one. */
function* occurrencesFrom(rule: ScheduleRule, from: number): Generator<Numbered> {
  if (rule.end && 'times' in rule.end) {
    let left = rule.end.times;
    for (const occurrence of uncounted(rule, numberOf(rule.start))) {
      if (left === 0) return;
      left -= 1;
      if (occurrence.day >= from) yield occurrence;
    }
    return;
  }
  for (const occurrence of uncounted(rule, from - SHIFT_DAYS_MAX)) if (occurrence.day >= from) yield occurrence;
}

/** The occurrences by `start` and `end.on`: all whose nominal day is `from` or later, and perhaps some before. */
function* uncounted(rule: ScheduleRule, from: number): Generator<Numbered> {
  const first = numberOf(rule.start);
  const last = numberOf(rule.end && 'on' in rule.end && rule.end.on < LAST_DAY ? rule.end.on : LAST_DAY);
  let held: Numbered | null = null;
  for (const nominal of givenDays(rule, Math.max(from, first), last)) {
    const day = nominal < first || nominal > last ? null : shiftedOccurrence(nominal, rule.weekend);
    if (day === null) continue;
    const fallsTogether = held !== null && rule.unit === 'day' && held.day === day;
    if (held && !fallsTogether) yield held;
    // The occurrence that was not moved names the ones that fall together, else the earliest.
    if (!fallsTogether || nominal === day) held = { nominal, day };
  }
  if (held) yield held;
}

/**
 * Returns the day on which an occurrence falls, by its nominal day, both by their numbers, or null if it is left out. A
 * last business day of a month is the nominal day -1 with `before`.
 */
export function shiftedOccurrence(nominal: number, weekend: ScheduleRule['weekend'] = 'keep'): number | null {
  const weekday = weekdayOf(nominal);
  if (weekday < SATURDAY || weekend === 'keep') return nominal;
  if (weekend === 'skip') return null;
  return weekend === 'before' ? nominal - (weekday - SATURDAY + 1) : nominal + (SUNDAY - weekday + 1);
}

/** The days that a rule gives in its periods from one day's to another's, each once and in order. */
function* givenDays({ every, unit, start, days }: ScheduleRule, from: number, last: number): Generator<number> {
  const first = numberOf(start);
  switch (unit) {
    case 'day': {
      for (let day = latest(first, every, from); day <= last; day += every) yield day;
      return;
    }
    case 'week': {
      const weekdays = inOrder(days?.filter((each) => typeof each === 'number') ?? [weekdayOf(first)]);
      const firstMonday = first - weekdayOf(first) + 1;
      for (let monday = latest(firstMonday, 7 * every, from); monday <= last; monday += 7 * every) {
        for (const weekday of weekdays) yield monday + weekday - 1;
      }
      return;
    }
    case 'month':
    case 'year': {
      const [firstMonth, lastMonth] = [monthNumberOf(first), monthNumberOf(last)];
      const step = unit === 'year' ? 12 * every : every;
      for (let month = latest(firstMonth, step, monthNumberOf(from)); month <= lastMonth; month += step) {
        yield* daysOfMonth(month, days ?? [dayOfMonth(first)]);
      }
      return;
    }
    default:
      return unit satisfies never;
  }
}

/** The latest of numbers that begin with `first` and are `step` apart which is at most `limit`. */
function latest(first: number, step: number, limit: number): number {
  return first + step * Math.floor((limit - first) / step);
}
