import { id, instant, type Row, revision, table, text } from './table.ts';

/** A row for each ledger whose projection is stalled before an event that can't be applied, and why. */
export const stalled = table(
  'stalled',
  { ledgerId: id(), revision: revision(), eventId: text(), reason: text(), since: instant() },
  ['ledgerId'],
);
export type StalledRow = Row<typeof stalled>;
