import type { Transaction } from '#contract/transaction.ts';

/**
 * Rows of one date that are rendered together. A day with many rows has several segments, so that virtualization stays
 * fine-grained.
 */
export type Segment<Entry extends { date: string } = Transaction> = {
  date: string;
  rows: Entry[];
  /** Index of its first row in the whole list. */
  start: number;
  /** Ordinal of its date in the list, starting at 1. */
  day: number;
  /** Whether it is the first segment of its date. */
  startsDay: boolean;
  /**
   * Whether it is the first segment of a month. False for the first month of the list, which the table header shows.
   */
  startsMonth: boolean;
};

const SEGMENT_ROWS_MAX = 20;

/** The fields of a segment that determine its position. */
export type PlacedSegment = Pick<Segment, 'start' | 'day' | 'date' | 'startsMonth'> & { rows: readonly unknown[] };

/** Splits entries, in their order, into segments of at most SEGMENT_ROWS_MAX rows of one date. */
export function segmentsOf<Entry extends { date: string }>(entries: readonly Entry[]): Segment<Entry>[] {
  const segments: Segment<Entry>[] = [];
  for (const [index, entry] of entries.entries()) {
    const { date } = entry;
    const last = segments.at(-1);
    const sameDay = last?.date === date;
    if (last && sameDay && last.rows.length < SEGMENT_ROWS_MAX) last.rows.push(entry);
    else {
      const startsMonth = last !== undefined && last.date.slice(0, 7) !== date.slice(0, 7);
      const day = (last?.day ?? 0) + (sameDay ? 0 : 1);
      segments.push({ date, rows: [entry], start: index, day, startsDay: !sameDay, startsMonth });
    }
  }
  return segments;
}

/** Returns the index of the segment that contains the row with this index in the whole list. */
export function segmentIndexOf(segments: readonly PlacedSegment[], row: number): number {
  return Math.max(
    segments.findLastIndex(({ start }) => start <= row),
    0,
  );
}

/**
 * The `aria-rowindex` (starting at 1) of the table header, of the date of a segment and of a row. Required because a
 * virtualized table renders only some rows.
 */
export const rowIndex = {
  head: 1,
  date: ({ start, day }: PlacedSegment) => 1 + start + day,
  row: ({ start, day }: PlacedSegment, index: number) => 2 + start + day + index,
};

/** The `aria-rowcount` of the table; -1 (unknown) until the list is `complete`. */
export function rowCount(segments: readonly PlacedSegment[], complete: boolean): number {
  const last = segments.at(-1);
  if (!complete || !last) return -1;
  return rowIndex.row(last, last.rows.length - 1);
}
