import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The key of the advisory lock, which is per database. */
const WRITER_LOCK = 0x64617962;
/** After a writer was killed, Postgres may take a moment to release its lock. */
const TRIES_MAX = 30;
const RETRY_MS = 100;

/** For so long a Postgres may take a connection and say nothing. */
const CONNECT_MS = 8_000;
/** A commit is answered only when it is on disk, whatever the server's default. */
const SETTINGS = '-c synchronous_commit=on -c plan_cache_mode=force_generic_plan -c jit=off';

/** Another process holds the writer's lock of this database. */
export class LockTaken extends Error {}

export type WriterConnection = {
  readonly client: pg.Client;
  close(): Promise<void>;
};

/**
 * Opens the connection that writes. The connection itself holds the advisory lock, so there is never a second writer,
 * and a writer that has lost the lock can't write. `lost` is called where the connection ends unasked. Throws a
 * `LockTaken` where another process holds the lock.
 */
export async function openWriterConnection(
  databaseUrl: string,
  lost: (reason: Error) => void,
): Promise<WriterConnection> {
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS, options: SETTINGS };
  const client = new pg.Client({ ...connection, keepAlive: true });
  let isClosing = false;
  let reason = new Error('Postgres closed the connection');
  client.on('error', (error) => {
    reason = error;
  });
  await client.connect();
  client.on('end', () => {
    if (!isClosing) lost(reason);
    isClosing = true;
  });
  const close = () => {
    isClosing = true;
    return client.end();
  };
  for (let tries = 1; !(await lock(client)); tries++) {
    if (tries < TRIES_MAX) await sleep(RETRY_MS);
    else {
      await close();
      throw new LockTaken('Another event store writes to this database.');
    }
  }
  return { client, close };
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [WRITER_LOCK]);
  return rows[0]?.locked === true;
}
