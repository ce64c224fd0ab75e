import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable, translated } from './errors.ts';
import { NO_STREAM_REVISION, streamOf } from './streams.ts';
import { pause } from './timers.ts';

/** Between two tries of an append, in milliseconds: at first, then doubled up to the last. */
const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 200;

const DEPOSED = 'The node of the event store lacks what was read before: it was deposed, and does not know it yet.';

/** An event as it is handed to the log. The id is stable: the same command sent again gives the same. */
export type NewEvent = { id: string; type: string; data: unknown; metadata: unknown };

/**
 * Appends events to a ledger, all or none, after exactly the revision `after` (-1 for none yet), and gives the
 * revision of the last one. A try whose outcome is unknown is made again with the same ids at the same revision, which
 * the event store answers like the first. So is one that a cluster refuses because the stream ends
 * before `after`.
 *
 * Throws WrongRevision, LedgerErased, or LogUnavailable when the outcome stays unknown.
 */
export async function append(
  connection: Connection,
  ledgerId: string,
  after: bigint,
  events: readonly NewEvent[],
): Promise<bigint> {
  const { timers, writing } = connection;
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: metadata as Record<string, unknown> }),
  );
  const expectedRevision = after === NO_STREAM_REVISION ? NO_STREAM : after;
  const giveUpAt = performance.now() + timers.append;
  for (let delay = FIRST_PAUSE_MS; ; delay = Math.min(delay * 2, LAST_PAUSE_MS)) {
    try {
      const result = await connection.attempt(async (client) => {
        try {
          return await client.appendToStream(streamOf(ledgerId), proposed, { ...writing, expectedRevision });
        } catch (error) {
          throw connection.isCluster && endsBefore(error, after)
            ? new LogUnavailable(DEPOSED, { cause: error })
            : error;
        }
      });
      return result.nextExpectedRevision;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      // What is refused all the time is refused by the leader.
      if (performance.now() + delay > giveUpAt) throw endsBefore(error.cause, after) ? translated(error.cause) : error;
      await pause(delay);
    }
  }
}

/** Whether an append was refused because the stream ends before a revision. */
function endsBefore(error: unknown, revision: bigint): boolean {
  if (!(error instanceof WrongExpectedVersionError)) return false;
  const { actualVersion } = error;
  return (typeof actualVersion === 'bigint' ? actualVersion : NO_STREAM_REVISION) < revision;
}
