import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentIn, scheduledName, superfluous } from './keep.ts';

const at = (text: string) => new Date(`${text}:00Z`);
const kept = (moments: string[], keep: { days: number; weeks: number; months: number }) => {
  const gone = superfluous(moments.map(at), keep).map((moment) => moment.toISOString().slice(0, 16));
  return moments.filter((moment) => !gone.includes(moment));
};
const NONE = { days: 0, weeks: 0, months: 0 };

test('a name has its moment in UTC', () => {
  const moment = new Date('2026-11-26T04:05:06.789Z');
  expect(scheduledName(moment)).toBe('daybook-2026-11-26T04-05-06Z.zip');
  expect(momentIn('daybook-2026-11-26T04-05-06Z.zip')).toEqual(new Date('2026-11-26T04:05:06Z'));
});

test.each([
  'daybook.zip',
  'daybook-2026-11-26.zip',
  'daybook-2026-11-26T04-05-06Z.zip.part',
  'my-daybook-2026-11-26T04-05-06Z.zip',
  'daybook-2026-11-31T04-05-06Z.zip',
  'daybook-2026-11-26T24-00-00Z.zip',
  'daybook-2026-11-26T04-05-06Z (1).zip',
])('%s is no name of a scheduled backup', (name) => {
  expect(momentIn(name)).toBeNull();
});

test('of each of the last days the newest is kept', () => {
  const moments = ['2026-11-24T01:00', '2026-11-25T01:00', '2026-11-25T23:59', '2026-11-26T00:00', '2026-11-26T12:00'];
  expect(kept(moments, { ...NONE, days: 2 })).toEqual(['2026-11-25T23:59', '2026-11-26T12:00']);
});

test('weeks begin on Monday', () => {
  // 2026-11-22 is a Sunday.
  const moments = ['2026-11-15T09:00', '2026-11-16T09:00', '2026-11-22T23:59', '2026-11-23T00:00', '2026-11-24T09:00'];
  expect(kept(moments, { ...NONE, weeks: 2 })).toEqual(['2026-11-22T23:59', '2026-11-24T09:00']);
  expect(kept(moments, { ...NONE, weeks: 3 })).toEqual(['2026-11-15T09:00', '2026-11-22T23:59', '2026-11-24T09:00']);
});

test('months count over a year’s end', () => {
  const moments = ['2025-11-30T09:00', '2025-12-01T09:00', '2025-12-31T09:00', '2026-01-01T09:00', '2026-01-31T09:00'];
  expect(kept(moments, { ...NONE, months: 2 })).toEqual(['2025-12-31T09:00', '2026-01-31T09:00']);
});

test('days without a backup count for nothing: a machine that was off loses none by that', () => {
  const moments = ['2025-01-01T09:00', '2025-01-02T09:00', '2026-11-26T09:00'];
  expect(kept(moments, { ...NONE, days: 3 })).toEqual(moments);
});

test('a backup of each day for a year leaves 7 days, 4 weeks and 6 months', () => {
  const moments = Array.from({ length: 365 }, (_, day) =>
    new Date(Date.UTC(2026, 10, 26, 3) - day * 86_400_000).toISOString().slice(0, 16),
  );
  expect(kept(moments, { days: 7, weeks: 4, months: 6 }).toReversed()).toEqual(
    [
      ...['06-30', '07-31', '08-31', '09-30', '10-31', '11-08', '11-15', '11-20', '11-21', '11-22', '11-23'],
      ...['11-24', '11-25', '11-26'],
    ].map((day) => `2026-${day}T03:00`),
  );
});

test('the newest is always kept, and what is thinned once needs no more thinning', () => {
  const moment = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  const count = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(moment, { selector: Number }), count, count, count, (moments, days, weeks, months) => {
      const keep = { days, weeks, months };
      const gone = superfluous(moments, keep);
      const left = moments.filter((one) => !gone.includes(one));
      const newest = Math.max(...moments.map(Number));
      if (moments.length > 0) expect(left.map(Number)).toContain(newest);
      expect(superfluous(left, keep)).toEqual([]);
      expect(left.length).toBeLessThanOrEqual(Math.max(1, days + weeks + months));
    }),
  );
});
