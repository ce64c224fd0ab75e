import { type AppendToStreamOptions, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable, toLogError } from './errors.ts';
import { NO_STREAM_REVISION, streamOf } from './streams.ts';
import { pause } from './timers.ts';

/** Exponential backoff between attempts of an append. */
const FIRST_BACKOFF_MS = 50;
const BACKOFF_MAX_MS = 200;

const STALE_LEADER = 'The node of the event store lacks events that were read before: it is no longer the leader.';

/** An event to append. The id is derived from the command, so a retried command proposes the same ids. */
export type NewEvent = { id: string; type: string; data: unknown; metadata: unknown };

/**
 * Appends events to a ledger's stream, all or none, after exactly the revision `after` (-1: the stream is empty). Gives
 * the revision of the last event. An attempt with an unknown outcome is retried with the same ids at the same revision;
 * the event store treats the repeat as the same write. An attempt is also retried when a cluster refuses it because the
 * stream ends before `after`: a deposed leader does that. `onRetry` is called before each further attempt.
 *
 * Throws WrongRevision, LedgerErased, or LogUnavailable when the outcome stays unknown.
 */
export async function append(
  connection: Connection,
  ledgerId: string,
  after: bigint,
  events: readonly NewEvent[],
  onRetry: () => void = () => {},
): Promise<bigint> {
  const { timeouts, writing } = connection;
  const proposed = events.map(({ id, type, data, metadata }) =>
    jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: metadata as Record<string, unknown> }),
  );
  const options: AppendToStreamOptions = {
    ...writing,
    expectedRevision: after === NO_STREAM_REVISION ? NO_STREAM : after,
  };
  const deadlineMs = performance.now() + timeouts.appendMs;
  for (let backoff = FIRST_BACKOFF_MS; ; backoff = Math.min(backoff * 2, BACKOFF_MAX_MS)) {
    try {
      const result = await connection.attempt(async (client) => {
        try {
          return await client.appendToStream(streamOf(ledgerId), proposed, options);
        } catch (error) {
          throw connection.isCluster && endsBefore(error, after)
            ? new LogUnavailable(STALE_LEADER, { cause: error })
            : error;
        }
      });
      return result.nextExpectedRevision;
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      // A refusal that outlasts every retry is the current leader's own.
      if (performance.now() + backoff > deadlineMs)
        throw endsBefore(error.cause, after) ? toLogError(error.cause) : error;
      onRetry();
      await pause(backoff);
    }
  }
}

/** Whether the append failed because the stream ends before `revision`. */
function endsBefore(error: unknown, revision: bigint): boolean {
  if (!(error instanceof WrongExpectedVersionError)) return false;
  const { actualVersion } = error;
  return (actualVersion === NO_STREAM ? NO_STREAM_REVISION : actualVersion) < revision;
}
