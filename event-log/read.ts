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

/**
 * Gives the events of a ledger after a revision (-1 for all), oldest first; none where there is no ledger.
 * What was truncated is not given. Throws LedgerErased or LogUnavailable, the latter also when the store falls silent.
 */
export async function* readAfter(connection: Connection, ledgerId: string, after: bigint): AsyncGenerator<LoggedEvent> {
  yield* read(connection, (client) =>
    client.readStream(streamOf(ledgerId), { ...connection.reading, direction: FORWARDS, fromRevision: after + 1n }),
  );
}

/**
 * Gives at most `count` events of a ledger before a revision (null: the last ones), newest first: as fast at the
 * end of a long ledger as of a short one. Fewer where the ledger begins, or was truncated, after that. Throws like
 * `readAfter`.
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

/** Gives a ledger's events as they come; none where there is no such stream. */
async function* read(
  connection: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>,
): AsyncGenerator<LoggedEvent> {
  for await (const found of readEvents(connection, begin)) {
    const event = loggedEvent(found);
    if (event) yield event;
  }
}

/**
 * Gives what a read of the client gives, none where there is no such stream. Left early or broken, it is cancelled: a
 * read that nobody takes from would keep its connection open. Throws LedgerErased or LogUnavailable, the latter also
 * where the next event doesn't come within an attempt's time.
 */
export async function* readEvents<Found>(
  connection: Connection,
  begin: (client: EventStoreDBClient) => StreamingRead<Found>,
): AsyncGenerator<Found> {
  const giveUpAt = performance.now() + connection.timers.attempt;
  const line = await connection.line();
  const done = line.begin();
  const stream = begin(line.client);
  stream.on('error', () => {}); // The iteration reports it; this keeps a late one from ending the process.
  try {
    const events = stream[Symbol.asyncIterator]();
    for (let ms = giveUpAt - performance.now(); ; ms = connection.timers.attempt) {
      const next = await connection.wait(line, events.next(), ms);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (isMissingStream(error)) return;
    const known = translated(error);
    if (known instanceof LogUnavailable) connection.replace(line);
    throw known;
  } finally {
    stream.destroy();
    stream.cancel().then(done, done);
  }
}
