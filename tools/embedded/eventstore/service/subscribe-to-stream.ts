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

/** EventStoreDB polls a missing stream at this interval: events right after metadata are sent before caught-up. */
const POLL_INTERVAL_MS = 50;

/**
 * `Streams.Read` as a subscription to a stream: its readable events after a revision, then every new event. If the
 * stream is missing or softly deleted, the subscription waits for it, and caught-up is sent only then.
 */
export async function subscribeToStream(store: EventStore, call: Call, read: StreamRead, id: string): Promise<void> {
  const { stream, from } = read;
  if (from === MAX_REVISION) throw handlerFailed();
  const view = from === 'end' ? undefined : await store.streamViews.find(stream);
  if (view?.status === 'deleted') throw streamDeleted(stream);
  call.send(confirmation(id));
  await new Subscription(store, call, sourceOf(store, call, read, view)).run();
}

function sourceOf(store: EventStore, call: Call, read: StreamRead, view: StreamView | undefined): SubscriptionSource {
  const { stream } = read;
  const start = typeof read.from === 'bigint' ? read.from : -1n;
  let isWaiting = view?.status === 'missing';
  let sent = start;

  const send = (events: readonly RecordedEvent[], isLive = false): Promise<void> | undefined => {
    const isTombstoned = events.some(isTombstone);
    const fresh = events.filter(({ revision }) => revision > sent);
    sent = fresh.at(-1)?.revision ?? sent;
    const finish = (frames: Buffer) => {
      call.send(frames, fresh.length);
      if (isTombstoned) call.fail(streamDeleted(stream));
    };
    const frames = framesOf(store, read, fresh, isLive);
    if (frames instanceof Promise) return frames.then(finish);
    finish(frames);
    return undefined;
  };

  /** Called after a change. If the stream is readable now, its events are read as if it had never been missing. */
  const sendIfReadable = async (): Promise<void> => {
    const now = await store.streamViews.find(stream);
    if (now.status === 'deleted') call.fail(streamDeleted(stream));
    if (now.status !== 'there') return;
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
    const ofStream = events.filter((event) => event.stream === stream);
    if (ofStream.length > 0) return isWaiting ? sendIfReadable() : send(ofStream, isLive);
    return isWaiting && events.length > 0
      ? sleep(POLL_INTERVAL_MS, undefined, { ref: false }).then(sendIfReadable)
      : undefined;
  };

  return {
    streams: isWaiting ? streamsToWatch(stream) : [stream],
    history: view && historyOf(store, stream, start, view),
    sendPast: (events) => take(events, false),
    sendLive: (events) => take(events, true),
    sendCaughtUp: () => {
      if (view?.status !== 'missing') call.send(caughtUp());
      return isWaiting ? sendIfReadable() : undefined; // it may have become readable before the subscription listened
    },
  };
}

/** The streams whose events can make a missing stream readable or tombstoned. */
function streamsToWatch(stream: string): string[] {
  const described = describedBy(stream);
  return [stream, metastreamOf(stream), ...(described === undefined ? [] : [described])];
}

/** The readable events after the start; for a missing stream, the events written since it was looked up. */
function historyOf({ table }: EventStore, stream: string, start: bigint, view: StreamView): PagedRead {
  const { since } = view;
  const first = view.status === 'there' ? view.first : view.last + 1n;
  return {
    from: start + 1n > first ? start + 1n : first,
    fetch: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    after: ({ revision }) => revision + 1n,
  };
}
