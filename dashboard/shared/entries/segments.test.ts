import { expect, test } from 'vitest';
import type { Transaction } from '#contract/transaction.ts';
import { rowCount, rowIndex, segmentIndexOf, segmentsOf } from './segments.ts';

const on = (date: string, title = 'Rye bread'): Transaction => ({
  _id: title,
  type: 'Expense',
  title,
  amount: 4,
  category: null,
  date,
  createdAt: `${date}T08:00:00Z`,
  wallet: 'Cash',
  receipt: null,
});

test('groups rows by date and keeps their order', () => {
  const segments = segmentsOf([on('2026-11-20', 'b'), on('2026-11-20', 'a'), on('2026-11-18', 'c')]);
  expect(segments.map(({ date, rows }) => [date, rows.map(({ title }) => title)])).toEqual([
    ['2026-11-20', ['b', 'a']],
    ['2026-11-18', ['c']],
  ]);
});

test('marks the first segment of each month except the first month', () => {
  const segments = segmentsOf([on('2026-11-01'), on('2026-10-31'), on('2026-10-30'), on('2025-10-30')]);
  expect(segments.map(({ startsMonth }) => startsMonth)).toEqual([false, true, false, true]);
});

test('splits a day with many rows and marks only its first segment as the start of the day', () => {
  const segments = segmentsOf(Array.from({ length: 45 }, () => on('2026-11-20')));
  expect(segments.map(({ rows, start, startsDay }) => [rows.length, start, startsDay])).toEqual([
    [20, 0, true],
    [20, 20, false],
    [5, 40, false],
  ]);
});

test('finds the segment of a row', () => {
  const segments = segmentsOf([on('2026-11-20'), on('2026-11-20'), on('2026-11-18'), on('2026-11-17')]);
  expect([0, 1, 2, 3].map((row) => segmentIndexOf(segments, row))).toEqual([0, 0, 1, 2]);
  expect(segmentIndexOf([], 0)).toBe(0);
});

test('returns no segments for no rows', () => {
  expect(segmentsOf([])).toEqual([]);
});

test('counts the header and the dates as rows of the table', () => {
  const segments = segmentsOf([...Array.from({ length: 25 }, () => on('2026-11-20')), on('2026-11-18')]);
  expect(segments.map((segment) => [rowIndex.date(segment), rowIndex.row(segment, 0)])).toEqual([
    [2, 3],
    [22, 23],
    [28, 29],
  ]);
  expect(rowCount(segments, true)).toBe(29);
  expect(rowCount(segments, false)).toBe(-1);
});
