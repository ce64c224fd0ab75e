import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseName, KEPT_TABLES } from './contents.ts';
import { BackupFailure, failureCode } from './failure.ts';

/** The URLs of the databases to read; without `eventstore` the events are in a real event store. */
export type Databases = { daybook: string; eventstore?: string | undefined };

/** Connections whose transactions see both databases as they were at one moment, and what was said of them then. */
export type BackupCut = {
  clients: Partial<Record<DatabaseName, pg.Client>>;
  log: { id: string | null; position: string } | null;
  schemas: { daybook: string[]; eventstore: number | null };
  close(): Promise<void>;
};

/** Shorter than `deadlock_timeout` (1 s): a wait for a lock must never end a statement of Daybook as a deadlock. */
const LOCK_TIMEOUT_MS = 500;
/** Longer than that: Postgres then ends an autovacuum that is in the way. */
const ONE_LOCK_TIMEOUT_MS = 2_000;
const TRIES_MAX = 40;
const RETRY_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens snapshots of both databases at one moment: while no write to the tables that are kept is under way or can
 * begin, which takes milliseconds, so that nothing is in one database of which the other knows more or less than it
 * did (decision 33). Without the event store's database it is a snapshot of one. Throws a BackupFailure where Daybook
 * writes without a pause, and what connecting throws.
 */
export async function openCut(databases: Databases): Promise<BackupCut> {
  const opened: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString, application_name: 'daybook backup' });
    client.on('error', () => {}); // The statement under way rejects.
    await client.connect();
    opened.push(client);
    return client;
  };
  const close = async () => {
    await Promise.all(opened.map((client) => client.end().catch(() => undefined)));
  };
  try {
    const daybook = await connect(databases.daybook);
    if (databases.eventstore === undefined) {
      await daybook.query(SNAPSHOT);
      return { clients: { daybook }, log: null, schemas: { ...(await schemaOf(daybook)), eventstore: null }, close };
    }
    const eventstore = await connect(databases.eventstore);
    const holder = await connect(databases.daybook);
    return await whileNothingIsWritten(holder, async () => {
      await Promise.all([daybook.query(SNAPSHOT), eventstore.query(SNAPSHOT)]);
      // The first statement of a transaction takes its snapshot.
      const [schema, events] = await Promise.all([schemaOf(daybook), eventsIn(eventstore)]);
      return { clients: { daybook, eventstore }, log: events.log, schemas: { ...schema, ...events.schema }, close };
    });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs `action` while all kept tables of Daybook's database are locked against writes. */
async function whileNothingIsWritten<Value>(holder: pg.Client, action: () => Promise<Value>): Promise<Value> {
  const { rows } = await holder.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [KEPT_TABLES.filter(({ database }) => database === 'daybook').map(({ name }) => name)],
  );
  const tables = rows.map(({ name }) => name);
  for (let tries = 1; ; tries += 1) {
    try {
      await holder.query('BEGIN');
      if (tables.length > 0) await lock(holder, tables, LOCK_TIMEOUT_MS);
      return await action();
    } catch (error) {
      if (failureCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === TRIES_MAX) {
        throw new BackupFailure(
          'Daybook is writing something that takes long, and no moment between two writes came: try again.',
        );
      }
    } finally {
      await holder.query('ROLLBACK').catch(() => undefined);
    }
    await pause(RETRY_MS);
    for (const table of tables) await endVacuumOf(holder, table);
  }
}

async function lock(client: pg.Client, tables: readonly string[], timeoutMs: number): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${timeoutMs}`);
  await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
}

/** Locks one table and lets it go: a session that holds no other lock can be in no deadlock. */
async function endVacuumOf(client: pg.Client, table: string): Promise<void> {
  await client.query('BEGIN');
  await lock(client, [table], ONE_LOCK_TIMEOUT_MS).catch(() => undefined);
  await client.query('ROLLBACK');
}

async function schemaOf(daybook: pg.Client): Promise<{ daybook: string[] }> {
  const { rows: tables } = await daybook.query<{ exists: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS exists",
  );
  if (!tables[0]?.exists) throw new BackupFailure('Daybook has never been started here: there is nothing to back up.');
  const { rows } = await daybook.query<{ name: string }>(
    'SELECT name FROM public.migrations ORDER BY applied_at, name',
  );
  return { daybook: rows.map(({ name }) => name) };
}

async function eventsIn(eventstore: pg.Client): Promise<{ log: BackupCut['log']; schema: { eventstore: number } }> {
  const { rows: tables } = await eventstore.query<{ exists: boolean }>(
    "SELECT to_regclass('events') IS NOT NULL AS exists",
  );
  if (!tables[0]?.exists) throw new BackupFailure('Daybook has never been started here: there is nothing to back up.');
  const { rows } = await eventstore.query<{ position: string; id: string | null; version: number }>(
    `SELECT coalesce(max(position), 0)::text AS position, (SELECT version FROM schema_version) AS version,
      (SELECT convert_from(data, 'UTF8')::json ->> 'id' FROM events
        WHERE sha256(stream) = sha256('daybook-log'::bytea) AND revision = 0) AS id
      FROM events`,
  );
  const [{ position = '0', id = null, version = 0 } = {}] = rows;
  return { log: { id, position }, schema: { eventstore: version } };
}
