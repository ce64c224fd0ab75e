import { expect, test } from 'vitest';
import { periodsOf } from './calendar.ts';

test.each([
  ['2026-11-20', '2026-11-16'],
  ['2026-11-16', '2026-11-16'],
  ['2026-11-15', '2026-11-09'],
  ['2027-01-01', '2026-12-28'],
  ['1970-01-01', '1969-12-29'],
  ['1900-01-01', '1900-01-01'],
  ['1900-01-07', '1900-01-01'],
  ['2024-02-29', '2024-02-26'],
  ['2199-12-31', '2199-12-30'],
])('%s lies in the week of Monday %s', (day, monday) => {
  expect(periodsOf(day)).toEqual([`week ${monday}`, `month ${day.slice(0, 7)}-01`, `year ${day.slice(0, 4)}-01-01`]);
});
