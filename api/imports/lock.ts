import type pg from 'pg';
import { LOCKS } from '#platform/locks.ts';
import { transaction } from '#platform/postgres.ts';

/**
 * Runs `work` while no other import of this ledger runs in any process. Gives the result of `work`, and throws its
 * errors.
 */
export async function withImportLock<Value>(
  database: pg.Pool,
  ledgerId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  return await transaction(database, async (lock) => {
    // Another import may take longer than a statement may.
    await lock.query('SET LOCAL statement_timeout = 0');
    await lock.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCKS.import, ledgerId]);
    return await work();
  });
}
