import { LAST_DAY } from '../model/constants.ts';
import type { ScheduleRule } from '../model/schedule-rule.ts';
import type { DueDay } from '../schedules/days.ts';

// A second implementation of the days of rules: each day of the calendar in its turn is asked whether the rule gives
// it. The calendar is counted off by the lengths of months, and shares no arithmetic with the first.

type Counted = { text: string; year: number; month: number; date: number; length: number; weekday: number };

const calendar = countedOff();
const places = new Map(calendar.map(({ text }, place) => [text, place]));

/** The place of a day (ISO date) in the calendar, from 1899-12-25 to 2200-01-31. */
export function placeOf(day: string): number {
  const place = places.get(day);
  if (place === undefined) throw new RangeError(`${day} is not in the calendar.`);
  return place;
}

/** The day (ISO date) at a place of the calendar. */
export function dayAt(place: number): string {
  const day = calendar[place];
  if (!day) throw new RangeError(`The calendar has no place ${place}.`);
  return day.text;
}

/** The occurrences of a sound rule whose `day` lies in `from`..`to` (ISO dates, both included). */
export function naiveOccurrences(rule: ScheduleRule, { from, to }: { from: string; to: string }): DueDay[] {
  const found: DueDay[] = [];
  const lastPlace = Math.min(placeOf(to) + 7, placeOf(LAST_DAY));
  for (let place = placeOf(rule.start); place <= lastPlace; place += 1) {
    const nominal = dayAt(place);
    if (rule.end && 'on' in rule.end && nominal > rule.end.on) break;
    if (!isGiven(rule, place)) continue;
    let falls = place;
    const isWeekend = () => (calendar[falls]?.weekday ?? 0) > 5;
    if (isWeekend() && rule.weekend === 'skip') continue;
    while (isWeekend() && rule.weekend === 'before') falls -= 1;
    while (isWeekend() && rule.weekend === 'after') falls += 1;
    found.push({ nominal, day: dayAt(falls) });
  }
  return (rule.unit === 'day' ? togetherByDay(found) : found)
    .slice(0, rule.end && 'times' in rule.end ? rule.end.times : found.length)
    .filter(({ day }) => day >= from && day <= to);
}

/** Of occurrences on one day the occurrence that was not moved, else the earliest. */
function togetherByDay(found: DueDay[]): DueDay[] {
  return [...Map.groupBy(found, ({ day }) => day).values()].flatMap((together) => {
    return together.find(({ nominal, day }) => nominal === day) ?? together.slice(0, 1);
  });
}

function countedOff(): Counted[] {
  const days: Counted[] = [];
  // 1899-12-25 was a Monday.
  let weekday = 1;
  for (let year = 1899; year <= 2200; year += 1) {
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (const [index, length] of lengths.entries()) {
      for (let date = 1; date <= length; date += 1) {
        const text = [year, index + 1, date].map((part) => String(part).padStart(2, '0')).join('-');
        if (text < '1899-12-25' || text > '2200-01-31') continue;
        days.push({ text, year, month: index + 1, date, length, weekday });
        weekday = (weekday % 7) + 1;
      }
    }
  }
  return days;
}

function isGiven(rule: ScheduleRule, place: number): boolean {
  const startPlace = placeOf(rule.start);
  const [day, start] = [calendar[place], calendar[startPlace]];
  if (!day || !start || day.text < rule.start) return false;
  const isTurn = (periods: number) => periods % rule.every === 0;
  // The calendar begins with a Monday.
  const weeks = Math.floor(place / 7) - Math.floor(startPlace / 7);
  const months = (day.year - start.year) * 12 + day.month - start.month;
  if (rule.unit === 'day') return isTurn(place - startPlace);
  if (rule.unit === 'week') {
    const days = (rule.days ?? [start.weekday]) as number[];
    return isTurn(weeks) && days.includes(day.weekday);
  }
  if (rule.unit === 'month' && !isTurn(months)) return false;
  if (rule.unit === 'year' && !(day.month === start.month && isTurn(day.year - start.year))) return false;
  return (rule.days ?? [start.date]).some((each) => {
    const fromEnd = day.length - day.date + 1;
    if (typeof each === 'number') {
      if (each > 0) return day.date === each || (each > day.length && fromEnd === 1);
      return fromEnd === -each || (-each > day.length && day.date === 1);
    }
    if (each.weekday !== day.weekday) return false;
    return each.nth === -1 ? fromEnd <= 7 : day.date > 7 * (each.nth - 1) && day.date <= 7 * each.nth;
  });
}
