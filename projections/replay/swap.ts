import type pg from 'pg';
import { isAfter } from '../../event-log/positions.ts';
import { LeaseLost } from '../lease/lease.ts';
import { readCheckpoint } from '../tables/checkpoint.ts';
import { LIVE, NEXT, OLD, TABLES } from '../tables/read-models.ts';

/** Readers wait no longer than this for a swap that has to wait for other readers, in milliseconds. */
const LOCK_TIMEOUT = 100;
const LOCK_NOT_AVAILABLE = '55P03';

/** What came of an attempt to swap. */
export type Swap =
  | { outcome: 'swapped' }
  /** The live ones have come further, or somebody held a lock: to be tried again. */
  | { outcome: 'not yet' }
  /** These ledgers are stalled in the new ones, and are not in the live ones. */
  | { outcome: 'stalls'; ledgerIds: string[] };

/**
 * Puts the read models built beside in the place of the live ones, in one transaction, and the live ones aside; only
 * once they have come as far and stall no one new. Whoever reads meanwhile sees either. The lead
 * passes on, so that the worker goes on from the new checkpoint, unless it is the worker, in this epoch, that swaps.
 * Throws LeaseLost where the worker's epoch has moved on.
 */
export async function swap(client: pg.ClientBase, epoch: number | null): Promise<Swap> {
  await client.query('BEGIN');
  try {
    const result = await attempt(client, epoch);
    await client.query(result.outcome === 'swapped' ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // On a lost connection the server rolls back by itself.
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return { outcome: 'not yet' };
    throw error;
  }
}

async function attempt(client: pg.ClientBase, epoch: number | null): Promise<Swap> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
  // From here on nobody writes to the live ones.
  const { rows } = await client.query(
    'UPDATE projection_worker.lease SET epoch = epoch + $1 WHERE epoch = coalesce($2, epoch) RETURNING epoch',
    [epoch === null ? 1 : 0, epoch],
  );
  if (rows.length === 0) throw new LeaseLost(`Another projection worker has taken over from epoch ${epoch}.`);
  const [live, next] = [await readCheckpoint(client, LIVE), await readCheckpoint(client, NEXT)];
  if (!next) throw new Error(`The schema '${NEXT}' is gone: somebody dropped it during the replay.`);
  if (live) {
    const isSameLog = live.logId === next.logId;
    if (isSameLog && live.position !== null && (next.position === null || isAfter(live.position, next.position))) {
      return { outcome: 'not yet' };
    }
    const ledgerIds = await stalledAnew(client);
    if (ledgerIds.length > 0) return { outcome: 'stalls', ledgerIds };
    // Without a lock on all of them at once, a statement could find one table here and another there.
    await client.query(`LOCK TABLE ${TABLES.map(({ name }) => `${LIVE}.${name}`).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`ALTER SCHEMA ${LIVE} RENAME TO ${OLD}`);
  }
  await client.query(`ALTER SCHEMA ${NEXT} RENAME TO ${LIVE}`);
  return { outcome: 'swapped' };
}

async function stalledAnew(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ ledger_id: string }>(
    `SELECT ledger_id FROM ${NEXT}.stalled EXCEPT SELECT ledger_id FROM ${LIVE}.stalled ORDER BY ledger_id`,
  );
  return rows.map(({ ledger_id }) => ledger_id);
}
