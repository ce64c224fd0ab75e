import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from '../tables/read-models.ts';

/** Whether Premium was paid for in a ledger. */
export async function hasPaid(database: Database, ledgerId: string): Promise<boolean> {
  const { rows } = await queryPrepared(
    database,
    `SELECT FROM ${LIVE}.ledgers WHERE ledger_id = $1 AND payment_status = 'paid'`,
    [ledgerId],
  );
  return rows.length > 0;
}
