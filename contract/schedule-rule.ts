import { z } from 'zod';
import { SCHEDULE_COUNT_MAX, SCHEDULE_UNITS, WEEKEND_SHIFTS } from '#ledger/model/constants.ts';
import { type ScheduleRule, whyUnsound } from '#ledger/model/schedule-rule.ts';
import { choice, entryDate, optional } from './fields.ts';
import { messages } from './messages.ts';

/** Schema of a number from 1 to the most that a rule may count. */
const count = (error: string) => z.int({ error }).min(1, error).max(SCHEDULE_COUNT_MAX, error);

const number = z.int({ error: messages.notScheduleDays });

/** Schema of the rule of a schedule (product 13.1). */
export const scheduleRuleInput = z
  .strictObject(
    {
      every: count(messages.notEvery),
      unit: choice(SCHEDULE_UNITS),
      start: entryDate,
      days: optional(
        z.union([z.array(number), z.array(z.strictObject({ nth: number, weekday: number }))], {
          error: messages.notScheduleDays,
        }),
      ),
      weekend: optional(choice(WEEKEND_SHIFTS)),
      end: optional(
        z.union([z.strictObject({ on: entryDate }), z.strictObject({ times: count(messages.notAnEnd) })], {
          error: messages.notAnEnd,
        }),
      ),
    },
    { error: messages.ruleRequired },
  )
  .check(({ value, issues }) => {
    const field = whyUnsound(value);
    if (field) issues.push({ code: 'custom', path: [field], message: messageOf(field, value), input: value[field] });
  });

function messageOf(field: NonNullable<ReturnType<typeof whyUnsound>>, { unit }: ScheduleRule): string {
  switch (field) {
    case 'every':
      return messages.notEvery;
    case 'start':
      return messages.dateOutOfRange;
    case 'days':
      return {
        day: messages.daysOfDay,
        week: messages.daysOfWeek,
        month: messages.daysOfMonth,
        year: messages.daysOfMonth,
      }[unit];
    case 'end':
      return messages.endBeforeStart;
    default:
      return field satisfies never;
  }
}
