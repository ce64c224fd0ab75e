import type { RecordedEvent } from '#ledger/events.ts';
import type { ImportedRow } from '#ledger/model/values.ts';
import { defineTable, idColumn, type Row, revision } from './table.ts';

/**
 * A row for each key of each row of a file that an event since the last reset has recorded: by it the same row is known
 * when it comes again, while its change-set is in force (product 4.15).
 */
export const importedRows = defineTable(
  'imported_rows',
  {
    ledgerId: idColumn(),
    key: idColumn(),
    /** The revision of the event, which says what the row became, and in which change-set. */
    revision: revision(),
  },
  ['ledgerId', 'key', 'revision'],
);
export type ImportedRowRow = Row<typeof importedRows>;

/** The rows of an event: for each row of a file its key, and another where the file can be read in several ways. */
export function importedRowsOf(ledgerId: string, { revision, event }: RecordedEvent): ImportedRowRow[] {
  const { imported } = event.data as { imported?: ImportedRow | ImportedRow[] };
  if (imported === undefined) return [];
  const keys = [imported].flat().flatMap(({ key, rawKey }) => [key, rawKey]);
  return [...new Set(keys)].flatMap((key) => (key === undefined ? [] : [{ ledgerId, key, revision }]));
}
