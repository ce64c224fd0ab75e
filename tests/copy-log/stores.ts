import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient } from '@eventstore/db-client';
import pg from 'pg';
import { startEventStore } from '#tools/embedded/eventstore/server.ts';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { createTestDatabase } from '#tools/embedded/postgres/testing/database.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A new event store and a client of it. */
export type Store = {
  url: string;
  port: number;
  client: EventStoreDBClient;
  databaseUrl: string;
  close(): Promise<void>;
};

export async function openStore(): Promise<Store> {
  const database = await createTestDatabase();
  const server = await startEventStore({ databaseUrl: database.url, port: 0 });
  const client = EventStoreDBClient.connectionString(server.url);
  await scavengeOf(server.port, client); // Waits for the scavenge at the start, which a test's counts would include.
  return {
    url: server.url,
    port: server.port,
    client,
    databaseUrl: database.url,
    close: async () => {
      await client.dispose();
      await server.stop();
      await database.release();
    },
  };
}

/** Starts `npm run copy-log`; `ended` gives its exit code or signal, stdout and stderr. */
export function startCopy(from: Pick<Store, 'url'>, to: Pick<Store, 'url'>) {
  const child = spawn(process.execPath, ['tools/copy-log/main.ts', '--from', from.url, '--to', to.url], { cwd: root });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], stdout, stderr]) => ({ code, signal, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs the command to its end; gives what `startCopy`'s `ended` gives. */
export const runCopy = async (from: Pick<Store, 'url'>, to: Pick<Store, 'url'>) => await startCopy(from, to).ended;

/** Changes a store's table directly. */
export async function damage({ databaseUrl }: Store, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
