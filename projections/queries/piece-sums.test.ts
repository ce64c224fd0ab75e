import { expect, test } from 'vitest';
import { columnsBetween } from '#ledger/reports/calendar.ts';
import type { ColumnPeriod } from '#ledger/reports/words.ts';
import { spansOf } from './piece-sums.ts';

const CALENDAR = { weekStart: 1, monthStart: 1, yearStart: '01-01' } as const;
const span = (from: string, to: string, over: ColumnPeriod, monthStart = 1) =>
  spansOf(
    columnsBetween({ from, to }, over, {
      ...{ calendar: { ...CALENDAR, monthStart }, today: '2026-11-20', columnsMax: 400 },
    }),
  ).map(({ period, from: first, to: last }) => `${period} ${first} ${last}`);

test('months that lie within a column are taken whole, and days beside them by themselves', () => {
  expect(span('2024-01-01', '2025-12-31', 'month')).toEqual(['month 2024-01-01 2025-12-31']);
  expect(span('2024-01-15', '2024-04-10', 'month')).toEqual([
    ...['day 2024-01-15 2024-01-31', 'month 2024-02-01 2024-03-31', 'day 2024-04-01 2024-04-10'],
  ]);
  expect(span('2024-01-01', '2024-03-31', 'week')).toEqual(['day 2024-01-01 2024-03-31']);
  expect(span('2024-01-25', '2024-03-24', 'month', 25)).toEqual(['day 2024-01-25 2024-03-24']);
  expect(span('2024-02-10', '2024-02-20', 'none')).toEqual(['day 2024-02-10 2024-02-20']);
  expect(span('2024-02-01', '2024-02-29', 'none')).toEqual(['month 2024-02-01 2024-02-29']);
  expect(span('1900-01-01', '2199-12-31', 'none')).toEqual(['month 1900-01-01 2199-12-31']);
});
