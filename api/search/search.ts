import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { type Database, openPool } from '#platform/postgres.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { Turns } from '#platform/turns.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The longest time of a statement of a search, which is asked twice at most (product 5.15). */
const STATEMENT_MS_MAX = 250;
/** The same in a thread, for a bulk or rules, which read up to ten thousand whole entries (product 5.15). */
export const BULK_STATEMENT_MS_MAX = 5_000;
/** Searches at a time; of one ledger there is one. */
const CONNECTIONS_MAX = 3;
const SETTINGS = '-c enable_bitmapscan=on';

/** Runs searches, on connections of their own: in turns by ledger, each statement for a short time at most. */
export type StoredSearch = {
  /** Runs `work` when it is the ledger's turn. Throws the problem query_too_slow, and what `work` throws. */
  run<Value>(ledgerId: string, work: (database: Database) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
};
export type SearchServices = { search: StoredSearch };

/** Opens the connections of searches. */
export function openSearch(databaseUrl: string, log: Log): StoredSearch {
  const options = { timeoutMs: STATEMENT_MS_MAX, settings: SETTINGS, name: 'search' };
  const pool = openPool(databaseUrl, log, CONNECTIONS_MAX, options);
  const turns = watchQueue('search', new Turns(CONNECTIONS_MAX, 1));
  return {
    run: (ledgerId, work) => turns.run(ledgerId, () => tooSlow(() => twice(() => work(pool)))),
    close: () => pool.end(),
  };
}

/**
 * Limits the statements that follow in a transaction as the statements of a search are, each to `limitMs` milliseconds.
 */
export async function limitSearch(client: pg.PoolClient, limitMs = STATEMENT_MS_MAX): Promise<void> {
  await client.query(`SET LOCAL statement_timeout = ${limitMs}; SET LOCAL enable_bitmapscan = on`);
}

const STOPPED_BY_TIMEOUT = '57014';
const isStopped = (error: unknown) => (error as { code?: unknown }).code === STOPPED_BY_TIMEOUT;

/** Runs `work`; again where Postgres stopped a statement of it, as on a busy machine it stops one that is quick. */
async function twice<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isStopped(error)) throw error;
    return await work();
  }
}

/** Runs `work`; throws the problem query_too_slow where Postgres stopped a statement of it. */
export async function tooSlow<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isStopped(error)) throw error;
    throw Object.assign(new ProblemError('query_too_slow'), { cause: error });
  }
}
