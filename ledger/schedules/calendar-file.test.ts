import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const stamp = '2026-11-26T08:05:09.123Z';
const rent = {
  scheduleId: '5f3c2a10-0000-4000-8000-000000000001',
  ...{ nominal: '2027-02-28', day: '2027-02-28', title: 'Rent', low: 95_000, high: 95_000 },
};
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const octets = (line: string) => new TextEncoder().encode(line).length;
/** The summary of an event as a calendar reads it. */
const summaryIn = (file: string) =>
  /^SUMMARY:(.*)$/m
    .exec(file.replaceAll('\r\n ', '').replaceAll('\r\n', '\n'))?.[1]
    ?.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

test('an occurrence is an event of all day, which its schedule and nominal day name', () => {
  const moved = { ...rent, nominal: '2028-01-01', day: '2027-12-31', low: 90_000 };
  expect(calendarFile([rent, moved], { stamp, amountText: dollars })).toBe(
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Daybook//Daybook//EN', 'CALSCALE:GREGORIAN'],
      'X-WR-CALNAME:Daybook',
      ...['BEGIN:VEVENT', 'UID:5f3c2a10-0000-4000-8000-000000000001-2027-02-28@daybook', 'DTSTAMP:20261126T080509Z'],
      ...['DTSTART;VALUE=DATE:20270228', 'DTEND;VALUE=DATE:20270301', 'SUMMARY:Rent: $950.00'],
      ...['TRANSP:TRANSPARENT', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:5f3c2a10-0000-4000-8000-000000000001-2028-01-01@daybook', 'DTSTAMP:20261126T080509Z'],
      ...['DTSTART;VALUE=DATE:20271231', 'DTEND;VALUE=DATE:20280101', 'SUMMARY:Rent: $900.00 – $950.00'],
      ...['TRANSP:TRANSPARENT', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  );
});

test('amounts are left out', () => {
  expect(summaryIn(calendarFile([rent], { stamp, amountText: null }))).toBe('Rent');
});

test('signs that mean something in the file are escaped, and no line can be added', () => {
  const file = calendarFile([{ ...rent, title: 'A; b, \\n\r\nEND:VCALENDAR\u0007' }], { stamp, amountText: null });
  expect(file).toContain('SUMMARY:A\\; b\\, \\\\n\\nEND:VCALENDAR \r\n');
  expect(file.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

test('any title comes back, from lines of at most 75 octets that cut no character', () => {
  const titles = fc.string({
    unit: fc.constantFrom('a', ' ', 'é', '漢', '🏠', ',', ';', '\\', '\n'),
    maxLength: 200,
    size: 'max',
  });
  let foldedOnes = 0;
  fc.assert(
    fc.property(titles, (title) => {
      const file = calendarFile([{ ...rent, title }], { stamp, amountText: null });
      expect(summaryIn(file)).toBe(title);
      const lines = file.split('\r\n');
      expect(Math.max(...lines.map(octets))).toBeLessThanOrEqual(75);
      expect(lines.every((line) => line.isWellFormed() && !line.includes('\n'))).toBe(true);
      const first = lines.findIndex((line) => line.startsWith('SUMMARY:'));
      // A piece is as long as it can be: the next character would not fit.
      if (lines[first + 1]?.startsWith(' ')) {
        foldedOnes += 1;
        expect(octets(lines[first] ?? '')).toBeGreaterThan(75 - 4);
      }
    }),
    { seed: 43 },
  );
  expect(foldedOnes).toBeGreaterThan(30);
});
