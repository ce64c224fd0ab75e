import { defineTable, idColumn, instantColumn, type Row, revision, textColumn } from './table.ts';

/** A row for each ledger whose projection is stalled before an event that can't be applied, and why. */
export const stalled = defineTable(
  'stalled',
  { ledgerId: idColumn(), revision: revision(), eventId: textColumn(), reason: textColumn(), since: instantColumn() },
  ['ledgerId'],
);
export type StalledRow = Row<typeof stalled>;
