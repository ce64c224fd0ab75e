import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { listOccurrences, type Scheduled } from './listed.ts';
import { occurrencesByMonth } from './open.ts';

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

test('months together have the occurrences of the whole time, each once and in order', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), fc.boolean(), (rules, isFromToday) => {
      const schedules = new Map(rules.map((each, index) => [`${index}`, scheduleOf(ruleOf(each))]));
      const scheduled: Scheduled = { schedules, marks: new Map() };
      const to = shifted(TODAY, 200);
      const from = isFromToday ? TODAY : '1900-01-01';
      const whole = listOccurrences(scheduled, { from, to, today: TODAY });
      const months = [...occurrencesByMonth(scheduled, { from: isFromToday ? TODAY : null, to, today: TODAY })];
      expect(months.flat()).toEqual(whole);
      for (const month of months) expect(new Set(month.map(({ day }) => day.slice(0, 7))).size).toBeLessThan(2);
      found += whole.length;
    }),
  );
  expect(found).toBeGreaterThan(1_000);
});

test('what held before a change is among them, also where the present rule begins later', () => {
  const before = { until: '2026-06-01', title: 'Flat', amount: { exact: 800_00 as Cents } };
  const earlier = [{ ...before, rule: { every: 1, unit: 'month', start: '2026-02-28' } as const }];
  const schedule = scheduleOf({ every: 1, unit: 'month', start: '2026-06-28' }, earlier);
  const scheduled = { schedules: new Map([['rent', schedule]]), marks: new Map() };
  const months = [...occurrencesByMonth(scheduled, { from: null, to: '2026-07-31', today: TODAY })];
  expect(months.flat().map(({ title, day }) => `${title} ${day.slice(5)}`)).toEqual([
    ...['Flat 02-28', 'Flat 03-28', 'Flat 04-28', 'Flat 05-28', 'Rent 06-28', 'Rent 07-28'],
  ]);
});
