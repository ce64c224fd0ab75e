import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The number of the lock; it holds for one database. */
const WRITER_LOCK = 0x64617962;
/** A predecessor that was killed may hold the lock until Postgres has noticed. */
const TRIES = 30;
const BETWEEN_TRIES_MS = 100;

/** Postgres gives a statement's answer only when it is on disk, whatever the server's own setting. */
const SETTINGS = '-c synchronous_commit=on -c plan_cache_mode=force_generic_plan -c jit=off';

/** Another program writes to this database. */
export class LockTaken extends Error {}

export type WriterConnection = {
  readonly client: pg.Client;
  close(): Promise<void>;
};

/**
 * Opens the connection that writes. It holds the lock on the table as long as it lives, so there is never a second
 * writer, and a writer without the lock can't write.
 * @throws LockTaken if another program writes to this database
 */
export async function openWriterConnection(
  databaseUrl: string,
  lost: (reason: Error) => void,
): Promise<WriterConnection> {
  const client = new pg.Client({ connectionString: databaseUrl, options: SETTINGS, keepAlive: true });
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
  for (let tried = 1; !(await lock(client)); tried++) {
    if (tried < TRIES) await sleep(BETWEEN_TRIES_MS);
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
