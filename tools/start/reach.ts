import { once } from 'node:events';
import { connect } from 'node:http2';
import pg from 'pg';
import { errorText, StartFailure } from './failure.ts';
import { eventStoreHosts, type ProgramSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';

const REACH_TIMEOUT_MS = 5_000;

/** Checks the stores that settings name, each in a step of the start. Throws a `StartFailure`. */
export async function reachStores(
  { databaseUrl, eventStoreUrl }: Pick<ProgramSettings, 'databaseUrl' | 'eventStoreUrl'>,
  { step }: Pick<Terminal, 'step'>,
): Promise<void> {
  if (databaseUrl) await step('Looking for the database', () => reachDatabase(databaseUrl));
  if (eventStoreUrl) await step('Looking for the event store', () => reachEventStore(eventStoreUrl));
}

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
 * Checks that at least one host of `EVENTSTORE_URL` speaks HTTP/2, as gRPC does. Whose certificate it has is left to
 * the programs, which know what to trust. Throws a `StartFailure` with the hosts and the
 * reason.
 */
export async function reachEventStore(eventStoreUrl: string): Promise<void> {
  const hosts = eventStoreHosts(eventStoreUrl);
  const scheme = /[?&]tls=false/i.test(eventStoreUrl) ? 'http' : 'https';
  try {
    await Promise.any(hosts.map(({ host, port }) => greeted(`${scheme}://${host}:${port}`)));
  } catch (error) {
    throw new StartFailure(
      `The event store that EVENTSTORE_URL names (${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}) ` +
        `doesn't answer (${errorText(error)}): see that it runs and that the address is right.`,
    );
  }
}

/**
 * Waits for the settings with which a server begins a connection. Nothing secret is sent. A server that wants TLS
 * closes a connection without it, and no error tells of that.
 */
async function greeted(origin: string): Promise<void> {
  const session = connect(origin, { rejectUnauthorized: false });
  const closed = Promise.withResolvers<never>();
  session.on('error', closed.reject);
  session.on('close', () => closed.reject(new Error('it closed the connection: perhaps it wants tls=true')));
  try {
    const settings = once(session, 'remoteSettings', { signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
    await Promise.race([settings, closed.promise]);
  } finally {
    session.destroy();
  }
}
