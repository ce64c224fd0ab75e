import type { NthWeekday, ScheduleRule } from '#ledger/model/schedule-rule.ts';
import { dayText, digitsText } from './texts.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const NTHS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const LIST = new Intl.ListFormat('en-US');
const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** The days that every month has. */
const DAYS_OF_EACH_MONTH = 28;
/** The least days that a month has, by its number: 28 for February. */
const leastDaysOf = (month: number) => (month === 2 ? DAYS_OF_EACH_MONTH : [4, 6, 9, 11].includes(month) ? 30 : 31);

/** The day of an occurrence that falls on a weekend, where it does not stay there. */
const WEEKENDS: Partial<Record<NonNullable<ScheduleRule['weekend']>, string>> = {
  before: '; on a weekend the Friday before',
  after: '; on a weekend the Monday after',
  skip: '; not on weekends',
};

/**
 * A rule in words: `Every month on the 31st, or its last day; on a weekend the Friday before`. Its start is left out,
 * but for the weekday, day or month that it gives.
 */
export function ruleText(rule: ScheduleRule): string {
  return capitalized(`${everyText(rule)}${daysText(rule)}${WEEKENDS[rule.weekend ?? 'keep'] ?? ''}${endText(rule)}`);
}

/** The amount that an occurrence moves, in whole units, in words: `$80.00`, `about $80.00`, `$60.00 to $90.00`. */
export function spanText(
  span: { exact: number } | { about: number } | { from: number; to: number },
  currency: string,
): string {
  const money = (amount: number) => currency + digitsText(amount, currency);
  if ('exact' in span) return money(span.exact);
  return 'about' in span ? `about ${money(span.about)}` : `${money(span.from)} to ${money(span.to)}`;
}

/** A number with its ending: `31st`. */
export function ordinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)] ?? 'th'}`;
}

function everyText({ every, unit }: ScheduleRule): string {
  return every === 1 ? `every ${unit}` : `every ${every.toLocaleString('en-US')} ${unit}s`;
}

function daysText({ unit, start, days }: ScheduleRule): string {
  const month = MONTHS.format(new Date(start));
  switch (unit) {
    case 'day':
      return '';
    case 'week':
      return ` on ${LIST.format(sorted(days && isOfNumbers(days) ? days : [weekdayOf(start)]).map(weekdayText))}`;
    case 'month':
      return days && !isOfNumbers(days)
        ? ` on the ${nthsText(days)}`
        : ` on ${datesText(days, start, DAYS_OF_EACH_MONTH)}`;
    case 'year':
      if (days === undefined) return ` on ${month} ${Number(start.slice(8))}${start.endsWith('02-29') ? LACKED : ''}`;
      return isOfNumbers(days)
        ? ` in ${month} on ${datesText(days, start, leastDaysOf(Number(start.slice(5, 7))))}`
        : ` on the ${nthsText(days)} of ${month}`;
    default:
      return unit satisfies never;
  }
}

const LACKED = ', or the last day of February';

/**
 * `the 1st and the 31st, or its last day`, dates from the end of the month last; without days, the start's date. A date
 * that a month of `length` days may lack adds what takes its place.
 */
function datesText(days: readonly number[] = [], start: string, length: number): string {
  const dates = days.length === 0 ? [Number(start.slice(8))] : sorted(days);
  const ofStart = dates.filter((day) => day > 0);
  const ofEnd = dates.filter((day) => day < 0);
  const clamped = [
    ...((ofStart.at(-1) ?? 0) > length ? ['its last day'] : []),
    ...((ofEnd[0] ?? 0) < -length ? ['its first day'] : []),
  ];
  const names = [...ofStart.map((day) => `the ${ordinal(day)}`), ...ofEnd.map(fromEndText)];
  return LIST.format(names) + clamped.map((name) => `, or ${name}`).join('');
}

const fromEndText = (day: number) => (day === -1 ? 'the last day' : `the ${ordinal(-day)} day from the end`);

function nthsText(days: readonly NthWeekday[]): string {
  return LIST.format(days.map(({ nth, weekday }) => `${nth === -1 ? 'last' : NTHS[nth - 1]} ${weekdayText(weekday)}`));
}

function endText({ end }: ScheduleRule): string {
  if (end === undefined) return '';
  if ('on' in end) return `; until ${dayText(end.on)}`;
  return end.times === 1 ? '; once' : `; ${end.times.toLocaleString('en-US')} times`;
}

const weekdayText = (weekday: number) => WEEKDAYS[weekday - 1] ?? '';
/** The weekday of a day (ISO date): 1 is Monday. */
const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7;
const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isOfNumbers = (days: NonNullable<ScheduleRule['days']>): days is number[] => typeof days[0] === 'number';
