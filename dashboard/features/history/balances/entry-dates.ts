import type { HistoryEntry } from '#contract/ledger-calls.ts';
import { localDateOf, today } from '../../../ui/day.ts';

/** A history entry with its date of recording in the user's time zone (ISO date). */
export type DatedEntry = HistoryEntry & { date: string };

/**
 * Adds the local date of recording to each entry. An entry without `recordedAt` gets the date of the entry above it.
 */
export function withDates(entries: readonly HistoryEntry[]): DatedEntry[] {
  let date = today();
  return entries.map((entry) => {
    if (entry.recordedAt !== null) date = localDateOf(new Date(entry.recordedAt));
    return { ...entry, date };
  });
}
