import pg from 'pg';
import type { Log } from './log.ts';
import { watchPool } from './telemetry/pools.ts';

const INT8 = 20;
const DATE = 1082;

const types = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === INT8) return safeInteger;
    if (id === DATE) return (text: string) => text;
    return pg.types.getTypeParser(id, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Cents and revisions are bigint in Postgres; the ledger's rules keep them within the safe integers. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnsafeInteger('A number in the database is beyond the safe integers.');
  return value;
}

/** A bigint column holds a number beyond the safe integers. */
class UnsafeInteger extends Error {
  override readonly name = 'UnsafeInteger';
}

/**
 * Forces index scans. Before it has statistics of a large ledger, Postgres would read and sort all of its rows for a
 * few, and cache such plans. docs/performance.md compares this with the planner alone and with `plan_cache_mode`.
 */
const PLANS = '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off';
/** The type parsers expect ISO dates, whatever the database's default. */
const DATES = '-c datestyle=ISO';

/** The time after the end of a statement's limit in which its answer has to be here: then it is lost. */
const ANSWER_MS = 10_000;

/** For so long a program waits for a Postgres that takes a connection and says nothing, before it ends. */
const CLIENT_CONNECT_MS = 8_000;

const CONNECTION = { keepAlive: true, connectionTimeoutMillis: 15_000, types, options: `${PLANS} ${DATES}` } as const;

/** The options of a pool besides its connections; see `openPool`. */
type PoolOptions = { timeoutMs?: number; settings?: string; name?: string; awayMs?: number };

/**
 * Opens a connection pool of at most `max` connections. bigint columns give numbers, date columns ISO dates. Connecting
 * times out after 15 seconds, and so do statements, or as named. A connection that breaks is logged and replaced; a
 * statement or transaction on it rejects, and so does a statement whose answer is lost. `settings` are options of
 * Postgres, as `-c name=value`. `name` is the pool's in metrics, which leave out a pool without. After `awayMs`
 * Postgres is away: connecting and statements fail then even where it doesn't say so.
 */
export function openPool(
  databaseUrl: string,
  log: Log,
  max = 10,
  { timeoutMs = 15_000, settings = '', name, awayMs }: PoolOptions = {},
): pg.Pool {
  const options = `${CONNECTION.options} ${settings}`;
  const connection = { ...CONNECTION, options, connectionString: databaseUrl };
  // Without an answer a connection waits for a quarter of an hour, and with it each request that shares its statement.
  const away = {
    connectionTimeoutMillis: awayMs ?? CONNECTION.connectionTimeoutMillis,
    query_timeout: awayMs ?? timeoutMs + ANSWER_MS,
  };
  const pool = new pg.Pool({ ...connection, ...away, max, statement_timeout: timeoutMs });
  // Without these listeners Node ends the process: the pool's is for an idle connection, the connection's for any.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  if (name !== undefined) watchPool(name, pool, max);
  return pool;
}

/**
 * Opens a single connection, for session-level advisory locks. It pipelines statements and answers them in their order.
 * Throws when the database can't be reached within 8 seconds. Statements reject once the connection has broken.
 */
export async function openClient(databaseUrl: string): Promise<pg.Client> {
  const connection = { ...CONNECTION, connectionTimeoutMillis: CLIENT_CONNECT_MS, connectionString: databaseUrl };
  const client = new pg.Client({ ...connection, pipeline: true });
  client.on('error', () => {}); // The statement under way rejects, and the next one.
  await client.connect();
  return client;
}

/** A pool, or a connection within a transaction. */
export type Database = Pick<pg.ClientBase, 'query'>;

/**
 * Whether the error comes from the data itself (SQLSTATE classes 22, data, and 23, constraints), so that a retry of the
 * statement would fail again.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof UnsafeInteger) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(22|23)/.test(code);
}

const FEATURE_NOT_SUPPORTED = '0A000';

/**
 * Whether a prepared statement failed because its columns have other types since it was parsed: read models of another
 * version have taken the place of the ones before. Postgres refuses it on that connection for ever.
 */
export function isOfReplacedTable(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown };
  return code === FEATURE_NOT_SUPPORTED && routine === 'RevalidateCachedQuery';
}

/** Runs `action` in a transaction on a connection of the pool. Rolls back and throws when `action` throws. */
export async function transaction<Value>(
  pool: pg.Pool,
  action: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect();
  let broken = false;
  try {
    return await transactionOn(
      client,
      () => action(client),
      () => {
        broken = true;
      },
    );
  } finally {
    client.release(broken);
  }
}

/**
 * Runs queries that see the same state of the database, whatever is committed meanwhile. They can't write. Runs them
 * once more where they met a replaced table. Throws what `action` throws.
 */
export async function readConsistently<Value>(
  pool: pg.Pool,
  action: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  const read = () =>
    transaction(pool, async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await action(client);
    });
  try {
    return await read();
  } catch (error) {
    if (!isOfReplacedTable(error)) throw error;
    return await read();
  }
}

/**
 * Runs `action` in a transaction on an existing connection. Calls `onBroken` when the rollback fails: the connection is
 * lost, and the server rolls back by itself.
 */
export async function transactionOn<Value>(
  client: Database,
  action: () => Promise<Value>,
  onBroken: () => void = () => {},
): Promise<Value> {
  await client.query('BEGIN');
  try {
    const value = await action();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
}
