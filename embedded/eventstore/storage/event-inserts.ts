import type { Client } from 'pg';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { bigintArray, booleanArray, byteaArray, uuidArray } from './binary-arrays.ts';

const INSERT = `INSERT INTO events (position, stream, revision, id, type, data, metadata, json, created)
  SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[], $4::uuid[], $5::bytea[], $6::bytea[], $7::bytea[],
    $8::boolean[], $9::bigint[])`;

/** Inserts events in one statement, which is one transaction. */
export async function insertEvents(client: Client, events: readonly RecordedEvent[]): Promise<void> {
  await client.query({
    name: 'append',
    text: INSERT,
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
    ],
  });
}

/** The position of the newest event, 0 without one. */
export async function newestPosition(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ position: string | null }>('SELECT max(position) AS position FROM events');
  return BigInt(rows[0]?.position ?? 0);
}
