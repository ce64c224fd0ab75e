import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stepsOf } from '#tests/support/steps.ts';
import { FIRST_DAY, LAST_DAY, type ScheduleUnit } from '../model/constants.ts';
import { type ScheduleRule, whyUnsound } from '../model/schedule-rule.ts';
import { anyScheduleRule } from '../testing/any-schedule-rule.ts';
import { dayAt, naiveOccurrences, placeOf } from '../testing/naive-days.ts';
import { isOccurrence, nextAfter, occurrencesOf } from './days.ts';

const ALL = { from: FIRST_DAY, to: LAST_DAY };
const daysOf = (rule: ScheduleRule, countMax: number) => occurrencesOf(rule, ALL, countMax).map(({ day }) => day);
const nominalsOf = (rule: ScheduleRule, countMax: number) =>
  occurrencesOf(rule, ALL, countMax).map(({ nominal }) => nominal);

const every =
  (unit: ScheduleUnit) =>
  (start: string, more: Partial<ScheduleRule> = {}): ScheduleRule => ({ every: 1, unit, start, ...more });
const [daily, weekly, monthly, yearly] = [every('day'), every('week'), every('month'), every('year')];

describe('days of a month', () => {
  test('a day that a month lacks is its last, and comes back', () => {
    expect(daysOf(monthly('2026-01-31'), 5)).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ]);
    expect(daysOf(monthly('2028-01-30'), 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30']);
  });

  test('-1 is the last day', () => {
    expect(daysOf(monthly('2026-01-15', { days: [-1] }), 3)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  test('-31 is the first day of a month of 30, and -30 too, which is the second of one of 31', () => {
    expect(daysOf(monthly('2026-04-01', { days: [-31] }), 2)).toEqual(['2026-04-01', '2026-05-01']);
    expect(daysOf(monthly('2026-04-01', { days: [-30] }), 2)).toEqual(['2026-04-01', '2026-05-02']);
  });

  test('those that come to one day in February are one', () => {
    const rule = monthly('2026-01-29', { days: [31, 29, -1, 30, 29] });
    expect(daysOf(rule, 5)).toEqual(['2026-01-29', '2026-01-30', '2026-01-31', '2026-02-28', '2026-03-29']);
  });

  test('start is an occurrence only where the rule gives it, and months are counted from its own', () => {
    const rule = monthly('2026-01-20', { every: 3, days: [15] });
    expect(daysOf(rule, 3)).toEqual(['2026-04-15', '2026-07-15', '2026-10-15']);
  });

  test('the last Friday, and the first and third Monday', () => {
    expect(daysOf(monthly('2026-01-01', { days: [{ nth: -1, weekday: 5 }] }), 3)).toEqual([
      ...['2026-01-30', '2026-02-27', '2026-03-27'],
    ]);
    const mondays = [
      { nth: 3, weekday: 1 },
      { nth: 1, weekday: 1 },
    ];
    expect(daysOf(monthly('2026-01-10', { days: mondays }), 3)).toEqual(['2026-01-19', '2026-02-02', '2026-02-16']);
  });

  test('a fifth Monday that a month lacks is left out', () => {
    expect(daysOf(monthly('2026-01-01', { days: [{ nth: 5, weekday: 1 }] }), 4)).toEqual([
      ...['2026-03-30', '2026-06-29', '2026-08-31', '2026-11-30'],
    ]);
  });

  test('a weekend shift may leave the month', () => {
    const rule = monthly('2026-01-31', { weekend: 'after' });
    expect(occurrencesOf(rule, { from: '2026-01-01', to: '2026-03-31' })).toEqual([
      { nominal: '2026-01-31', day: '2026-02-02' },
      { nominal: '2026-02-28', day: '2026-03-02' },
      { nominal: '2026-03-31', day: '2026-03-31' },
    ]);
    const first = monthly('2026-08-01', { weekend: 'before' });
    expect(occurrencesOf(first, { from: '2026-07-01', to: '2026-09-01' })).toEqual([
      { nominal: '2026-08-01', day: '2026-07-31' },
      { nominal: '2026-09-01', day: '2026-09-01' },
    ]);
  });

  test('two that fall on one day are two', () => {
    const rule = monthly('2026-08-01', { days: [1, 2, 3], weekend: 'after' });
    expect(occurrencesOf(rule, { from: '2026-08-03', to: '2026-08-03' })).toEqual([
      { nominal: '2026-08-01', day: '2026-08-03' },
      { nominal: '2026-08-02', day: '2026-08-03' },
      { nominal: '2026-08-03', day: '2026-08-03' },
    ]);
  });
});

describe('days of a week, and of a year', () => {
  test('every two weeks on Monday and Thursday, counted from the week of start', () => {
    const rule = weekly('2026-01-07', { every: 2, days: [4, 1] });
    expect(daysOf(rule, 4)).toEqual(['2026-01-08', '2026-01-19', '2026-01-22', '2026-02-02']);
    // A Sunday belongs to the week that began on the Monday before it.
    expect(daysOf(weekly('2026-01-11', { every: 2, days: [1] }), 2)).toEqual(['2026-01-19', '2026-02-02']);
  });

  test('without days, the weekday of start', () => {
    expect(daysOf(weekly('2026-11-25'), 3)).toEqual(['2026-11-25', '2026-12-02', '2026-12-09']);
  });

  test('February 29 of each year is its 28 in common ones, and comes back', () => {
    expect(daysOf(yearly('2096-02-29'), 9)).toEqual([
      ...['2096-02-29', '2097-02-28', '2098-02-28', '2099-02-28', '2100-02-28', '2101-02-28', '2102-02-28'],
      ...['2103-02-28', '2104-02-29'],
    ]);
    expect(daysOf(yearly('2096-02-29', { every: 4 }), 3)).toEqual(['2096-02-29', '2100-02-28', '2104-02-29']);
  });

  test('the days of a year are those of the month of start', () => {
    const thanksgiving = yearly('2026-11-01', { days: [{ nth: 4, weekday: 4 }] });
    expect(daysOf(thanksgiving, 3)).toEqual(['2026-11-26', '2027-11-25', '2028-11-23']);
    expect(daysOf(yearly('2026-06-10', { days: [1, -1] }), 3)).toEqual(['2026-06-30', '2027-06-01', '2027-06-30']);
  });
});

describe('days of a daily rule', () => {
  test('weekend days that land on another of its days fall together, named by the one that was not moved', () => {
    const rule = daily('2026-11-20', { weekend: 'after' });
    expect(occurrencesOf(rule, { from: '2026-11-20', to: '2026-11-24' })).toEqual([
      { nominal: '2026-11-20', day: '2026-11-20' },
      { nominal: '2026-11-23', day: '2026-11-23' },
      { nominal: '2026-11-24', day: '2026-11-24' },
    ]);
    expect([isOccurrence(rule, '2026-11-21'), isOccurrence(rule, '2026-11-23')]).toEqual([null, '2026-11-23']);
  });

  test('where all were moved, the earliest names them', () => {
    const both = { nominal: '2026-11-21', day: '2026-11-20' };
    const rule = daily('2026-11-21', { weekend: 'before' });
    expect(occurrencesOf(rule, { from: '2026-11-01', to: '2026-11-23' })[0]).toEqual(both);
    const ended = daily('2026-11-20', { weekend: 'after', end: { on: '2026-11-22' } });
    expect(nominalsOf(ended, 9)).toEqual(['2026-11-20', '2026-11-21']);
  });

  test('every third day, skipped on weekends', () => {
    expect(daysOf(daily('2026-11-20', { every: 3, weekend: 'skip' }), 4)).toEqual([
      ...['2026-11-20', '2026-11-23', '2026-11-26', '2026-12-02'],
    ]);
  });
});

describe('the end of a rule', () => {
  test('times counts what is left after skipping and falling together', () => {
    const skipping = daily('2026-11-20', { weekend: 'skip', end: { times: 3 } });
    expect(daysOf(skipping, 9)).toEqual(['2026-11-20', '2026-11-23', '2026-11-24']);
    const together = daily('2026-11-21', { weekend: 'after', end: { times: 2 } });
    expect(nominalsOf(together, 9)).toEqual(['2026-11-23', '2026-11-24']);
    expect(occurrencesOf(together, { from: '2026-11-24', to: '2026-11-30' })).toHaveLength(1);
    expect([isOccurrence(together, '2026-11-24'), isOccurrence(together, '2026-11-25')]).toEqual(['2026-11-24', null]);
  });

  test('start and the last day bound the nominal day, both included', () => {
    // Nominal on Saturday and Sunday, falling before start, and after the end.
    expect(daysOf(weekly('2026-11-21', { weekend: 'before', end: { on: '2026-11-21' } }), 9)).toEqual(['2026-11-20']);
    expect(daysOf(weekly('2026-11-21', { weekend: 'after', end: { on: '2026-11-21' } }), 9)).toEqual(['2026-11-23']);
    expect(daysOf(weekly('2026-11-22', { days: [6, 7], end: { on: '2026-11-28' } }), 9)).toEqual([
      ...['2026-11-22', '2026-11-28'],
    ]);
  });

  test('nothing falls after the last day of the calendar', () => {
    expect(daysOf(daily('2199-12-30'), 9)).toEqual(['2199-12-30', '2199-12-31']);
    expect(daysOf(yearly('2199-12-31', { every: 100_000, days: [{ nth: 5, weekday: 1 }] }), 9)).toEqual([]);
  });
});

test('the next days after one', () => {
  expect(nextAfter(monthly('2026-01-31'), '2026-02-28', 2).map(({ day }) => day)).toEqual(['2026-03-31', '2026-04-30']);
});

test.each<[string, Partial<ScheduleRule>]>([
  ['every', { every: 0 }],
  ['every', { every: 100_001 }],
  ['start', { start: '2026-02-29' }],
  ['start', { start: '1899-12-31' }],
  ['days', { unit: 'day', days: [1] }],
  ['days', { days: [] }],
  ['days', { days: [0] }],
  ['days', { days: [32] }],
  ['days', { days: [-32] }],
  ['days', { days: Array.from({ length: 63 }, () => 1) }],
  ['days', { unit: 'week', days: [8] }],
  ['days', { unit: 'week', days: [-1] }],
  ['days', { unit: 'week', days: [{ nth: 1, weekday: 1 }] }],
  ['days', { days: [{ nth: 0, weekday: 1 }] }],
  ['days', { days: [{ nth: 6, weekday: 1 }] }],
  ['days', { days: [{ nth: 1, weekday: 8 }] }],
  ['end', { end: { times: 0 } }],
  ['end', { end: { on: '2025-12-31' } }],
  ['end', { end: { on: '2200-01-01' } }],
])('a rule is unsound by its %s: %j', (field, more) => {
  expect(whyUnsound(monthly('2026-01-01'))).toBeNull();
  expect(whyUnsound(monthly('2026-01-01', more))).toBe(field);
});

/** A span of days: how far from the start of a rule it begins, and how long it is. */
const anySpan = fc.record({
  after: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -40, max: 1_200 }) },
    { weight: 1, arbitrary: fc.integer({ min: -40, max: 40_000 }) },
  ),
  length: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 1_500 })),
});
const inRange = (place: number) => dayAt(Math.max(placeOf(FIRST_DAY), Math.min(placeOf(LAST_DAY), place)));

/** Compares both implementations over random rules; gives how many of these had an occurrence. */
function compared({ seed, numRuns }: { seed: number; numRuns: number }): number {
  let withSome = 0;
  fc.assert(
    fc.property(anyScheduleRule, anySpan, (rule, { after, length }) => {
      expect(whyUnsound(rule)).toBeNull();
      const place = placeOf(rule.start) + after;
      const [from, to] = [inRange(place), inRange(place + length)];
      const expected = naiveOccurrences(rule, { from, to });
      expect(occurrencesOf(rule, { from, to })).toEqual(expected);
      if (expected.length > 0) withSome += 1;
      const near = naiveOccurrences(rule, { from: inRange(placeOf(from) - 7), to: inRange(placeOf(from) + 7) });
      for (const nominal of [0, 1, 2, 3].map((more) => inRange(placeOf(from) + more))) {
        expect(isOccurrence(rule, nominal)).toBe(near.find((each) => each.nominal === nominal)?.day ?? null);
      }
    }),
    { seed, numRuns },
  );
  return withSome;
}

test('random rules have the days of a calendar that is asked day by day', () => {
  expect(compared({ seed: 43, numRuns: 3_000 })).toBeGreaterThan(500);
});

describe('the time zone of the process', () => {
  afterEach(() => vi.unstubAllEnvs());

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati', 'Africa/Cairo', 'Pacific/Apia'])(
    '%s changes nothing',
    (zone) => {
      vi.stubEnv('TZ', zone);
      expect(new Date(2026, 0, 1).getTime()).not.toBe(Date.UTC(2026, 0, 1));
      expect(compared({ seed: 12, numRuns: 100 })).toBeGreaterThan(15);
    },
  );
});

test('a daily rule of three centuries is counted in few steps', () => {
  const rule = daily(FIRST_DAY, { weekend: 'before', end: { times: 100_000 } });
  let found: string | null = null;
  const steps = stepsOf(() => {
    found = isOccurrence(rule, LAST_DAY);
  });
  expect(found).toBe(LAST_DAY);
  expect(steps).toBeLessThan(50);
});
