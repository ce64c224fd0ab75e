import { expect, test } from 'vitest';
import { formatDay, localDateOf, monthInWords } from './day.ts';

test('formats a date without a shift by time zones', () => {
  expect(formatDay('2026-11-20')).toEqual({
    weekday: 'Friday',
    shortWeekday: 'Fri',
    day: '20',
    month: 'November',
    year: '2026',
    long: 'November 20, 2026',
    full: 'Friday, November 20, 2026',
  });
  expect(formatDay('2026-01-01')).toMatchObject({ day: '1', month: 'January', year: '2026' });
});

test('returns the date in the local time zone', () => {
  expect(localDateOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(localDateOf(new Date(2026, 0, 6, 0, 0))).toBe('2026-01-06');
});

test('names a month with its year, unless it is this year', () => {
  expect(monthInWords('2026-12-31', '2026-01-01')).toBe('December');
  expect(monthInWords('2025-12-31', '2026-01-01')).toBe('December 2025');
  expect(monthInWords('2027-01-01', '2026-12-31')).toBe('January 2027');
});
