import { sizes } from '#api/files/sizes.ts';
import { openEventLog } from '#event-log/event-log.ts';
import { type Database, openClient } from '#platform/postgres.ts';
import { projectionState } from '#projections/queries/projection-state.ts';
import type { StatusStores } from './status.ts';

/** The addresses of the stores; `eventsDatabaseUrl` is where the stand-in keeps its events. */
type Urls = { databaseUrl: string; eventStoreUrl: string; eventsDatabaseUrl: string | undefined };

/**
 * Asks the two stores of a Daybook; `eventStoreHost` is null for the stand-in. Throws what Postgres throws where it
 * doesn't answer.
 */
export async function storesOf(
  { databaseUrl, eventStoreUrl, eventsDatabaseUrl }: Urls,
  eventStoreHost: string | null,
): Promise<StatusStores> {
  const client = await openClient(databaseUrl);
  const log = openEventLog(eventStoreUrl);
  try {
    const projection = await projectionState(client);
    return {
      ...(await countsOf(client)),
      ...(await sizes(client)),
      eventsBytes: eventsDatabaseUrl ? await bytesOf(eventsDatabaseUrl) : null,
      eventStoreHost,
      projection,
      waiting: await log.waitingAfter(projection.position).catch(() => undefined),
    };
  } finally {
    await Promise.all([client.end(), log.close()]);
  }
}

type Counts = Pick<StatusStores, 'postgres' | 'users' | 'activeUsers' | 'ledgers' | 'events'>;

async function countsOf(database: Database): Promise<Counts> {
  const { rows } = await database.query<Counts>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS postgres,
        (SELECT count(*)::int FROM identity.users WHERE deleted_at IS NULL) AS users,
        (SELECT count(DISTINCT user_id)::int FROM identity.sessions WHERE seen_at > now() - interval '30 days')
          AS "activeUsers",
        (SELECT count(*)::int FROM projections.ledgers) AS ledgers,
        (SELECT coalesce(sum(revision + 1), 0)::float8 FROM projections.ledgers) AS events`,
  );
  if (!rows[0]) throw new Error('There are no counts.');
  return rows[0];
}

async function bytesOf(url: string): Promise<number | null> {
  const client = await openClient(url);
  try {
    const text = 'SELECT pg_database_size(current_database())::float8 AS bytes';
    return (await client.query<{ bytes: number }>(text)).rows[0]?.bytes ?? null;
  } finally {
    await client.end();
  }
}
