import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';

/** Whether a user has paid for Premium. */
export async function hasPaid(database: Database, userId: string): Promise<boolean> {
  const { rows } = await database.query({
    name: 'has-paid',
    text: `SELECT FROM ${LIVE}.accounts WHERE user_id = $1 AND payment_status = 'paid'`,
    values: [userId],
  });
  return rows.length > 0;
}
