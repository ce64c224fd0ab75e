import type { Transaction } from '../../contract/transaction.ts';

/** Rows of one day that are drawn together. A busy day is cut, so that what is drawn at once stays small. */
export type Segment = {
  date: string;
  rows: Transaction[];
  /** The place of its first row among all. */
  start: number;
  /** Which of the list's days it belongs to, counted from 1. */
  day: number;
  /** Whether the day begins with it. */
  opensDay: boolean;
  /** Whether its day is the first of another month than the one above. The very first month stands in the head. */
  opensMonth: boolean;
};

const MOST_ROWS = 20;

/** Cuts a list of transactions, in its order, into the days they stand under. */
export function segmentsOf(transactions: readonly Transaction[]): Segment[] {
  const segments: Segment[] = [];
  for (const [at, transaction] of transactions.entries()) {
    const { date } = transaction;
    const last = segments.at(-1);
    const sameDay = last?.date === date;
    if (last && sameDay && last.rows.length < MOST_ROWS) last.rows.push(transaction);
    else {
      const opensMonth = last !== undefined && last.date.slice(0, 7) !== date.slice(0, 7);
      const day = (last?.day ?? 0) + (sameDay ? 0 : 1);
      segments.push({ date, rows: [transaction], start: at, day, opensDay: !sameDay, opensMonth });
    }
  }
  return segments;
}

/** The place of the segment that holds the row at this place among all rows. */
export function segmentHolding(segments: readonly Segment[], row: number): number {
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
  date: ({ start, day }: Segment) => 1 + start + day,
  row: ({ start, day }: Segment, at: number) => 2 + start + day + at,
};

/** How many rows the table has; -1, as ARIA has it for unknown, until `complete`. */
export function rowCount(segments: readonly Segment[], complete: boolean): number {
  const last = segments.at(-1);
  if (!complete || !last) return -1;
  return rowIndex.row(last, last.rows.length - 1);
}
