import type { LedgerEvent } from '../../ledger/events.ts';
import type { ImportedRow } from '../../ledger/model/event-schema.ts';
import type { Happened } from '../../ledger/model/history.ts';
import { entityOf } from '../../ledger/remember.ts';
import { id, type Row, revision, table } from './table.ts';

/**
 * A row for each key of each row of a file that an event since the last reset has recorded: by it the same row is known when it
 * comes again, while its change-set is in force (product 4.15).
 */
export const importedRows = table(
  'imported_rows',
  {
    ledgerId: id(),
    key: id(),
    /** The revision of the event. */
    revision: revision(),
    /** The transaction or transfer that the row became. */
    entryId: id(),
    changeSetId: id(),
  },
  ['ledgerId', 'key', 'revision'],
  { indexes: { imported_rows_by_entry: 'ledger_id, entry_id' } },
);
export type ImportedRowRow = Row<typeof importedRows>;

/** The rows of an event: for each row of a file its key, and another where the file can be read in several ways. */
export function importedRowsOf(ledgerId: string, { revision, changeSetId, event }: Happened): ImportedRowRow[] {
  const { imported } = event.data as { imported?: ImportedRow | ImportedRow[] };
  const entryId = entityOf(event as LedgerEvent);
  if (imported === undefined || entryId === null) return [];
  const keys = [imported].flat().flatMap(({ key, rawKey }) => [key, rawKey]);
  return [...new Set(keys)].flatMap((key) =>
    key === undefined ? [] : [{ ledgerId, key, revision, entryId, changeSetId }],
  );
}
