import type { Call } from '../grpc/call.ts';
import { MAX_REVISION } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { Sight } from '../storage/sight.ts';
import { isTombstone } from '../storage/stream-state.ts';
import { handlerFailed, streamDeleted } from './failures.ts';
import { caughtUp, confirmation } from './read-messages.ts';
import type { StreamRead } from './read-request.ts';
import { framesOf } from './send-pages.ts';
import { type Course, Subscription } from './subscription.ts';

/**
 * `Streams.Read` as a subscription to a stream: what can be seen of it after a revision, then everything that comes. A
 * stream that is missing or softly deleted is waited for, and only then the subscription has caught up.
 */
export async function subscribeToStream(store: EventStore, call: Call, read: StreamRead, id: string): Promise<void> {
  const { stream, from } = read;
  if (from === MAX_REVISION) throw handlerFailed();
  const sight = from === 'end' ? undefined : await store.sights.of(stream);
  if (sight?.found === 'deleted') throw streamDeleted(stream);
  call.send(confirmation(id));
  await new Subscription(store, call, courseOf(store, call, read, sight)).run();
}

function courseOf(store: EventStore, call: Call, read: StreamRead, sight: Sight | undefined): Course {
  const { stream } = read;
  const start = typeof read.from === 'bigint' ? read.from : -1n;
  let isWaiting = sight?.found === 'missing';
  let sent = start;

  const send = (events: readonly RecordedEvent[], after: () => void): Promise<void> | undefined => {
    if (events.length === 0) return undefined;
    const isGone = events.some(isTombstone);
    if (isGone && isWaiting) {
      call.fail(streamDeleted(stream));
      return undefined;
    }
    const fresh = events.filter(({ revision }) => revision > sent);
    sent = fresh.at(-1)?.revision ?? sent;
    const finish = (frames: Buffer) => {
      call.send(frames);
      after();
      isWaiting = false;
      if (isGone) call.fail(streamDeleted(stream));
    };
    const frames = framesOf(store, read, fresh);
    if (frames instanceof Promise) return frames.then(finish);
    finish(frames);
    return undefined;
  };
  const caughtUpAtLast = () => {
    if (isWaiting) call.send(caughtUp());
  };

  return {
    stream,
    history: sight && historyOf(store, stream, start, sight),
    past: (events) => send(events, () => {}),
    live: (events) => send(events, caughtUpAtLast),
    caughtUp: () => {
      if (!isWaiting) call.send(caughtUp());
    },
  };
}

/** What can be seen after the start; of a stream to be waited for, what may have come since it was looked at. */
function historyOf({ table }: EventStore, stream: string, start: bigint, sight: Sight): Course['history'] {
  const { since } = sight;
  const first = sight.found === 'there' ? sight.first : sight.last + 1n;
  return {
    from: start + 1n > first ? start + 1n : first,
    fetch: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    after: ({ revision }) => revision + 1n,
  };
}
