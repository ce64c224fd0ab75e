import pg from 'pg';
import type { Log } from './log.ts';

const INT8 = 20;
const DATE = 1082;

const types = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === INT8) return safeInteger;
    if (id === DATE) return (text: string) => text;
    return pg.types.getTypeParser(id, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Cents and revisions are stored as bigint and kept within the safe integers by the rules. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new UncountableFigure('A figure in the database is beyond the safe integers.');
  return value;
}

/** What stands in the database can't be counted with. */
class UncountableFigure extends Error {
  override readonly name = 'UncountableFigure';
}

/**
 * Every statement finds its rows by an index. Left to itself, Postgres keeps the plan it made while a table was small, and
 * goes on reading and sorting all of somebody's rows for the newest few.
 */
const PLANS = '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off';
/** Dates and instants are read as text in this form, whatever a database is set to. */
const DATES = '-c datestyle=ISO';

const CONNECTION = { keepAlive: true, connectionTimeoutMillis: 5_000, types, options: `${PLANS} ${DATES}` } as const;

/**
 * Opens a pool on a database: bigint comes as number, date as `2026-11-20`. A statement that takes longer than 15
 * seconds is ended; a connection that breaks while idle is only logged, the pool makes a new one.
 */
export function openPool(databaseUrl: string, log: Log, max = 10): pg.Pool {
  const pool = new pg.Pool({ ...CONNECTION, connectionString: databaseUrl, max, statement_timeout: 15_000 });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  return pool;
}

/**
 * Opens one connection of its own, for what is tied to a session: advisory locks. Statements sent at once are on their way
 * together, and answered in their order.
 */
export async function openClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ ...CONNECTION, connectionString: databaseUrl, pipeline: true });
  await client.connect();
  return client;
}

/** What statements can be sent to: a pool, or one connection within a transaction. */
export type Database = Pick<pg.ClientBase, 'query'>;

/** Whether the data itself is refused, by the database or as it is read, so that the same statement would fail again for ever. */
export function isDataError(error: unknown): boolean {
  if (error instanceof UncountableFigure) return true;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(22|23)/.test(code);
}

/** Does something on one connection of a pool in one transaction: all of it is there afterwards, or none. */
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
 * Does the same on a connection that is there already. `onBroken` hears where it can't be taken back; the server then does
 * that by itself, since the connection is lost.
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
