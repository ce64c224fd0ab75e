import pg from 'pg';
import { describedBy, MAX_REVISION } from '../rules/names.ts';
import type { StreamViews } from './stream-views.ts';

/** The most events that one statement removes, and the number of metadata events that are examined at a time. */
const STEP_EVENTS = 500;
/** Metadata and tombstones: the streams that they are about may have events to remove. */
const METADATA_AND_TOMBSTONES = `SELECT position, stream FROM events
  WHERE (substr(stream, 1, 2) = '$$' OR revision = ${MAX_REVISION}) AND position > $1
  ORDER BY position LIMIT ${STEP_EVENTS}`;
const OLDEST = `SELECT position, revision, created FROM events
  WHERE sha256(stream) = sha256($1::bytea) AND revision BETWEEN $2 AND $3 ORDER BY revision LIMIT ${STEP_EVENTS}`;
/**
 * The event with the newest position of all stays, so that no position is assigned twice. Events are removed oldest
 * first, so metadata that they share go with the last of them.
 */
const REMOVE = `WITH removed AS (
    DELETE FROM events WHERE position = ANY($1::bigint[]) AND position < (SELECT max(position) FROM events)
    RETURNING position, revision),
  unshared AS (DELETE FROM shared_metadata WHERE last IN (SELECT position FROM removed))
  SELECT count(*)::int AS count, max(revision) AS last FROM removed`;
const STORE_LAST_REVISION = `INSERT INTO stream_ends (stream, last) VALUES ($1, $2)
  ON CONFLICT (sha256(stream)) DO UPDATE SET last = greatest(stream_ends.last, excluded.last)`;
/** Always uses an index, since scanning the whole table would slow down other queries. */
const SETTINGS = '-c enable_seqscan=off -c jit=off';

type Row = { position: string; revision: string; created: string };

/** The dependencies of a scavenge. */
export type ScavengeParts = {
  readonly databaseUrl: string;
  readonly streamViews: Pick<StreamViews, 'find'>;
};

/**
 * Removes events that are no longer readable: truncated, beyond `$maxCount` or too old, the events of tombstoned
 * streams except the tombstones, and metadata that newer metadata replaced. It works in small steps, each a single
 * statement, on its own connection, so that it hardly slows down other calls. Positions and revisions of the other
 * events don't change; where a stream loses its newest event, its revision is stored. `signal` stops it after the
 * current step. Gives how many events were removed. Throws what a lost connection throws; the finished steps remain.
 */
export async function scavenge({ databaseUrl, streamViews }: ScavengeParts, signal: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, options: SETTINGS });
  client.on('error', () => {}); // the current query rejects
  await client.connect();
  try {
    let removed = 0;
    for await (const stream of streamsToScavenge(client, signal))
      removed += await clear(client, streamViews, stream, signal);
    if (removed > 0) await client.query('VACUUM events, shared_metadata');
    return removed;
  } finally {
    await client.end();
  }
}

/** The streams with metadata or a tombstone, and their metadata streams; some more than once. */
async function* streamsToScavenge(client: pg.Client, signal: AbortSignal): AsyncGenerator<string> {
  let position = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string; stream: Buffer }>(METADATA_AND_TOMBSTONES, [position]);
    const streams = new Set(rows.map(({ stream }) => stream.toString()));
    for (const stream of streams) {
      if (signal.aborted) return;
      yield stream;
      const described = describedBy(stream);
      if (described === undefined) yield `$$${stream}`;
      else if (!streams.has(described)) yield described;
    }
    const last = rows.at(-1);
    if (!last) return;
    position = last.position;
  }
}

/** Removes the unreadable events of a stream, oldest first; gives how many. */
async function clear(
  client: pg.Client,
  streamViews: ScavengeParts['streamViews'],
  stream: string,
  signal: AbortSignal,
): Promise<number> {
  const { status, first, since, last } = await streamViews.find(stream);
  // A tombstone stays, and so do events written from now on.
  const newest = status === 'deleted' ? MAX_REVISION - 1n : last;
  const isHidden = ({ revision, created }: Row) =>
    status === 'deleted' || BigInt(revision) < first || BigInt(created) < since;
  let removed = 0;
  let from = 0n;
  while (!signal.aborted) {
    const { rows } = await client.query<Row>(OLDEST, [Buffer.from(stream), from, newest]);
    const visible = rows.findIndex((row) => !isHidden(row));
    const hidden = visible === -1 ? rows : rows.slice(0, visible);
    const end = hidden.at(-1);
    if (!end) break;
    removed += await remove(client, stream, hidden, status === 'deleted' ? undefined : last);
    if (hidden.length < STEP_EVENTS) break;
    from = BigInt(end.revision) + 1n;
  }
  return removed;
}

/** Removes events; stores the stream's last revision first, if its last event is among them. */
async function remove(client: pg.Client, stream: string, rows: Row[], last: bigint | undefined): Promise<number> {
  if (rows.some(({ revision }) => BigInt(revision) === last))
    await client.query(STORE_LAST_REVISION, [Buffer.from(stream), last]);
  const positions = rows.map(({ position }) => position);
  const { rows: results } = await client.query<{ count: number }>(REMOVE, [positions]);
  return results[0]?.count ?? 0;
}
