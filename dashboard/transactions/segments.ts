import type { Transaction } from '../../contract/transaction.ts';

/** Rows of one day that are drawn together. A busy day is cut, so that what is drawn at once stays small. */
export type Segment<Entry extends { date: string } = Transaction> = {
  date: string;
  rows: Entry[];
  /** The place of its first row among all. */
  start: number;
  /** Which of the list's days it belongs to, counted from 1. */
  day: number;
  /** Whether the day begins with it. */
  startsDay: boolean;
  /** Whether its day is the first of another month than the one above. The very first month stands in the head. */
  startsMonth: boolean;
};

const SEGMENT_ROWS_MAX = 20;

/** What the place of a segment among the others is told from, whatever its rows are. */
export type PlacedSegment = Pick<Segment, 'start' | 'day' | 'date' | 'startsMonth'> & { rows: readonly unknown[] };

/** Cuts a list of what has a date, in its order, into the days it stands under. */
export function segmentsOf<Entry extends { date: string }>(entries: readonly Entry[]): Segment<Entry>[] {
  const segments: Segment<Entry>[] = [];
  for (const [at, entry] of entries.entries()) {
    const { date } = entry;
    const last = segments.at(-1);
    const sameDay = last?.date === date;
    if (last && sameDay && last.rows.length < SEGMENT_ROWS_MAX) last.rows.push(entry);
    else {
      const startsMonth = last !== undefined && last.date.slice(0, 7) !== date.slice(0, 7);
      const day = (last?.day ?? 0) + (sameDay ? 0 : 1);
      segments.push({ date, rows: [entry], start: at, day, startsDay: !sameDay, startsMonth });
    }
  }
  return segments;
}

/** The place of the segment that holds the row at this place among all rows. */
export function segmentIndexOf(segments: readonly PlacedSegment[], row: number): number {
  return Math.max(
    segments.findLastIndex(({ start }) => start <= row),
    0,
  );
}

/**
 * Which row of the table each thing is, counted from 1: over the days stands the head, over a day's rows its date. Said
 * because most rows are not drawn.
 */
export const rowIndex = {
  head: 1,
  date: ({ start, day }: PlacedSegment) => 1 + start + day,
  row: ({ start, day }: PlacedSegment, at: number) => 2 + start + day + at,
};

/** How many rows the table has; -1, as ARIA has it for unknown, until `complete`. */
export function rowCount(segments: readonly PlacedSegment[], complete: boolean): number {
  const last = segments.at(-1);
  if (!complete || !last) return -1;
  return rowIndex.row(last, last.rows.length - 1);
}
