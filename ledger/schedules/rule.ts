import { z } from 'zod';
import { FIRST_DAY, LAST_DAY } from '../model/constants.ts';
import { isDay } from '../model/days.ts';
import { day } from '../model/values.ts';

/** What a rule counts in. */
export const RULE_UNITS = ['day', 'week', 'month', 'year'] as const;
export type RuleUnit = (typeof RULE_UNITS)[number];

/** What becomes of an occurrence on a Saturday or a Sunday, the default first. */
export const WEEKEND_SHIFTS = ['keep', 'before', 'after', 'skip'] as const;
export type WeekendShift = (typeof WEEKEND_SHIFTS)[number];

/** Most of `every`, and of `times` (product 13.1). */
export const RULE_NUMBER_MAX = 100_000;
/** Most days in the list of a rule: as many as a month has, counted from both ends. */
export const RULE_DAYS_MAX = 62;

/** A weekday of a month: the first to the fifth, or the last (-1); Monday is 1. */
const nthWeekday = z.strictObject({ nth: z.int(), weekday: z.int() });
export type NthWeekday = z.infer<typeof nthWeekday>;

/** On which days something comes again (product 13.1). */
export const scheduleRule = z
  .strictObject({
    every: z.int(),
    unit: z.enum(RULE_UNITS),
    start: day,
    days: z.union([z.array(z.int()), z.array(nthWeekday)]).optional(),
    weekend: z.enum(WEEKEND_SHIFTS).optional(),
    end: z.union([z.strictObject({ on: day }), z.strictObject({ times: z.int() })]).optional(),
  })
  .meta({
    title:
      '`every`, `unit`, `start`, `days`? (numbers, or a list of `nth`, `weekday`), `weekend`?, ' +
      '`end`? (`on` or `times`)',
  });
export type ScheduleRule = z.infer<typeof scheduleRule>;

/** The first field of a rule that makes it unsound; null for a sound rule (product 13.1). */
export function whyUnsound(rule: ScheduleRule): 'every' | 'start' | 'days' | 'end' | null {
  const { every, start, end } = rule;
  if (!isCount(every)) return 'every';
  if (!isDayInRange(start)) return 'start';
  if (!areDaysSound(rule)) return 'days';
  if (end && 'times' in end && !isCount(end.times)) return 'end';
  if (end && 'on' in end && (!isDayInRange(end.on) || end.on < start)) return 'end';
  return null;
}

function areDaysSound({ unit, days }: ScheduleRule): boolean {
  if (days === undefined) return true;
  if (unit === 'day' || days.length === 0 || days.length > RULE_DAYS_MAX) return false;
  if (unit === 'week') return days.every((each) => typeof each === 'number' && isWeekday(each));
  if (isOfNumbers(days)) return days.every((each) => Math.abs(each) >= 1 && Math.abs(each) <= 31);
  return days.every(({ nth, weekday }) => (nth === -1 || (nth >= 1 && nth <= 5)) && isWeekday(weekday));
}

/** Whether the list of a rule has numbers: days of a month, or weekdays of a week. */
export function isOfNumbers(days: NonNullable<ScheduleRule['days']>): days is number[] {
  return typeof days[0] === 'number';
}

const isCount = (value: number) => value >= 1 && value <= RULE_NUMBER_MAX;
const isWeekday = (value: number) => value >= 1 && value <= 7;
const isDayInRange = (value: string) => isDay(value) && value >= FIRST_DAY && value <= LAST_DAY;
