import type { Call } from '../grpc/call.ts';
import { CheckpointCounter, type Position } from '../rules/checkpoints.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { POSITION_STEP } from '../storage/commit-queue.ts';
import type { EventStore } from '../storage/event-store.ts';
import { handlerFailed } from './failures.ts';
import { caughtUp, checkpoint, confirmation } from './read-messages.ts';
import type { AllRead } from './read-request.ts';
import { framesOf } from './send-pages.ts';
import { Subscription, type SubscriptionSource } from './subscription.ts';

/**
 * `Streams.Read` as a subscription to `$all`: after a position or from the end, with checkpoints if it is filtered.
 * Rejects with an `RpcFailure` for a position that was never assigned.
 */
export async function subscribeToAll(store: EventStore, call: Call, read: AllRead, id: string): Promise<void> {
  const sent = await startOf(store, read.from);
  call.send(confirmation(id));
  await new Subscription(store, call, sourceOf(store, call, read, sent)).run();
}

/** Events to send together, and the checkpoint to send after them. */
type Segment = {
  readonly events: RecordedEvent[];
  checkpoint: Position | undefined;
};

function sourceOf(store: EventStore, call: Call, read: AllRead, start: bigint): SubscriptionSource {
  const { filter } = read;
  const counter = filter && new CheckpointCounter(filter.window, filter.interval);
  let sent = start;

  const send = (events: readonly RecordedEvent[], isLive: boolean): Promise<void> | undefined => {
    const fresh = events.filter(({ position }) => position > sent);
    sent = fresh.at(-1)?.position ?? sent;
    const segments = segmentsOf(fresh, ({ position }, matches) =>
      isLive ? counter?.live(position) : counter?.considered(position, matches),
    );
    return sendSegments(segments, isLive);
  };

  const segmentsOf = (
    events: readonly RecordedEvent[],
    checkpointAfter: (event: RecordedEvent, matches: boolean) => Position | undefined,
  ): Segment[] => {
    let segment: Segment = { events: [], checkpoint: undefined };
    const segments = [segment];
    for (const event of events) {
      const matches = filter?.matches(event) ?? true;
      if (matches) segment.events.push(event);
      segment.checkpoint = checkpointAfter(event, matches);
      if (!segment.checkpoint) continue;
      segment = { events: [], checkpoint: undefined };
      segments.push(segment);
    }
    return segments;
  };

  const sendSegments = (segments: readonly Segment[], isLive: boolean): Promise<void> | undefined => {
    for (const [index, { events, checkpoint: due }] of segments.entries()) {
      const frames = events.length > 0 ? framesOf(store, read, events, isLive) : undefined;
      if (frames instanceof Promise) {
        return frames.then((frame) => {
          call.send(frame, events.length);
          if (due) call.send(checkpoint(due), 1);
          return sendSegments(segments.slice(index + 1), isLive);
        });
      }
      if (frames) call.send(frames, events.length);
      if (due) call.send(checkpoint(due), 1);
    }
    return undefined;
  };

  return {
    streams: undefined,
    history:
      read.from === 'end'
        ? undefined
        : {
            from: sent + 1n,
            fetch: (from, limit) => store.table.allForwards(from, limit),
            after: ({ position }) => position + 1n,
          },
    sendPast: (events) => send(events, false),
    sendLive: (events) => send(events, true),
    sendCaughtUp: () => {
      counter?.goLive();
      call.send(caughtUp());
    },
  };
}

/**
 * The position after which events are sent. As in EventStoreDB, the first event at or after the given position counts
 * as the event that the subscriber has already: also where, after an append of no events, it is a later one.
 */
async function startOf({ table, head }: EventStore, from: AllRead['from']): Promise<bigint> {
  if (from === 'start') return 0n;
  if (from === 'end' || from.commit > head()) return head();
  if (from.commit % POSITION_STEP !== 0n) throw handlerFailed();
  const [received] = await table.allForwards(from.commit, 1);
  return received?.position ?? from.commit - 1n;
}
