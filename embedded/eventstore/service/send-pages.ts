import type { Call } from '../grpc/call.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { plainly } from '../storage/links.ts';
import { shownFrames } from './read-messages.ts';

export type Showing = {
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
};

/** These events as they go over the wire, read or live; a promise if links have to be looked up. */
export function framesOf(
  { links }: EventStore,
  { resolveLinks, structuredIds }: Showing,
  events: readonly RecordedEvent[],
  isLive = false,
): Buffer | Promise<Buffer> {
  if (!resolveLinks) return shownFrames(events.map(plainly), structuredIds);
  return links.resolve(events, isLive).then((shown) => shownFrames(shown, structuredIds));
}

/** Sends pages as fast as the client takes them, one made ready while it takes the other; stops when it has gone. */
export async function sendPages(
  store: EventStore,
  call: Call,
  showing: Showing,
  pages: AsyncIterable<RecordedEvent[]>,
): Promise<void> {
  for await (const events of pages) {
    const frames = events.length > 0 ? await framesOf(store, showing, events) : undefined;
    await call.ready();
    if (call.isOver) return;
    if (frames) call.send(frames);
  }
}
