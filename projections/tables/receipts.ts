import type { LedgerEvent } from '#ledger/events.ts';
import { added, defineTable, idColumn, type Row, revision } from './table.ts';

/**
 * A row for each receipt that an event since the last reset has named, with the revision of the first that did: an undo
 * may want it back (product 2.6).
 */
export const receipts = defineTable(
  'receipts',
  { ledgerId: idColumn(), receiptId: idColumn(), knownFrom: added(revision(), '0') },
  ['ledgerId', 'receiptId'],
);
export type ReceiptRow = Row<typeof receipts>;

/** The receipts that an event names. */
export function receiptsOf({ data }: LedgerEvent): string[] {
  const named = data as { receiptId?: string; before?: { receiptId?: string }; after?: { receiptId?: string } };
  const all = [named.receiptId, named.before?.receiptId, named.after?.receiptId];
  return [...new Set(all)].filter((receiptId) => receiptId !== undefined);
}
