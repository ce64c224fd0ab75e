import type { HistoryEntry } from '../../contract/ledger.ts';
import { dayOf, today } from '../ui/day.ts';

/** An entry under the calendar day it was written down on, where the user is. */
export type DatedEntry = HistoryEntry & { date: string };

/** Puts each entry under its day. One that doesn't say when it was written down stands with the one above it. */
export function withDates(entries: readonly HistoryEntry[]): DatedEntry[] {
  let date = today();
  return entries.map((entry) => {
    if (entry.recordedAt !== null) date = dayOf(new Date(entry.recordedAt));
    return { ...entry, date };
  });
}
