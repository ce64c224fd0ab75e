import { expect, test } from 'vitest';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import { ordinal, ruleText, spanText } from './schedule-texts.ts';

const FIRST_FRIDAY = { nth: 1, weekday: 5 };

test.each<[Partial<ScheduleRule>, string]>([
  [{ unit: 'day' }, 'Every day'],
  [{ unit: 'day', every: 3, weekend: 'skip' }, 'Every 3 days; not on weekends'],
  [{ unit: 'week' }, 'Every week on Saturday'],
  [{ unit: 'week', every: 2, days: [5, 1, 5] }, 'Every 2 weeks on Monday and Friday'],
  [{}, 'Every month on the 31st, or its last day'],
  [{ start: '2026-01-28' }, 'Every month on the 28th'],
  [{ weekend: 'before' }, 'Every month on the 31st, or its last day; on a weekend the Friday before'],
  [{ days: [-1] }, 'Every month on the last day'],
  [{ days: [-2, 15, 1] }, 'Every month on the 1st, the 15th, and the 2nd day from the end'],
  [{ days: [29, -30] }, 'Every month on the 29th and the 30th day from the end, or its last day, or its first day'],
  [{ days: [FIRST_FRIDAY, { nth: -1, weekday: 7 }] }, 'Every month on the first Friday and last Sunday'],
  [{ every: 1200, end: { times: 1 } }, 'Every 1,200 months on the 31st, or its last day; once'],
  [{ unit: 'year', end: { times: 12 } }, 'Every year on January 31; 12 times'],
  [{ unit: 'year', start: '2028-02-29' }, 'Every year on February 29, or the last day of February'],
  [{ unit: 'year', days: [31, 1] }, 'Every year in January on the 1st and the 31st'],
  [
    { unit: 'year', start: '2026-04-01', days: [-31] },
    'Every year in April on the 31st day from the end, or its first day',
  ],
  [{ unit: 'year', days: [FIRST_FRIDAY] }, 'Every year on the first Friday of January'],
  [
    { unit: 'week', weekend: 'after', end: { on: '2027-06-30' } },
    'Every week on Saturday; on a weekend the Monday after; until June 30, 2027',
  ],
])('%j is: %s', (rule, text) => {
  expect(ruleText({ every: 1, unit: 'month', start: '2026-01-31', ...rule })).toBe(text);
});

test('an amount, about one, and a range', () => {
  expect(spanText({ exact: 1450 }, '$')).toBe('$1,450.00');
  expect(spanText({ about: 80 }, '¥')).toBe('about ¥80');
  expect(spanText({ from: 60, to: 90.5 }, '€')).toBe('€60.00 to €90.50');
});

test('numbers with their endings', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30].map(ordinal)).toEqual([
    ...['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '30th'],
  ]);
});
