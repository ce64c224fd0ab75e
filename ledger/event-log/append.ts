import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable } from './errors.ts';
import { NO_STREAM_REVISION, streamOf } from './streams.ts';
import { pause } from './timers.ts';

/** An event as it is handed to the log. The id is stable: the same command sent again gives the same. */
export type NewEvent = { id: string; type: string; data: unknown; metadata: unknown };

/**
 * Appends events to a user's ledger, all or none, after exactly the revision `after` (-1 for none yet), and gives the
 * revision of the last one. A try whose outcome is unknown is made again with the same ids at the same revision, which
 * the event store answers like the first.
 *
 * Throws WrongRevision, LedgerErased, or LogUnavailable when the outcome stays unknown.
 */
export async function append(
  connection: Connection,
  userId: string,
  after: bigint,
  events: readonly NewEvent[],
): Promise<bigint> {
  const { timers, credentials } = connection;
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: metadata as Record<string, unknown> }),
  );
  const expectedRevision = after === NO_STREAM_REVISION ? NO_STREAM : after;
  const giveUpAt = performance.now() + timers.append;
  for (let delay = 50; ; delay *= 2) {
    try {
      const result = await connection.attempt((client) =>
        client.appendToStream(streamOf(userId), proposed, {
          expectedRevision,
          deadline: timers.attempt,
          ...(credentials ? { credentials } : {}),
        }),
      );
      return result.nextExpectedRevision;
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() + delay > giveUpAt) throw error;
      await pause(delay);
    }
  }
}
