import { z } from 'zod';
import {
  FIRST_DAY,
  LAST_DAY,
  RECURRENCE_DAYS_MAX,
  SCHEDULE_COUNT_MAX,
  SCHEDULE_UNITS,
  WEEKEND_SHIFTS,
} from './constants.ts';
import { isDay } from './days.ts';
import { day } from './values.ts';

/** A weekday of a month: the first to the fifth, or the last (-1); Monday is 1. */
const nthWeekday = z.strictObject({ nth: z.int(), weekday: z.int() });
export type NthWeekday = z.infer<typeof nthWeekday>;

/** On which days something comes again (product 13.1). */
export const scheduleRule = z
  .strictObject({
    every: z.int(),
    unit: z.enum(SCHEDULE_UNITS),
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
  if (unit === 'day' || days.length === 0 || days.length > RECURRENCE_DAYS_MAX) return false;
  if (unit === 'week') return days.every((each) => typeof each === 'number' && isWeekday(each));
  return days.every((each) => {
    if (typeof each === 'number') return Math.abs(each) >= 1 && Math.abs(each) <= 31;
    return (each.nth === -1 || (each.nth >= 1 && each.nth <= 5)) && isWeekday(each.weekday);
  });
}

const isCount = (value: number) => value >= 1 && value <= SCHEDULE_COUNT_MAX;
const isWeekday = (value: number) => value >= 1 && value <= 7;
const isDayInRange = (value: string) => isDay(value) && value >= FIRST_DAY && value <= LAST_DAY;
