import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { POSITION_STEP } from './commit-queue.ts';
import { insertEvents, newestPosition } from './event-inserts.ts';
import { ticksNow } from './ticks.ts';

const EPOCH = '$epoch-information';

/**
 * Gives the position of the newest event. A log that has none yet begins with an event of the server's own, as
 * EventStoreDB's does, so that nobody ever finds `$all` quite empty.
 */
export async function beginLog(client: Client): Promise<bigint> {
  const newest = await newestPosition(client);
  if (newest > 0n) return newest;
  const epoch = { epochNumber: 0, epochId: randomUUID(), timeStamp: new Date().toISOString() };
  const first = {
    position: POSITION_STEP,
    stream: EPOCH,
    revision: 0n,
    id: randomUUID(),
    type: EPOCH,
    json: true,
    data: Buffer.from(JSON.stringify(epoch)),
    metadata: Buffer.alloc(0),
    created: ticksNow(),
  };
  await insertEvents(client, [first]);
  return first.position;
}
