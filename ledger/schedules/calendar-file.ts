import { shifted } from '#ledger/model/days.ts';

/** An occurrence as a calendar has it: all of the day on which it falls (ISO dates), amounts in cents. */
export type CalendarOccurrence = {
  scheduleId: string;
  nominal: string;
  day: string;
  title: string;
  low: number;
  high: number;
};

/** Octets of a line without its break (RFC 5545, 3.1). */
const LINE_OCTETS_MAX = 75;

/**
 * Occurrences as a file of calendars (RFC 5545), an event for each. `stamp` is the instant at which the file is made
 * (ISO 8601 in UTC); `amountText` writes an amount of cents, null if amounts are not to be seen.
 */
export function calendarFile(
  occurrences: readonly CalendarOccurrence[],
  { stamp, amountText }: { stamp: string; amountText: ((cents: number) => string) | null },
): string {
  const stamped = `${stamp.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const events = occurrences.flatMap(({ scheduleId, nominal, day, title, low, high }) => {
    const amount = amountText && (low === high ? amountText(low) : `${amountText(low)} – ${amountText(high)}`);
    return [
      'BEGIN:VEVENT',
      `UID:${scheduleId}-${nominal}@daybook`,
      `DTSTAMP:${stamped}`,
      `DTSTART;VALUE=DATE:${dateOf(day)}`,
      `DTEND;VALUE=DATE:${dateOf(shifted(day, 1))}`,
      `SUMMARY:${escaped(amount === null ? title : `${title}: ${amount}`)}`,
      // It takes up no time of the day.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Daybook//Daybook//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Daybook',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const dateOf = (day: string) => day.replaceAll('-', '');

/** A text as a value (RFC 5545, 3.3.11): no control character is allowed in it, and line breaks are written. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** A line in pieces of at most 75 octets, each but the first after a break and a space; no character is cut. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS_MAX) return line;
  let text = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > LINE_OCTETS_MAX) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return text;
}
