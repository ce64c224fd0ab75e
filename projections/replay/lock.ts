import { LOCKS } from '#platform/locks.ts';
import type { Database } from '#platform/postgres.ts';

/** Tries to take the lock of replays. It belongs to the connection and ends with it. */
export async function takeReplayLock(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS.replay]);
  return rows[0]?.taken === true;
}

/** Releases the lock of replays. */
export async function releaseReplayLock(database: Database): Promise<void> {
  await database.query('SELECT pg_advisory_unlock($1)', [LOCKS.replay]);
}
