import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { isMissingStream, LogUnavailable, toLogError } from './errors.ts';
import { type LoggedEvent, loggedEvent } from './logged-event.ts';
import { streamOf } from './streams.ts';

/**
 * Gives the events of a ledger after a revision (-1 for all), oldest first, without truncated ones; none for a missing
 * stream. Throws LedgerErased, or LogUnavailable, also when the next event doesn't arrive within the timeout.
 */
export async function* readAfter(connection: Connection, ledgerId: string, after: bigint): AsyncGenerator<LoggedEvent> {
  yield* read(connection, (client) =>
    client.readStream(streamOf(ledgerId), { ...connection.reading, direction: FORWARDS, fromRevision: after + 1n }),
  );
}

/**
 * Gives at most `count` events of a ledger before a revision (null: the last ones), newest first; fewer where the
 * stream begins or was truncated. Its cost doesn't depend on the length of the stream. Throws like `readAfter`.
 */
export async function readBefore(
  connection: Connection,
  ledgerId: string,
  before: bigint | null,
  count: number,
): Promise<LoggedEvent[]> {
  if (before !== null && before <= 0n) return [];
  const fromRevision = before === null ? END : before - 1n;
  return await Array.fromAsync(
    read(connection, (client) =>
      client.readStream(streamOf(ledgerId), {
        ...connection.reading,
        direction: BACKWARDS,
        fromRevision,
        maxCount: count,
      }),
    ),
  );
}

async function* read(
  connection: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>,
): AsyncGenerator<LoggedEvent> {
  for await (const resolved of readEvents(connection, begin)) {
    const event = loggedEvent(resolved);
    if (event) yield event;
  }
}

/**
 * Runs a read of the client and yields its events; none for a missing stream. Cancels the read when the caller stops
 * early or an error occurs, since an unread stream keeps its connection open. Throws LedgerErased, or LogUnavailable,
 * also when the next event doesn't arrive within the timeout of one attempt.
 */
export async function* readEvents<Found>(
  connection: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<Found>,
): AsyncGenerator<Found> {
  const deadlineMs = performance.now() + connection.timeouts.attemptMs;
  const node = await connection.nodeConnection();
  const endCall = node.beginCall();
  const stream = begin(node.client);
  stream.on('error', () => {}); // The iteration throws errors; a later one without a listener would end the process.
  try {
    const events = stream[Symbol.asyncIterator]();
    for (let ms = deadlineMs - performance.now(); ; ms = connection.timeouts.attemptMs) {
      const next = await connection.wait(node, events.next(), ms);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (isMissingStream(error)) return;
    const known = toLogError(error);
    if (known instanceof LogUnavailable) connection.replace(node);
    throw known;
  } finally {
    stream.destroy();
    stream.cancel().then(endCall, endCall);
  }
}
