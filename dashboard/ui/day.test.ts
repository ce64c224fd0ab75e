import { expect, test } from 'vitest';
import { dayOf, formatDay } from './day.ts';

test('puts a day into words without moving it to another one', () => {
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

test('takes the day from the local calendar', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 0, 6, 0, 0))).toBe('2026-01-06');
});
