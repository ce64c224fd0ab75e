import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { pagesOf } from '../storage/pages.ts';

/** How far back is looked, in events and in bytes; the table may hold many millions. */
const NEWEST_EVENTS = 1_000;
const NEWEST_BYTES = 16 * 1024 * 1024;
/** How many streams of either kind are named. */
const STREAMS = 50;

/** Streams by what happened last, newest first: the event that changed each, and the first of each new one. */
export type RecentStreams = {
  readonly changed: readonly RecordedEvent[];
  readonly created: readonly RecordedEvent[];
  /** How many of the newest events were looked at. */
  readonly looked: number;
};

/** Looks at the newest events alone, by the table's own order, so that it costs the same however many there are. */
export async function recentStreams({ table, head }: EventStore): Promise<RecentStreams> {
  const changed = new Map<string, RecordedEvent>();
  const created: RecordedEvent[] = [];
  let looked = 0;
  let bytes = 0;
  const pages = pagesOf({
    from: head(),
    count: BigInt(NEWEST_EVENTS),
    fetch: (from, limit) => table.allBackwards(from, limit),
    after: ({ position }) => position - 1n,
  });
  for await (const page of pages) {
    for (const event of page) {
      looked++;
      bytes += event.data.length + event.metadata.length;
      if (!changed.has(event.stream)) changed.set(event.stream, event);
      if (event.revision === 0n) created.push(event);
    }
    if (bytes > NEWEST_BYTES) break;
  }
  return { changed: [...changed.values()].slice(0, STREAMS), created: created.slice(0, STREAMS), looked };
}
