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
/** All queries find events by an index, and none should be planned anew each time. */
const SETTINGS = '-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan -c jit=off';

/** The store itself: one table of events, one writer, any number of readers. */
export type EventStore = {
  readonly table: EventTable;
  readonly streamViews: StreamViews;
  readonly links: Links;
  readonly feed: LiveFeed;
  readonly writer: Writer;
  readonly scavenger: Scavenger;
  /** The newest position that is settled: the newest event's, or that of an append of no events after it. */
  head(): bigint;
  close(): Promise<void>;
};

/**
 * Opens the store in a database, and creates what it needs there.
 * @param log is told what nobody asked for, such as what a scavenge removed
 * @param lost is told, once, when the connection that holds the writer's lock is gone: nothing can be written any more
 * @throws if the database can't be reached, or has a writer already
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
  const memory = new RecentEventIds();
  const recent = new RecentMetadata();
  const feed = new LiveFeed();
  const streamViews = new StreamViews(cache, table);
  const queue = new CommitQueue({
    insert: (events) => insertEvents(client, events),
    committed: (events) => feed.publish(events),
    failed: async () => {
      cache.clear();
      memory.clear();
      recent.clear();
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
    writer: new Writer({ table, cache, queue, memory, recent, positionOf }),
    scavenger,
    head: () => queue.committedHead,
    close: async () => {
      await scavenger.close();
      await Promise.all([connection.close(), pool.end()]);
    },
  };
}
