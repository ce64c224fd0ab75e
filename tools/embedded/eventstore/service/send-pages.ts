import type { Call } from '../grpc/call.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { unresolved } from '../storage/links.ts';
import { eventFrames } from './read-messages.ts';

/** The form in which a client wants events. */
export type ReadFormat = {
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
};

/** The framed messages of events, read or live; a promise if links have to be resolved. */
export function framesOf(
  { links }: EventStore,
  { resolveLinks, structuredIds }: ReadFormat,
  events: readonly RecordedEvent[],
  isLive = false,
): Buffer | Promise<Buffer> {
  if (!resolveLinks) return eventFrames(events.map(unresolved), structuredIds);
  return links.resolve(events, isLive).then((shown) => eventFrames(shown, structuredIds));
}

/** Sends pages as fast as the client reads them, and prepares the next meanwhile; stops when the client disconnects. */
export async function sendPages(
  store: EventStore,
  call: Call,
  format: ReadFormat,
  pages: AsyncIterable<RecordedEvent[]>,
): Promise<void> {
  for await (const events of pages) {
    const frames = events.length > 0 ? await framesOf(store, format, events) : undefined;
    await call.ready();
    if (call.isOver) return;
    if (frames) call.send(frames);
  }
}
