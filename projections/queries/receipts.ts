import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from '../tables/read-models.ts';

/**
 * SQL: whether an event of the ledger named the receipt. `ledgerId` and `receiptId` are SQL that gives a text. Receipts
 * of deleted transactions count, since an undo may bring them back.
 */
export const isNamedReceipt = (ledgerId: string, receiptId: string): string =>
  `(EXISTS (SELECT FROM ${LIVE}.entries t WHERE t.ledger_id = ${ledgerId} AND t.receipt_id = ${receiptId})
    OR EXISTS (SELECT FROM ${LIVE}.receipts r WHERE r.ledger_id = ${ledgerId} AND r.receipt_id = ${receiptId}))`;

/** Whether an event of a ledger up to a revision named a receipt. */
export async function isReceiptKnown(
  database: Database,
  ledgerId: string,
  receiptId: string,
  asOf: bigint,
): Promise<boolean> {
  const { rows } = await queryPrepared(
    database,
    `SELECT FROM ${LIVE}.receipts WHERE ledger_id = $1 AND receipt_id = $2 AND known_from <= $3`,
    [ledgerId, receiptId, asOf],
  );
  return rows.length > 0;
}
