import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { EPOCH_STREAM, METADATA_TYPE, metastreamOf } from '../rules/names.ts';
import { POSITION_STEP } from './commit-queue.ts';
import { insertEvents, newestPosition } from './event-inserts.ts';
import { ticksNow } from './event-row.ts';

const EMPTY = Buffer.alloc(0);

/**
 * Gives the position of the newest event. An empty log first gets two events of the server, as in EventStoreDB: `$all`
 * leaves out the first but has the second, so `$all` is never empty.
 */
export async function beginLog(client: Client): Promise<bigint> {
  const newest = await newestPosition(client);
  if (newest > 0n) return newest;
  const epoch = { epochNumber: 0, epochId: randomUUID(), timeStamp: new Date().toISOString() };
  const events = [
    { stream: EPOCH_STREAM, type: EPOCH_STREAM, data: epoch },
    { stream: metastreamOf('$scavenges'), type: METADATA_TYPE, data: { $acl: { $r: '$ops' } } },
  ].map(({ stream, type, data }, index) => ({
    position: POSITION_STEP * BigInt(index + 1),
    stream,
    revision: 0n,
    id: randomUUID(),
    type,
    json: true,
    data: Buffer.from(JSON.stringify(data)),
    metadata: EMPTY,
    created: ticksNow(),
  }));
  await insertEvents(client, events);
  return POSITION_STEP * BigInt(events.length);
}
