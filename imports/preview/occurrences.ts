import { dayText } from '#contract/texts.ts';
import { shifted } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { OccurrenceRef } from '#ledger/model/schedule.ts';
import type { ListedOccurrence } from '#ledger/schedules/listed.ts';
import {
  AFTER_MAX_DAYS,
  type Apart,
  apartOf,
  BEFORE_MAX_DAYS,
  type Candidate,
  compareApart,
  limitsOf,
  whyLike,
} from '#ledger/schedules/matching.ts';
import type { ParsedRow } from '../parsed.ts';
import { pairNearest } from './candidates.ts';
import type { RuledRow } from './row-rules.ts';

/** An occurrence that a row may be: its day, and how far the row is from it. */
type Match = { date: string; occurrence: ListedOccurrence; reason: string; apart: Apart };

/** The occurrence of a schedule that a row is proposed as, and why. */
export type RowOccurrence = OccurrenceRef & { title: string; reason: string };

/** The part of a previewed row that is looked at, and the proposal. */
type Row = {
  row: ParsedRow;
  status: string;
  accountId: string | null;
  otherHalf: number | null;
  ruled: RuledRow | null;
  occurrence: RowOccurrence | null;
};

/**
 * Proposes occurrences that are open for the new rows that may be them, each for the row that is nearest to its day,
 * then by its title and its amount (product 13.4).
 */
export function findOccurrences(rows: readonly Row[], open: readonly ListedOccurrence[]): void {
  if (open.length === 0) return;
  const limited = open.map((occurrence) => ({ occurrence, ...limitsOf(occurrence) }));
  const byDay = Map.groupBy(limited, ({ occurrence: { schedule, day } }) => `${schedule.type} ${day}`);
  const byLine = new Map(rows.map((row) => [row.row.line, row]));
  const wanted = rows.flatMap((previewed, index) => {
    const entry = entryOf(previewed, byLine);
    if (!entry) return [];
    const among: Match[] = [];
    for (let days = -AFTER_MAX_DAYS; days <= BEFORE_MAX_DAYS; days += 1) {
      for (const { occurrence, low, high } of byDay.get(`${entry.type} ${shifted(entry.date, days)}`) ?? []) {
        // Most differ by their amounts, which takes the least time to see.
        if (entry.amount < low || entry.amount > high) continue;
        const reason = whyLike(occurrence, entry);
        if (reason === null) continue;
        among.push({ date: occurrence.day, occurrence, reason, apart: apartOf(occurrence, entry) });
      }
    }
    return among.length === 0 ? [] : [{ row: index, date: entry.date, among }];
  });
  const nameOf = ({ occurrence: { scheduleId, nominal } }: Match) => `${scheduleId} ${nominal}`;
  const compareFits = (one: Match, other: Match) => compareApart(one.apart, other.apart);
  for (const [index, { occurrence, reason }] of pairNearest(wanted, nameOf, compareFits)) {
    const { scheduleId, nominal, title } = occurrence;
    const row = rows[index];
    if (row) row.occurrence = { scheduleId, nominal, title, reason: `${title} of ${dayText(nominal)}: ${reason}` };
  }
}

/** The entry that a new row becomes where it is taken; null for what becomes none, or only the end of a transfer. */
function entryOf(previewed: Row, byLine: ReadonlyMap<number, Row>): Candidate | null {
  const { row, status, accountId, otherHalf, ruled } = previewed;
  const { date, amount, title, text, counterparty } = row;
  if (status !== 'new' || accountId === null || date === null || amount === null || row.entryId !== null) return null;
  const titles = [ruled?.values.title, title, text, counterparty].filter((each) => each !== null && each !== undefined);
  const candidate = { title: titles.join(' '), titles, amount: Math.abs(amount) as Cents, date, accountId };
  if (otherHalf === null) return { ...candidate, type: amount < 0 ? 'Expense' : 'Income', toAccountId: null };
  const toAccountId = byLine.get(otherHalf)?.accountId ?? null;
  return amount < 0 && toAccountId !== null ? { ...candidate, type: 'Transfer', toAccountId } : null;
}
