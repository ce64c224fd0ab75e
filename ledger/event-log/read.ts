import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { isMissingStream, LogUnavailable, translated } from './errors.ts';
import { type LoggedEvent, loggedEvent } from './logged-event.ts';
import { streamOf } from './streams.ts';
import { within } from './timers.ts';

/**
 * Gives the events of a user's ledger after a revision (-1 for all), oldest first; none where there is no ledger.
 * What was truncated is not given. Throws LedgerErased or LogUnavailable, the latter also when the store falls silent.
 */
export async function* readAfter(connection: Connection, userId: string, after: bigint): AsyncGenerator<LoggedEvent> {
  yield* read(connection, (client) =>
    client.readStream(streamOf(userId), { direction: FORWARDS, fromRevision: after + 1n }),
  );
}

/**
 * Gives at most `count` events of a user's ledger before a revision (null: the last ones), newest first: as fast at the
 * end of a long ledger as of a short one. Fewer where the ledger begins, or was truncated, after that. Throws like
 * `readAfter`.
 */
export async function readBefore(
  connection: Connection,
  userId: string,
  before: bigint | null,
  count: number,
): Promise<LoggedEvent[]> {
  if (before !== null && before <= 0n) return [];
  const fromRevision = before === null ? END : before - 1n;
  return await Array.fromAsync(
    read(connection, (client) =>
      client.readStream(streamOf(userId), { direction: BACKWARDS, fromRevision, maxCount: count }),
    ),
  );
}

async function* read(
  connection: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<unknown>,
): AsyncGenerator<LoggedEvent> {
  const { client, timers } = connection;
  const stream = begin(client);
  stream.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
  try {
    const events = (stream as StreamingRead<ResolvedEvent>)[Symbol.asyncIterator]();
    for (;;) {
      const next = await within(timers.attempt, events.next());
      if (next.done) return;
      const event = loggedEvent(next.value);
      if (event) yield event;
    }
  } catch (error) {
    if (isMissingStream(error)) return;
    const known = translated(error);
    if (known instanceof LogUnavailable) connection.replace(client);
    throw known;
  } finally {
    stream.destroy();
    void stream.cancel().catch(() => {});
  }
}
