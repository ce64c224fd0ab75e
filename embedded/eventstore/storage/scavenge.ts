import pg from 'pg';
import { describedBy, MAX_REVISION } from '../rules/names.ts';
import type { StreamViews } from './stream-views.ts';

/** How many events one statement removes at most, and how many streams with metadata are looked at together. */
const STEP = 500;
/** Only the one with the newest position of all stays, so that positions never begin again. */
const MARKS = `SELECT position, stream FROM events
  WHERE (substr(stream, 1, 2) = '$$' OR revision = ${MAX_REVISION}) AND position > $1 ORDER BY position LIMIT ${STEP}`;
const OLDEST = `SELECT position, revision, created FROM events
  WHERE sha256(stream) = sha256($1::bytea) AND revision BETWEEN $2 AND $3 ORDER BY revision LIMIT ${STEP}`;
const REMOVE = `WITH removed AS (
    DELETE FROM events WHERE position = ANY($1::bigint[]) AND position < (SELECT max(position) FROM events)
    RETURNING revision)
  SELECT count(*)::int AS count, max(revision) AS last FROM removed`;
const REMEMBER = `INSERT INTO stream_ends (stream, last) VALUES ($1, $2)
  ON CONFLICT (sha256(stream)) DO UPDATE SET last = greatest(stream_ends.last, excluded.last)`;
/** Beside the live traffic: an index is used even where reading the whole table would be faster. */
const SETTINGS = '-c enable_seqscan=off -c jit=off';

type Row = { position: string; revision: string; created: string };

/** What a scavenge needs to know. */
export type ScavengeParts = {
  readonly databaseUrl: string;
  readonly streamViews: Pick<StreamViews, 'of'>;
};

/**
 * Removes for good what nobody can see any more: what is truncated, counted out or too old, the events of tombstoned
 * streams but for their tombstones, and metadata that newer metadata replaced. It works in small steps, each a statement
 * of its own, on a connection of its own, so that the live traffic hardly feels it. Positions and revisions of what
 * stays don't move; where a stream loses its newest event, its revision is remembered. Gives how many events were removed.
 * @param signal ends it after the step under way
 * @throws what a lost connection throws; what has been removed until then stays so
 */
export async function scavenge({ databaseUrl, streamViews }: ScavengeParts, signal: AbortSignal): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, options: SETTINGS });
  client.on('error', () => {}); // the statement under way rejects
  await client.connect();
  try {
    let removed = 0;
    for await (const stream of streamsWithMarks(client, signal))
      removed += await clear(client, streamViews, stream, signal);
    if (removed > 0) await client.query('VACUUM events');
    return removed;
  } finally {
    await client.end();
  }
}

/** The streams that metadata or a tombstone says something about, and their metadata streams; some more than once. */
async function* streamsWithMarks(client: pg.Client, signal: AbortSignal): AsyncGenerator<string> {
  let position = '0';
  for (;;) {
    const { rows } = await client.query<{ position: string; stream: Buffer }>(MARKS, [position]);
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

/** Removes what can't be seen of a stream, oldest first; gives how many events that were. */
async function clear(
  client: pg.Client,
  streamViews: ScavengeParts['streamViews'],
  stream: string,
  signal: AbortSignal,
): Promise<number> {
  const { found, first, since, last } = await streamViews.of(stream);
  // A tombstone stays, and what is written from now on isn't ours to judge.
  const newest = found === 'deleted' ? MAX_REVISION - 1n : last;
  const isHidden = ({ revision, created }: Row) =>
    found === 'deleted' || BigInt(revision) < first || BigInt(created) < since;
  let removed = 0;
  let from = 0n;
  while (!signal.aborted) {
    const { rows } = await client.query<Row>(OLDEST, [Buffer.from(stream), from, newest]);
    const visible = rows.findIndex((row) => !isHidden(row));
    const hidden = visible === -1 ? rows : rows.slice(0, visible);
    const end = hidden.at(-1);
    if (!end) break;
    removed += await remove(client, stream, hidden, found === 'deleted' ? undefined : last);
    if (hidden.length < STEP) break;
    from = BigInt(end.revision) + 1n;
  }
  return removed;
}

/** Removes these events; and remembers the stream's last revision, before it loses the event that says it. */
async function remove(client: pg.Client, stream: string, rows: Row[], last: bigint | undefined): Promise<number> {
  if (rows.some(({ revision }) => BigInt(revision) === last)) await client.query(REMEMBER, [Buffer.from(stream), last]);
  const positions = rows.map(({ position }) => position);
  const { rows: results } = await client.query<{ count: number }>(REMOVE, [positions]);
  return results[0]?.count ?? 0;
}
