import { type AllStreamResolvedEvent, START, streamNameFilter } from '@eventstore/db-client';
import type { Connection } from './connection.ts';
import { LogUnavailable, SubscriptionOverrun, toLogError } from './errors.ts';
import { type DeliveryProgress, LivenessCheck } from './liveness-check.ts';
import { type LoggedEvent, loggedEvent, positionOf, positionText } from './logged-event.ts';
import type { NodeConnection } from './node-connection.ts';
import { LEDGER_PREFIX } from './streams.ts';
import { pause } from './timers.ts';

/** A delivery of a subscription, in the order of the log. */
export type Delivery =
  | LoggedEvent
  /** All events up to this position were delivered; the last of them belong to no ledger. */
  | { kind: 'checkpoint'; position: string }
  /** All events that existed when the subscription began were delivered. */
  | { kind: 'caught-up' };

/**
 * Subscribes to all ledgers after a position (null: from the first event) until the signal aborts. A subscription that
 * breaks, or delivers nothing while the log grows, resumes after the last delivery: with backoff, but at once after a
 * SubscriptionOverrun or a change of the leader. `onBreak` is called for each break. Throws only errors that a retry
 * can't fix.
 */
export async function* subscribe(
  connection: Connection,
  from: string | null,
  signal: AbortSignal,
  onBreak: (error: LogUnavailable) => void,
): AsyncGenerator<Delivery> {
  const [first, last] = connection.timeouts.resubscribeMs;
  const progress: DeliveryProgress = { position: from, waitingSince: null };
  const liveness = new LivenessCheck(connection, progress);
  let backoff = first;
  let node: NodeConnection | null = null;
  try {
    while (!signal.aborted) {
      let isOverrun = false;
      let hasDelivered = false;
      try {
        node ??= await connection.openNodeConnection();
        for await (const delivery of deliveries(node, progress, liveness, signal)) {
          if (delivery.kind !== 'caught-up') progress.position = delivery.position;
          hasDelivered = true;
          backoff = first;
          progress.waitingSince = null;
          yield delivery;
          progress.waitingSince = performance.now();
        }
      } catch (error) {
        const known = toLogError(error);
        if (!(known instanceof LogUnavailable)) throw known;
        if (!signal.aborted) onBreak(known);
        isOverrun = known instanceof SubscriptionOverrun;
      }
      if (isOverrun && hasDelivered) continue;
      const hasLeaderChanged = node?.leaderChanged.aborted;
      node?.close();
      node = null;
      if (hasLeaderChanged) continue;
      await pause(backoff, signal);
      backoff = Math.min(backoff * 2, last);
    }
  } finally {
    node?.close();
  }
}

async function* deliveries(
  node: NodeConnection,
  progress: DeliveryProgress,
  liveness: LivenessCheck,
  signal: AbortSignal,
): AsyncGenerator<Delivery> {
  const endCall = node.beginCall();
  const subscription = node.client.subscribeToAll({
    fromPosition: progress.position === null ? START : positionOf(progress.position),
    filter: streamNameFilter({
      prefixes: [LEDGER_PREFIX],
      checkpointInterval: 10,
      // Pushed into the stream itself, so that it follows the events that are still buffered there.
      checkpointReached: (stream, reached) => {
        stream.push({ kind: 'checkpoint', position: positionText(reached) });
      },
    }),
  });
  subscription.on('caughtUp', () => subscription.push({ kind: 'caught-up' }));
  // The iteration throws errors; a later error without a listener would end the process.
  subscription.on('error', () => {});
  const stop = () => subscription.destroy();
  const onLeaderChanged = () => subscription.destroy(node.leaderChanged.reason);
  signal.addEventListener('abort', stop);
  node.leaderChanged.addEventListener('abort', onLeaderChanged);
  if (node.leaderChanged.aborted) onLeaderChanged();
  if (signal.aborted) stop();
  const stopCheck = liveness.start((error) => subscription.destroy(error));
  try {
    progress.waitingSince = performance.now();
    for await (const item of subscription as AsyncIterable<AllStreamResolvedEvent | Exclude<Delivery, LoggedEvent>>) {
      if ('kind' in item) yield item;
      else {
        const event = loggedEvent(item);
        if (event) yield event;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    stopCheck();
    signal.removeEventListener('abort', stop);
    node.leaderChanged.removeEventListener('abort', onLeaderChanged);
    subscription.unsubscribe().then(endCall, endCall);
  }
}
