import type { CustomTypesConfig, Pool } from 'pg';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { NIL_UUID } from '../rules/uuid.ts';
import { bigintArray, byteaArray } from './binary-arrays.ts';
import { type EventRow, eventOf } from './event-row.ts';

/**
 * The most events of a page of a read. Small, because the flow-control window of a gRPC client is 64 KiB: the next page
 * is read while the client takes one.
 */
export const PAGE_EVENTS_MAX = 64;

const unparsed: CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

const METADATA = `CASE WHEN metadata_of = 0 THEN metadata
  ELSE (SELECT shared.metadata FROM shared_metadata shared WHERE shared.last = metadata_of) END`;
const COLUMNS = `position, stream, revision, id, type, data, ${METADATA}, json, created`;
const OF_STREAM = `SELECT ${COLUMNS} FROM events WHERE sha256(stream) = sha256($1::bytea)`;

/** The same as `isHiddenFromAll`. */
const VISIBLE_IN_ALL = [
  "= '$epoch-information'",
  ...['checkpoint', 'parked'].map((end) => `LIKE '$persistentsubscription-$all::%-${end}'`),
]
  .map((condition) => `NOT stream ${condition}`)
  .join(' AND ');

const QUERIES = {
  streamForwards: `${OF_STREAM} AND revision >= $2 AND created >= $3 ORDER BY revision LIMIT $4`,
  streamBackwards: `${OF_STREAM} AND revision BETWEEN $2 AND $5 AND created >= $3 ORDER BY revision DESC LIMIT $4`,
  allForwards: `SELECT ${COLUMNS} FROM events WHERE position >= $1 AND ${VISIBLE_IN_ALL} ORDER BY position LIMIT $2`,
  allBackwards: `SELECT ${COLUMNS} FROM events WHERE position <= $1 AND ${VISIBLE_IN_ALL}
    ORDER BY position DESC LIMIT $2`,
  newest: `SELECT newest.* FROM unnest($1::bytea[]) AS wanted (name) CROSS JOIN LATERAL (
    (SELECT position, stream, revision, id, type, CASE WHEN substr(stream, 1, 2) = '$$' THEN data ELSE '' END,
       ${METADATA}, json, created FROM events WHERE sha256(stream) = sha256(wanted.name) ORDER BY revision DESC LIMIT 1)
    UNION ALL
    SELECT 0, stream, last, '${NIL_UUID}', '', '', '', false, 0
    FROM stream_ends WHERE sha256(stream) = sha256(wanted.name)
    ORDER BY 3 DESC LIMIT 1) AS newest`,
  exactly: `SELECT ${COLUMNS} FROM unnest($1::bytea[], $2::bigint[]) AS wanted (name, at) CROSS JOIN LATERAL (
    SELECT * FROM events WHERE sha256(stream) = sha256(wanted.name) AND revision = wanted.at) AS found`,
} as const;

/** A page of a stream: its start, the readable part of the stream, and its size. */
export type StreamPage = {
  readonly stream: string;
  readonly from: bigint;
  readonly first: bigint;
  readonly since: bigint;
  readonly limit: number;
};

/** Reads the table of events: at most one page at a time, by an index. */
export class EventTable {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async #select(name: keyof typeof QUERIES, values: unknown[]): Promise<RecordedEvent[]> {
    const { rows } = await this.#pool.query<EventRow>({
      name,
      text: QUERIES[name],
      values,
      rowMode: 'array',
      types: unparsed,
    });
    return rows.map(eventOf);
  }

  /** Events of a stream in ascending order, from a revision on. */
  streamForwards({ stream, from, first, since, limit }: StreamPage): Promise<RecordedEvent[]> {
    const start = from > first ? from : first;
    return this.#select('streamForwards', [Buffer.from(stream), start, since, limit]);
  }

  /** Events of a stream in descending order, from a revision down to the first readable one. */
  streamBackwards({ stream, from, first, since, limit }: StreamPage): Promise<RecordedEvent[]> {
    return this.#select('streamBackwards', [Buffer.from(stream), first, since, limit, from]);
  }

  /** Events of `$all` in ascending order, from a position on. */
  allForwards(from: bigint, limit: number): Promise<RecordedEvent[]> {
    return this.#select('allForwards', [from, limit]);
  }

  /** Events of `$all` in descending order, from a position down. */
  allBackwards(from: bigint, limit: number): Promise<RecordedEvent[]> {
    return this.#select('allBackwards', [from, limit]);
  }

  /**
   * The newest event of each of these streams that has one; with its data only for metadata streams. For an event that
   * a scavenge removed, only its revision.
   */
  newestOf(streams: readonly string[]): Promise<RecordedEvent[]> {
    return this.#select('newest', [byteaArray(streams)]);
  }

  /** The events with these streams and revisions that exist. */
  exactly(wanted: readonly { stream: string; revision: bigint }[]): Promise<RecordedEvent[]> {
    const streams = byteaArray(wanted.map(({ stream }) => stream));
    return this.#select('exactly', [streams, bigintArray(wanted.map(({ revision }) => revision))]);
  }
}
