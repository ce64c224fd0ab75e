import type { Call } from '../grpc/call.ts';
import { CheckpointCounter, type Position } from '../rules/checkpoints.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { caughtUp, checkpoint, confirmation } from './read-messages.ts';
import type { AllRead } from './read-request.ts';
import { framesOf } from './send-pages.ts';
import { type Course, Subscription } from './subscription.ts';

/** `Streams.Read` as a subscription to `$all`, filtered with checkpoints or not: after a position, or from the end. */
export async function subscribeToAll(store: EventStore, call: Call, read: AllRead, id: string): Promise<void> {
  call.send(confirmation(id));
  await new Subscription(store, call, courseOf(store, call, read)).run();
}

/** Events to be sent together, and the checkpoint that follows them. */
interface Stretch {
  readonly events: RecordedEvent[];
  checkpoint: Position | undefined;
}

function courseOf(store: EventStore, call: Call, read: AllRead): Course {
  const { filter } = read;
  const counter = filter && new CheckpointCounter(filter.window, filter.interval);
  let sent = read.from === 'end' ? store.head() : startAfter(read.from);

  const send = (events: readonly RecordedEvent[], isLive: boolean): Promise<void> | undefined => {
    const fresh = events.filter(({ position }) => position > sent);
    sent = fresh.at(-1)?.position ?? sent;
    const stretches = stretchesOf(fresh, ({ position }, matches) =>
      isLive ? counter?.live(position) : counter?.considered(position, matches),
    );
    return sendStretches(stretches);
  };

  const stretchesOf = (
    events: readonly RecordedEvent[],
    checkpointAfter: (event: RecordedEvent, matches: boolean) => Position | undefined,
  ): Stretch[] => {
    let stretch: Stretch = { events: [], checkpoint: undefined };
    const stretches = [stretch];
    for (const event of events) {
      const matches = filter?.matches(event) ?? true;
      if (matches) stretch.events.push(event);
      stretch.checkpoint = checkpointAfter(event, matches);
      if (!stretch.checkpoint) continue;
      stretch = { events: [], checkpoint: undefined };
      stretches.push(stretch);
    }
    return stretches;
  };

  const sendStretches = (stretches: readonly Stretch[]): Promise<void> | undefined => {
    for (const [index, { events, checkpoint: due }] of stretches.entries()) {
      const frames = events.length > 0 ? framesOf(store, read, events) : undefined;
      if (frames instanceof Promise) {
        return frames.then((framed) => {
          call.send(framed);
          if (due) call.send(checkpoint(due));
          return sendStretches(stretches.slice(index + 1));
        });
      }
      if (frames) call.send(frames);
      if (due) call.send(checkpoint(due));
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
    past: (events) => send(events, false),
    live: (events) => send(events, true),
    caughtUp: () => {
      counter?.goLive();
      call.send(caughtUp());
    },
  };
}

/**
 * The position after which events are new. A checkpoint without a match stands before its event (its prepare position is
 * 0), which has to be considered again.
 */
function startAfter(from: 'start' | Position): bigint {
  if (from === 'start') return 0n;
  return from.prepare < from.commit ? from.commit - 1n : from.commit;
}
