import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { inWords, StartFailure } from './failure.ts';
import { eventStoreHosts } from './settings.ts';

const REACH_TIMEOUT_MS = 5_000;

/**
 * Sees that the Postgres which `DATABASE_URL` names lets us in.
 * Throws a `StartFailure` that names host, port and database, and what was the matter, but no password.
 */
export async function reachDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: REACH_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl);
    throw new StartFailure(
      `The Postgres that DATABASE_URL names (${host}${pathname}) lets nobody in (${inWords(error)}): ` +
        'see that it runs and that the address is right.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Sees that something listens where `EVENTSTORE_URL` says, at one of its hosts at least.
 * Throws a `StartFailure` that names the hosts and what was the matter.
 */
export async function reachEventStore(eventStoreUrl: string): Promise<void> {
  const hosts = eventStoreHosts(eventStoreUrl);
  try {
    await Promise.any(hosts.map(({ host, port }) => knock(host, port)));
  } catch (error) {
    throw new StartFailure(
      `The event store that EVENTSTORE_URL names (${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}) ` +
        `doesn't answer (${inWords(error)}): see that it runs and that the address is right.`,
    );
  }
}

async function knock(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
  } finally {
    socket.destroy();
  }
}
