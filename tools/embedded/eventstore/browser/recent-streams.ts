import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { pagesOf } from '../storage/pages.ts';

/** Limits of the newest events that are examined; the table may hold many millions. */
const EXAMINED_EVENTS_MAX = 1_000;
const EXAMINED_BYTES_MAX = 16 * 1024 * 1024;
/** The most changed streams, and the most created ones, that are listed. */
const STREAMS_MAX = 50;

/** Streams by their latest event, newest first: the latest event of each, and the first event of each new one. */
export type RecentStreams = {
  readonly changed: readonly RecordedEvent[];
  readonly created: readonly RecordedEvent[];
  /** The number of events that were examined. */
  readonly examined: number;
};

/** Examines only the newest events, in the order of the table's index, so that the cost doesn't grow with the log. */
export async function recentStreams({ table, head }: EventStore): Promise<RecentStreams> {
  const changed = new Map<string, RecordedEvent>();
  const created: RecordedEvent[] = [];
  let examined = 0;
  let bytes = 0;
  const pages = pagesOf({
    from: head(),
    count: BigInt(EXAMINED_EVENTS_MAX),
    fetch: (from, limit) => table.allBackwards(from, limit),
    after: ({ position }) => position - 1n,
  });
  for await (const page of pages) {
    for (const event of page) {
      examined++;
      bytes += event.data.length + event.metadata.length;
      if (!changed.has(event.stream)) changed.set(event.stream, event);
      if (event.revision === 0n) created.push(event);
    }
    if (bytes > EXAMINED_BYTES_MAX) break;
  }
  return { changed: [...changed.values()].slice(0, STREAMS_MAX), created: created.slice(0, STREAMS_MAX), examined };
}
