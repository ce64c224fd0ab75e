import type { Client } from 'pg';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { bigintArray, booleanArray, byteaArray, uuidArray } from './binary-arrays.ts';

const COLUMNS = 'position, stream, revision, id, type, data, metadata, json, created';
const ARRAYS = `$1::bigint[], $2::bytea[], $3::bigint[], $4::uuid[], $5::bytea[], $6::bytea[], $7::bytea[],
  $8::boolean[], $9::bigint[]`;
const INSERT = `INSERT INTO events (${COLUMNS}) SELECT * FROM unnest(${ARRAYS})`;
const INSERT_SHARING = `WITH shared AS (
    INSERT INTO shared_metadata (last, metadata) SELECT * FROM unnest($11::bigint[], $12::bytea[]))
  INSERT INTO events (${COLUMNS}, metadata_of) SELECT * FROM unnest(${ARRAYS}, $10::bigint[])`;

/** The least events one after the other with the same metadata that share it; of fewer, each has its own. */
const SHARING_EVENTS_MIN = 8;
const NONE = Buffer.alloc(0);

/** Inserts events in one statement, which is one transaction. */
export async function insertEvents(client: Client, recorded: readonly RecordedEvent[]): Promise<void> {
  const { events, owners, shared } = sharing(recorded);
  const isShared = shared.length > 0;
  await client.query({
    name: isShared ? 'append-sharing' : 'append',
    text: isShared ? INSERT_SHARING : INSERT,
    values: [
      bigintArray(events.map(({ position }) => position)),
      byteaArray(events.map(({ stream }) => stream)),
      bigintArray(events.map(({ revision }) => revision)),
      uuidArray(events.map(({ id }) => id)),
      byteaArray(events.map(({ type }) => type)),
      byteaArray(events.map(({ data }) => data)),
      byteaArray(events.map(({ metadata }) => metadata)),
      booleanArray(events.map(({ json }) => json)),
      bigintArray(events.map(({ created }) => created)),
      ...(isShared
        ? [
            bigintArray(owners),
            bigintArray(shared.map(({ position }) => position)),
            byteaArray(shared.map(({ metadata }) => metadata)),
          ]
        : []),
    ],
  });
}

/**
 * The events, without the metadata that they share with their neighbours in the stream; `owners` has for each the
 * position of the last event that shares them, 0 where it has its own, and `shared` those last events.
 */
function sharing(recorded: readonly RecordedEvent[]) {
  const events = [...recorded];
  const owners = recorded.map(() => 0n);
  const shared: RecordedEvent[] = [];
  for (let from = 0, to = 0; from < recorded.length; from = to) {
    const first = recorded[from] as RecordedEvent;
    while (isAlike(first, recorded[to])) to += 1;
    const last = recorded[to - 1] as RecordedEvent;
    if (to - from < SHARING_EVENTS_MIN || first.metadata.length === 0) continue;
    shared.push(last);
    owners.fill(last.position, from, to);
    for (let index = from; index < to; index += 1)
      events[index] = { ...(recorded[index] as RecordedEvent), metadata: NONE };
  }
  return { events, owners, shared };
}

function isAlike(event: RecordedEvent, b: RecordedEvent | undefined): boolean {
  return b !== undefined && event.stream === b.stream && event.metadata.equals(b.metadata);
}

/** The position of the newest event, 0 without one. */
export async function newestPosition(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ position: string | null }>('SELECT max(position) AS position FROM events');
  return BigInt(rows[0]?.position ?? 0);
}
