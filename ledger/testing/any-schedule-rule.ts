import fc from 'fast-check';
import { FIRST_DAY, LAST_DAY, SCHEDULE_UNITS, WEEKEND_SHIFTS } from '../model/constants.ts';
import type { ScheduleRule } from '../model/schedule-rule.ts';
import { dayAt, placeOf } from './naive-days.ts';

/** Days near the ends of centuries and of the calendar, and around leap days, beside any others. */
const anyDay = fc.oneof(
  fc.integer({ min: placeOf(FIRST_DAY), max: placeOf(LAST_DAY) }),
  fc
    .tuple(
      fc.constantFrom('1900-02-28', '1900-01-04', '1999-12-31', '2000-02-29', '2100-02-28', '2024-02-29', '2199-12-01'),
      fc.integer({ min: -3, max: 30 }),
    )
    .map(([text, more]) => placeOf(text) + more),
);
const anyDays = {
  day: fc.constant(undefined),
  week: fc.option(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }), { nil: undefined }),
  month: fc.option(
    fc.oneof(
      fc.array(
        fc
          .oneof(fc.integer({ min: -31, max: 31 }), fc.constantFrom(28, 29, 30, 31, -1, -28, -29, -30, -31))
          .map((day) => day || -1),
        { minLength: 1, maxLength: 5 },
      ),
      fc.array(fc.record({ nth: fc.constantFrom(1, 2, 3, 4, 5, -1), weekday: fc.integer({ min: 1, max: 7 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    { nil: undefined },
  ),
};
/** Sound rules. */
export const anyScheduleRule = fc
  .record({
    unit: fc.constantFrom(...SCHEDULE_UNITS),
    start: anyDay,
    every: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 40 })),
    weekend: fc.constantFrom(undefined, ...WEEKEND_SHIFTS),
    end: fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: 1, max: 60 }).map((times) => ({ times })),
      fc.integer({ min: 0, max: 2_000 }).map((later) => ({ later })),
    ),
  })
  .chain(({ start, end, unit, ...rest }) =>
    anyDays[unit === 'year' ? 'month' : unit].map((days): ScheduleRule => {
      const text = (place: number) => dayAt(Math.min(place, placeOf(LAST_DAY)));
      const on = end && 'later' in end ? { on: text(start + end.later) } : end;
      return { ...rest, unit, start: text(start), days, end: on };
    }),
  );
