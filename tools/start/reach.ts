import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { errorText, StartFailure } from './failure.ts';
import { eventStoreHosts } from './settings.ts';

const REACH_TIMEOUT_MS = 5_000;

/**
 * Checks that a connection to the Postgres of `DATABASE_URL` succeeds. Throws a `StartFailure` with host, port,
 * database and reason, but no password.
 */
export async function reachDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: REACH_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl);
    throw new StartFailure(
      `The Postgres that DATABASE_URL names (${host}${pathname}) lets nobody in (${errorText(error)}): ` +
        'see that it runs and that the address is right.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Checks that at least one host of `EVENTSTORE_URL` accepts connections. Throws a `StartFailure` with the hosts and the
 * reason.
 */
export async function reachEventStore(eventStoreUrl: string): Promise<void> {
  const hosts = eventStoreHosts(eventStoreUrl);
  try {
    await Promise.any(hosts.map(({ host, port }) => tryConnect(host, port)));
  } catch (error) {
    throw new StartFailure(
      `The event store that EVENTSTORE_URL names (${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}) ` +
        `doesn't answer (${errorText(error)}): see that it runs and that the address is right.`,
    );
  }
}

async function tryConnect(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
  } finally {
    socket.destroy();
  }
}
