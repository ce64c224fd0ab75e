import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../grpc/call.ts';
import { describedBy, MAX_REVISION, metastreamOf } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { type PagedRead, pagesOf } from '../storage/pages.ts';
import { isTombstone } from '../storage/stream-state.ts';
import type { StreamView } from '../storage/stream-views.ts';
import { handlerFailed, streamDeleted } from './failures.ts';
import { caughtUp, confirmation } from './read-messages.ts';
import type { StreamRead } from './read-request.ts';
import { framesOf } from './send-pages.ts';
import { Subscription, type SubscriptionSource } from './subscription.ts';

/** EventStoreDB looks for what is waited for so often: what comes right after metadata still comes before it has caught up. */
const LOOK_AGAIN_MS = 50;

/**
 * `Streams.Read` as a subscription to a stream: what can be seen of it after a revision, then everything that comes. A
 * stream that is missing or softly deleted is waited for, and only then the subscription has caught up.
 */
export async function subscribeToStream(store: EventStore, call: Call, read: StreamRead, id: string): Promise<void> {
  const { stream, from } = read;
  if (from === MAX_REVISION) throw handlerFailed();
  const view = from === 'end' ? undefined : await store.streamViews.of(stream);
  if (view?.found === 'deleted') throw streamDeleted(stream);
  call.send(confirmation(id));
  await new Subscription(store, call, sourceOf(store, call, read, view)).run();
}

function sourceOf(store: EventStore, call: Call, read: StreamRead, view: StreamView | undefined): SubscriptionSource {
  const { stream } = read;
  const start = typeof read.from === 'bigint' ? read.from : -1n;
  let isWaiting = view?.found === 'missing';
  let sent = start;

  const send = (events: readonly RecordedEvent[], isLive = false): Promise<void> | undefined => {
    const isGone = events.some(isTombstone);
    const fresh = events.filter(({ revision }) => revision > sent);
    sent = fresh.at(-1)?.revision ?? sent;
    const finish = (frames: Buffer) => {
      call.send(frames, fresh.length);
      if (isGone) call.fail(streamDeleted(stream));
    };
    const frames = framesOf(store, read, fresh, isLive);
    if (frames instanceof Promise) return frames.then(finish);
    finish(frames);
    return undefined;
  };

  /** Something has changed. If the stream can be seen now, it is read as if it had always been there. */
  const appear = async (): Promise<void> => {
    const now = await store.streamViews.of(stream);
    if (now.found === 'deleted') call.fail(streamDeleted(stream));
    if (now.found !== 'there') return;
    for await (const events of pagesOf(historyOf(store, stream, start, now))) {
      await call.ready();
      if (call.isOver) return;
      await send(events);
    }
    isWaiting = false;
    if (now.last > sent) sent = now.last;
    call.send(caughtUp());
  };
  const take = (events: readonly RecordedEvent[], isLive: boolean) => {
    const own = events.filter((event) => event.stream === stream);
    if (own.length > 0) return isWaiting ? appear() : send(own, isLive);
    return isWaiting && events.length > 0 ? sleep(LOOK_AGAIN_MS, undefined, { ref: false }).then(appear) : undefined;
  };

  return {
    streams: isWaiting ? appearingBy(stream) : [stream],
    history: view && historyOf(store, stream, start, view),
    past: (events) => take(events, false),
    live: (events) => take(events, true),
    caughtUp: () => {
      if (view?.found !== 'missing') call.send(caughtUp());
      return isWaiting ? appear() : undefined; // it may have appeared before anybody listened
    },
  };
}

/** What has to change for a stream that is waited for to be there, or gone for good. */
function appearingBy(stream: string): string[] {
  const described = describedBy(stream);
  return [stream, metastreamOf(stream), ...(described === undefined ? [] : [described])];
}

/** What can be seen after the start; of a stream to be waited for, what may have come since it was looked at. */
function historyOf({ table }: EventStore, stream: string, start: bigint, view: StreamView): PagedRead {
  const { since } = view;
  const first = view.found === 'there' ? view.first : view.last + 1n;
  return {
    from: start + 1n > first ? start + 1n : first,
    fetch: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    after: ({ revision }) => revision + 1n,
  };
}
