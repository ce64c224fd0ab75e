import type pg from 'pg';
import { LOCKS } from '#platform/locks.ts';
import { transaction } from '#platform/postgres.ts';

/** Imports that wait for each other end long before. */
const LOCK_WAIT_MS_MAX = 60 * 60 * 1000;

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
    await lock.query({
      text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))',
      values: [LOCKS.import, ledgerId],
      query_timeout: LOCK_WAIT_MS_MAX,
    } as pg.QueryConfig);
    return await work();
  });
}
