import type { Database } from '../../platform/postgres.ts';
import { queryPrepared } from '../../platform/sql.ts';
import { LIVE } from '../tables/read-models.ts';

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
