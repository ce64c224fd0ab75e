import type { Transaction } from '../../contract/transaction.ts';

/** Rows of one day that are drawn together. A busy day is cut, so that what is drawn at once stays small. */
export type Segment = {
  date: string;
  rows: Transaction[];
  /** The place of its first row among all. */
  start: number;
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
      segments.push({ date, rows: [transaction], start: at, opensDay: !sameDay, opensMonth });
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
