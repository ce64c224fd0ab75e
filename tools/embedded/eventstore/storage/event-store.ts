import pg from 'pg';
import { beginLog } from './begin-log.ts';
import { CommitQueue } from './commit-queue.ts';
import { insertEvents, newestPosition } from './event-inserts.ts';
import { EventTable } from './event-table.ts';
import { Links } from './links.ts';
import { LiveFeed } from './live-feed.ts';
import { RecentEventIds } from './recent-event-ids.ts';
import { RecentMetadata } from './recent-metadata.ts';
import { Scavenger } from './scavenger.ts';
import { migrate } from './schema.ts';
import { StreamCache } from './stream-cache.ts';
import { StreamViews } from './stream-views.ts';
import { Writer } from './writer.ts';
import { openWriterConnection } from './writer-connection.ts';

const READERS = 4;
/** All queries use an index, and a generic plan, which Postgres doesn't make again for each execution. */
const SETTINGS = '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan -c jit=off';

/** The open store: one table of events, one writer, any number of readers. */
export type EventStore = {
  readonly table: EventTable;
  readonly streamViews: StreamViews;
  readonly links: Links;
  readonly feed: LiveFeed;
  readonly writer: Writer;
  readonly scavenger: Scavenger;
  /** The newest committed position: the newest event's, or the position of an append of no events after it. */
  head(): bigint;
  close(): Promise<void>;
};

/**
 * Opens the store in a database, and creates its tables there. `log` gets lines about background work, such as
 * scavenges. `lost` is called once when the connection that holds the writer's lock is lost: then nothing can be
 * written any more. Throws where the database can't be reached, or a `LockTaken` where it has another writer.
 */
export async function openEventStore(
  databaseUrl: string,
  log: (line: string) => void,
  lost: (reason: Error) => void,
): Promise<EventStore> {
  const connection = await openWriterConnection(databaseUrl, lost);
  const { client } = connection;
  let newest: bigint;
  try {
    await migrate(client);
    newest = await beginLog(client);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: READERS, options: SETTINGS, idleTimeoutMillis: 0 });
  pool.on('error', () => {}); // an idle connection was lost; the next query opens another
  const table = new EventTable(pool);
  const cache = new StreamCache(table);
  const recentIds = new RecentEventIds();
  const recentMetadata = new RecentMetadata();
  const feed = new LiveFeed();
  const streamViews = new StreamViews(cache, table);
  const queue = new CommitQueue({
    insert: (events) => insertEvents(client, events),
    committed: (events) => feed.publish(events),
    failed: async () => {
      cache.clear();
      recentIds.clear();
      recentMetadata.clear();
      queue.startAfter(await newestPosition(client));
    },
  });
  queue.startAfter(newest);
  const scavenger = new Scavenger({ databaseUrl, streamViews }, log);
  const positionOf = (stream: string, revision: bigint) => streamViews.positionOf(stream, revision);
  return {
    table,
    streamViews,
    links: new Links(table, streamViews),
    feed,
    writer: new Writer({ table, cache, queue, recentIds, recentMetadata, positionOf }),
    scavenger,
    head: () => queue.committedHead,
    close: async () => {
      await scavenger.close();
      await Promise.all([connection.close(), pool.end()]);
    },
  };
}
