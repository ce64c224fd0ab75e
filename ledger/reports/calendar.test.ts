import { describe, expect, test } from 'vitest';
import { shifted } from '../model/days.ts';
import { columnsBetween, comparedSpan, daysOfRange, periodAround, type ReportCalendar } from './calendar.ts';

const PLAIN: ReportCalendar = { weekStart: 1, monthStart: 1, yearStart: '01-01' };
const PAYDAY: ReportCalendar = { weekStart: 7, monthStart: 25, yearStart: '04-06' };
const around = (calendar: ReportCalendar, today: string) => ({ calendar, today, columnsMax: 400 });

describe('columns', () => {
  test('are cut to the period; only those that are over and whole count as whole', () => {
    const columns = columnsBetween({ from: '2024-01-15', to: '2024-04-30' }, 'month', around(PLAIN, '2024-03-31'));
    expect(columns.map(({ from, to, label, isWhole }) => [label, from, to, isWhole])).toEqual([
      ['2024-01', '2024-01-15', '2024-01-31', false],
      ['2024-02', '2024-02-01', '2024-02-29', true],
      ['2024-03', '2024-03-01', '2024-03-31', false],
      ['2024-04', '2024-04-01', '2024-04-30', false],
    ]);
  });

  test.each([
    ['2024-03-24', 'month', '2024-02-25', '2024-03-24', '2024-03'],
    ['2024-03-25', 'month', '2024-03-25', '2024-04-24', '2024-04'],
    ['2024-04-05', 'year', '2023-04-06', '2024-04-05', '2023/24'],
    ['2024-04-05', 'quarter', '2024-01-06', '2024-04-05', '2023/24-Q4'],
    ['2024-04-06', 'quarter', '2024-04-06', '2024-07-05', '2024/25-Q1'],
    ['2024-03-23', 'week', '2024-03-17', '2024-03-23', '2024-03-17'],
  ] as const)('%s is in a %s of its own from %s to %s, %s', (day, over, from, to, label) => {
    expect(periodAround(over, day, PAYDAY)).toEqual({ from, to, label });
  });

  test('a month that begins on the 15th is named after itself, one from the 16th on after the next', () => {
    expect(periodAround('month', '2024-01-20', { ...PLAIN, monthStart: 15 }).label).toBe('2024-01');
    expect(periodAround('month', '2024-01-20', { ...PLAIN, monthStart: 16 }).label).toBe('2024-02');
  });

  test('of each length follow one another without a gap', () => {
    const span = { from: '2019-02-11', to: '2024-11-02' };
    for (const calendar of [PLAIN, PAYDAY, { weekStart: 6, monthStart: 28, yearStart: '12-28' } as const]) {
      for (const over of ['week', 'month', 'quarter', 'year'] as const) {
        const columns = columnsBetween(span, over, around(calendar, '2030-01-01'));
        expect([columns[0]?.from, columns.at(-1)?.to]).toEqual([span.from, span.to]);
        for (const [index, { from }] of columns.entries()) {
          if (index > 0) expect(from).toBe(shifted(columns[index - 1]?.to ?? '', 1));
        }
      }
    }
  });

  test('more than there may be are refused', () => {
    expect(() => columnsBetween({ from: '2020-01-01', to: '2024-01-01' }, 'day', around(PLAIN, '2024-01-01'))).toThrow(
      RangeError,
    );
  });
});

test.each([
  ['this-week', '2024-05-13', '2024-05-19'],
  ['last-week', '2024-05-06', '2024-05-12'],
  ['this-month', '2024-05-01', '2024-05-31'],
  ['last-month', '2024-04-01', '2024-04-30'],
  ['this-quarter', '2024-04-01', '2024-06-30'],
  ['last-quarter', '2024-01-01', '2024-03-31'],
  ['this-year', '2024-01-01', '2024-12-31'],
  ['last-year', '2023-01-01', '2023-12-31'],
  ['year-to-date', '2024-01-01', '2024-05-15'],
  ['last-30-days', '2024-04-16', '2024-05-15'],
  ['last-3-months', '2024-02-01', '2024-04-30'],
  ['last-12-months', '2023-05-01', '2024-04-30'],
  ['all', '2022-03-04', '2024-06-01'],
] as const)('%s is %s to %s', (range, from, to) => {
  const all = { from: '2022-03-04', to: '2024-06-01' };
  expect(daysOfRange(range, { calendar: PLAIN, today: '2024-05-15', all })).toEqual({ from, to });
});

test('all of a ledger without entries is today', () => {
  const today = '2024-05-15';
  expect(daysOfRange('all', { calendar: PLAIN, today, all: null })).toEqual({ from: today, to: today });
});

test.each([
  ['before', '2024-02-01', '2024-03-31', '2023-12-01', '2024-01-31', PLAIN],
  ['before', '2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31', PLAIN],
  ['before', '2024-03-10', '2024-03-19', '2024-02-29', '2024-03-09', PLAIN],
  ['before', '2023-04-06', '2024-04-05', '2022-04-06', '2023-04-05', PAYDAY],
  ['before', '2024-02-25', '2024-03-24', '2024-01-25', '2024-02-24', PAYDAY],
  ['year', '2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28', PLAIN],
  ['year', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29', PLAIN],
  ['year', '2024-02-10', '2024-02-29', '2023-02-10', '2023-02-28', PLAIN],
  ['year', '2024-02-29', '2024-03-15', '2023-02-28', '2023-03-15', PLAIN],
] as const)('%s: %s to %s is compared with %s to %s', (compare, from, to, first, last, calendar) => {
  expect(comparedSpan({ from, to }, compare, calendar)).toEqual({ from: first, to: last });
});
