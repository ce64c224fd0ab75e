import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { isAfter } from '#event-log/positions.ts';
import { transactionOn } from '#platform/postgres.ts';
import { LeaseLost } from '../lease/lease.ts';
import { categoryMonthsTriggers } from '../tables/category-months.ts';
import { readCheckpoint } from '../tables/checkpoint.ts';
import { sumsFunction } from '../tables/known-days.ts';
import { pieceSumsFunction } from '../tables/piece-sums.ts';
import { LIVE, NEXT, OLD } from '../tables/read-models.ts';

/** The longest wait for a lock; short, since queries queue behind it. */
const LOCK_TIMEOUT_MS = 100;
const LOCK_NOT_AVAILABLE = '55P03';

const isLockTaken = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/** The outcome of an attempt to swap. */
export type Swap =
  | { outcome: 'swapped' }
  /** The live ones have applied more, or a lock was taken: try again. */
  | { outcome: 'not yet' }
  /** These ledgers are stalled in the new ones, and are not in the live ones. */
  | { outcome: 'stalls'; ledgerIds: string[] };

/**
 * Renames the schema of the rebuilt read models to the live one's name, and the live one's out of the way, in one
 * transaction; only where the rebuilt ones have applied as much and stall no further ledger. A query sees either. The
 * worker that swaps gives its `epoch`, which stays. For another program `epoch` is null; then the worker's is raised,
 * so that the worker starts again at the new checkpoint. Throws LeaseLost where the worker's epoch has changed.
 */
export async function swap(client: pg.ClientBase, epoch: number | null): Promise<Swap> {
  await client.query('BEGIN');
  try {
    const result = await attempt(client, epoch);
    await client.query(result.outcome === 'swapped' ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // On a lost connection the server rolls back by itself.
    if (isLockTaken(error)) return { outcome: 'not yet' };
    throw error;
  }
}

/**
 * Drops the schema of the replaced read models, if there is one. A cached plan of a prepared statement may still lock
 * its tables one after the other, which would deadlock with a drop that waits while it holds locks; so each attempt
 * waits a tenth of a second at most, much less than Postgres' deadlock_timeout. Ends after the signal, too; the next
 * replay drops the schema then.
 */
export async function dropReplaced(client: pg.ClientBase, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await transactionOn(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await client.query(`DROP SCHEMA IF EXISTS ${OLD} CASCADE`);
      });
    } catch (error) {
      if (!isLockTaken(error)) throw error;
    }
    await setTimeout(LOCK_TIMEOUT_MS);
  }
}

async function attempt(client: pg.ClientBase, epoch: number | null): Promise<Swap> {
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL synchronous_commit TO on`);
  // This locks the lease's row: from here on no worker writes to the live schema.
  const { rows } = await client.query(
    'UPDATE projection_worker.lease SET epoch = epoch + $1 WHERE epoch = coalesce($2, epoch) RETURNING epoch',
    [epoch === null ? 1 : 0, epoch],
  );
  if (rows.length === 0) throw new LeaseLost(`Another projection worker has taken over from epoch ${epoch}.`);
  const [live, next] = [await readCheckpoint(client, LIVE), await readCheckpoint(client, NEXT)];
  if (!next) throw new Error(`The schema '${NEXT}' is gone: somebody dropped it during the replay.`);
  if (live) {
    const isSameLog = live.logId === next.logId;
    if (isSameLog && live.reached !== null && (next.position === null || isAfter(live.reached, next.position))) {
      return { outcome: 'not yet' };
    }
    const ledgerIds = await stalledAnew(client);
    if (ledgerIds.length > 0) return { outcome: 'stalls', ledgerIds };
    // Without a lock on all tables a query could read one of the old schema and one of the new.
    await client.query(`LOCK TABLE ${(await tablesOf(client, LIVE)).join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await client.query(`ALTER SCHEMA ${LIVE} RENAME TO ${OLD}`);
  }
  await client.query(`ALTER SCHEMA ${NEXT} RENAME TO ${LIVE}`);
  await client.query(sumsFunction(LIVE));
  await client.query(categoryMonthsTriggers(LIVE));
  await client.query(pieceSumsFunction(LIVE));
  return { outcome: 'swapped' };
}

/** The tables of a schema, which may be of another version, by their full names. */
async function tablesOf(client: pg.ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

async function stalledAnew(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ ledger_id: string }>(
    `SELECT ledger_id FROM ${NEXT}.stalled EXCEPT SELECT ledger_id FROM ${LIVE}.stalled ORDER BY ledger_id`,
  );
  return rows.map(({ ledger_id }) => ledger_id);
}
