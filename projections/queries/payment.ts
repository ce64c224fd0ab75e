import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

/** Whether Premium was paid for in a ledger. */
export async function hasPaid(database: Database, ledgerId: string): Promise<boolean> {
  const { rows } = await database.query({
    name: 'has-paid',
    text: `SELECT FROM ${LIVE}.ledgers WHERE ledger_id = $1 AND payment_status = 'paid'`,
    values: [ledgerId],
  });
  return rows.length > 0;
}
