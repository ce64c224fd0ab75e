import type pg from 'pg';
import { LOCKS } from '../../platform/locks.ts';
import type { Database } from '../../platform/postgres.ts';

/** Which of the locks `l` that Postgres tells of is the leader's. */
const HELD = `l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
/** A leader that has given no sign of life for so long, or not seen the event store, is taken for frozen or cut off. */
const SILENT = '1.2 seconds';

/** Another worker has taken over: this one has to end without writing anything more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Tries to become the one worker. Gives the epoch this worker writes in, or null while another holds the lease. The
 * lock belongs to the connection and ends with it, so the same connection must carry the worker's transactions.
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

/** What Postgres says where the lease is another's. */
const LOST = 'DBLST';

/**
 * The first statement of every transaction of the worker. Where the epoch has moved on it throws LeaseLost, and Postgres
 * takes nothing more in this transaction, not even what is on its way already. It holds the lease's row until the end of
 * the transaction, so a successor's epoch comes either before it or after its commit.
 */
export async function checkLease(database: Database, epoch: number): Promise<void> {
  try {
    await database.query({ name: 'check-lease', text: 'SELECT projection_worker.check_lease($1)', values: [epoch] });
  } catch (error) {
    if ((error as { code?: unknown }).code === LOST) throw new LeaseLost((error as Error).message);
    throw error;
  }
}

/** Gives a sign of life, tells that the event store was seen so many milliseconds ago, and gives the epoch that counts now. */
export async function beat(database: Database, age: number): Promise<number | null> {
  const { rows } = await database.query<{ epoch: number }>(
    `UPDATE projection_worker.heartbeat SET at = now(), saw_log_at = now() - $1 * interval '1 millisecond'
     RETURNING (SELECT epoch FROM projection_worker.lease)`,
    [age],
  );
  return rows[0]?.epoch ?? null;
}

/**
 * Ends the connection of a leader that gives no sign of life any more, or doesn't see the event store any more, and with
 * it the lock and what it had not committed. A process that is frozen keeps its connection open, so nothing else would
 * ever end it. Only for those who see the event store themselves.
 */
export async function dismissSilentLeader(database: Database): Promise<void> {
  await database.query(
    `SELECT pg_terminate_backend(l.pid) FROM pg_locks l, projection_worker.heartbeat h
     WHERE ${HELD} AND least(h.at, h.saw_log_at) < now() - interval '${SILENT}'`,
    [LOCKS.lead],
  );
}

/** Tells whether some worker leads, as far as Postgres knows: one that is frozen does. */
export async function isLed(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ led: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks l WHERE ${HELD}) AS led`,
    [LOCKS.lead],
  );
  return rows[0]?.led ?? false;
}
