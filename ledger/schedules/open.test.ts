import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { stepsOf } from '#tests/support/steps.ts';
import { isOpen, listOccurrences, occurrencesByDay, type Scheduled } from './listed.ts';
import { openOccurrences } from './open.ts';

const TODAY = '2026-11-26';
const scheduleOf = (rule: ScheduleRule, earlier: ScheduleState['earlier'] = []): ScheduleState => ({
  ...{ title: 'Rent', type: 'Expense', amount: { exact: 900_00 as Cents }, rule, post: 'ask', earlier, place: 1 },
});

const rule = fc.record({
  every: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  start: fc.integer({ min: -366, max: 60 }).map((days) => shifted(TODAY, days)),
  weekend: fc.constantFrom('keep' as const, 'before' as const, 'after' as const, 'skip' as const),
  end: fc.option(fc.integer({ min: 1, max: 40 }).map((times) => ({ times }))),
});
const ruleOf = ({ end, ...fields }: { end: { times: number } | null } & Omit<ScheduleRule, 'end'>): ScheduleRule =>
  end ? { ...fields, end } : fields;

test('occurrences one by one are those of a list, and no more of them are worked out than are asked for', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), fc.integer({ min: 1, max: 30 }), (rules, count) => {
      const schedules = new Map(rules.map((each, index) => [`${index}`, scheduleOf(ruleOf(each))]));
      const scheduled: Scheduled = { schedules, marks: new Map() };
      const days = { from: null, to: shifted(TODAY, 200), today: TODAY };
      const whole = [...occurrencesByDay(scheduled, days)];
      const sorted = whole.toSorted((a, b) => (a.day + a.nominal < b.day + b.nominal ? -1 : 1));
      expect(whole.map(({ day, nominal }) => day + nominal)).toEqual(sorted.map(({ day, nominal }) => day + nominal));
      expect(listOccurrences(scheduled, days, count)).toEqual(whole.slice(0, count));
      expect([...openOccurrences(scheduled, days.to, TODAY)]).toEqual(whole.filter(isOpen));
      found += whole.length;
    }),
  );
  expect(found).toBeGreaterThan(1_000);
});

test('the first of 500 daily schedules of three centuries come at once', () => {
  const daily = scheduleOf({ every: 1, unit: 'day', start: '1900-01-01' });
  const schedules = new Map(Array.from({ length: 500 }, (_, index) => [`${index}`, daily]));
  let listed: ReturnType<typeof listOccurrences> = [];
  const days = { from: null, to: '2199-12-31', today: TODAY };
  const steps = stepsOf(() => {
    listed = listOccurrences({ schedules, marks: new Map() }, days, 1_000);
  });
  expect(listed.map(({ day }) => day)).toEqual([...Array(500).fill('1900-01-01'), ...Array(500).fill('1900-01-02')]);
  // All of them are 54,786,500.
  expect(steps).toBeLessThan(120_000);
});

test('what held before a change is among them, also where the present rule begins later', () => {
  const before = { until: '2026-06-01', title: 'Flat', amount: { exact: 800_00 as Cents } };
  const earlier = [{ ...before, rule: { every: 1, unit: 'month', start: '2026-02-28' } as const }];
  const schedule = scheduleOf({ every: 1, unit: 'month', start: '2026-06-28' }, earlier);
  const scheduled = { schedules: new Map([['rent', schedule]]), marks: new Map() };
  const listed = [...openOccurrences(scheduled, '2026-07-31', TODAY)];
  expect(listed.map(({ title, day }) => `${title} ${day.slice(5)}`)).toEqual([
    ...['Flat 02-28', 'Flat 03-28', 'Flat 04-28', 'Flat 05-28', 'Rent 06-28', 'Rent 07-28'],
  ]);
});

test('without a first day the list begins with all of the day of the first missed one', () => {
  const rule = { every: 1, unit: 'day', start: '2026-11-24' } as const;
  const [one, other] = [scheduleOf(rule), scheduleOf(rule)];
  const marks = new Map([
    [
      'one',
      new Map([
        ['2026-11-24', 'skipped' as const],
        ['2026-11-25', 'skipped' as const],
      ]),
    ],
    ['other', new Map([['2026-11-24', 'skipped' as const]])],
  ]);
  const scheduled = {
    schedules: new Map([
      ['one', one],
      ['other', other],
    ]),
    marks,
  };
  const listed = listOccurrences(scheduled, { from: null, to: TODAY, today: TODAY }, 100);
  expect(listed.map(({ scheduleId, day, status }) => `${scheduleId} ${day} ${status}`)).toEqual([
    ...['one 2026-11-25 skipped', 'other 2026-11-25 missed', 'one 2026-11-26 due', 'other 2026-11-26 due'],
  ]);
});
