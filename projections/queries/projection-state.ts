import { LOCKS } from '#platform/locks.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { LIVE } from '../tables/read-models.ts';

/**
 * How far the worker has come, and whether there is one. All events up to `position` are applied (null: none).
 * `stalled` is the number of stalled ledgers. The ages are the last heartbeat's of a leader, and the last answer's of
 * the event store.
 */
export type ProjectionState = {
  position: string | null;
  stalled: number;
  epoch: number;
  isHeld: boolean;
  heartbeatSeconds: number;
  eventStoreSeconds: number;
};

/** Reads the state of the projection, in one statement. Throws where the worker has never run. */
export async function projectionState(database: Database): Promise<ProjectionState> {
  const { rows } = await queryPrepared<ProjectionState>(
    database,
    `SELECT c.position, l.epoch, (SELECT count(*) FROM ${LIVE}.stalled) AS stalled,
        EXISTS (SELECT FROM pg_locks k WHERE k.locktype = 'advisory' AND k.granted AND k.classid = 0 AND k.objid = $1
          AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS "isHeld",
        extract(epoch FROM clock_timestamp() - h.at)::float8 AS "heartbeatSeconds",
        extract(epoch FROM clock_timestamp() - h.saw_log_at)::float8 AS "eventStoreSeconds"
      FROM ${LIVE}.checkpoint c, projection_worker.lease l, projection_worker.heartbeat h`,
    [LOCKS.lead],
  );
  const [state] = rows;
  if (!state) throw new Error('There is no checkpoint.');
  return state;
}
