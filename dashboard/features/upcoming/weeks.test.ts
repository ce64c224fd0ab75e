import { expect, test } from 'vitest';
import { occurrenceOf } from '../../testing/schedules.ts';
import { weeksOf } from './weeks.ts';

test('weeks begin on Monday, missed ones stand first, and this week begins today', () => {
  const days = ['2026-12-24', '2026-12-26', '2026-12-27', '2026-12-28', '2027-01-05', '2027-01-25'];
  const occurrences = days.map((day, index) => occurrenceOf({ day, status: index === 0 ? 'missed' : 'upcoming' }));
  const weeks = weeksOf(occurrences, '2026-12-26').map(({ name, days, occurrences: members }) => [
    name,
    days,
    members.map(({ day }) => day),
  ]);
  expect(weeks).toEqual([
    ['Missed', '', ['2026-12-24']],
    ['This week', 'December 26 to 27', ['2026-12-26', '2026-12-27']],
    ['Next week', 'December 28 to January 3, 2027', ['2026-12-28']],
    ['January 4 to 10, 2027', '', ['2027-01-05']],
    ['January 25 to 31, 2027', '', ['2027-01-25']],
  ]);
});
