import type pg from 'pg';
import { LOCKS } from '#platform/locks.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';

/** The condition for a row `l` of pg_locks to be the leader's lock. */
const HELD = `l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/**
 * A leader without a heartbeat for so long, or without an answer of the event store, is frozen or cut off (decision 9).
 */
const SILENCE_MAX = '1.2 seconds';

/** Another worker has taken the lease: this one may write nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Tries to take the lease. Gives the new epoch, or null while another worker holds the lease. The lock belongs to the
 * connection and ends with it, so the worker's transactions must use the same connection.
 */
export async function takeLease(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS.lead]);
  if (!rows[0]?.taken) return null;
  await client.query('UPDATE projection_worker.heartbeat SET at = now(), saw_log_at = now()');
  const lease = await client.query<{ epoch: number }>(
    'UPDATE projection_worker.lease SET epoch = epoch + 1 RETURNING epoch',
  );
  return lease.rows[0]?.epoch ?? null;
}

/** The SQLSTATE that `check_lease` raises where the epoch has changed. */
const LEASE_LOST = 'DBLST';

/**
 * The first statement of every transaction of the worker. Throws LeaseLost where the epoch has changed; Postgres then
 * refuses all further statements of the transaction, those that are sent already included. It locks the lease's row
 * until the transaction ends, so that the next epoch begins either before it or after its commit.
 */
export async function checkLease(database: Database, epoch: number): Promise<void> {
  try {
    await queryPrepared(database, 'SELECT projection_worker.check_lease($1)', [epoch]);
  } catch (error) {
    if ((error as { code?: unknown }).code === LEASE_LOST) throw new LeaseLost((error as Error).message);
    throw error;
  }
}

/** Stores a heartbeat, and that the event store answered `age` milliseconds ago. Gives the current epoch. */
export async function beat(database: Database, age: number): Promise<number | null> {
  const { rows } = await database.query<{ epoch: number }>(
    `UPDATE projection_worker.heartbeat SET at = now(), saw_log_at = now() - $1 * interval '1 millisecond'
     RETURNING (SELECT epoch FROM projection_worker.lease)`,
    [age],
  );
  return rows[0]?.epoch ?? null;
}

/**
 * Ends the connection of a leader without heartbeats, or without answers of the event store, and with it the leader's
 * lock and open transaction. A frozen process keeps its connection open, so nothing else would end it. Only a worker
 * that reaches the event store may call this.
 */
export async function dismissSilentLeader(database: Database): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, projection_worker.heartbeat h
     WHERE ${HELD} AND least(h.at, h.saw_log_at) < now() - interval '${SILENCE_MAX}'`,
    [LOCKS.lead],
  );
}

/** Whether a worker holds the lease. A frozen one does. */
export async function isLed(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ led: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks l WHERE ${HELD}) AS led`,
    [LOCKS.lead],
  );
  return rows[0]?.led ?? false;
}
