import type { RecordedEvent } from '../rules/recorded-event.ts';
import { PAGE_EVENTS_MAX } from './event-table.ts';

/** The average size of a page, in bytes of data and metadata. */
const PAGE_BYTES_TARGET = 4 * 1024 * 1024;

/** The most events of the next page, estimated by the sizes of those in the last. */
function nextLimit(page: readonly RecordedEvent[]): number {
  let bytes = 1;
  for (const { data, metadata } of page) bytes += data.length + metadata.length;
  return Math.max(1, Math.min(PAGE_EVENTS_MAX, Math.floor((PAGE_BYTES_TARGET * page.length) / bytes)));
}

/** A read in pages, by revisions or positions. */
export type PagedRead = {
  /** The start of the first page. */
  readonly from: bigint;
  readonly fetch: (from: bigint, limit: number) => Promise<RecordedEvent[]>;
  /** Gives the start of the page after an event. */
  readonly after: (event: RecordedEvent) => bigint;
  readonly count?: bigint;
};

/** Reads pages up to the end or the count; the next is fetched while the caller uses one. */
export async function* pagesOf({ from, fetch, after, count }: PagedRead): AsyncGenerator<RecordedEvent[]> {
  let left = count ?? BigInt(Number.MAX_SAFE_INTEGER);
  let limit = left < PAGE_EVENTS_MAX ? Number(left) : PAGE_EVENTS_MAX;
  let next = fetch(from, limit);
  while (limit > 0) {
    const page = await next;
    const last = page.at(-1);
    left -= BigInt(page.length);
    const isFull = page.length === limit;
    const size = nextLimit(page);
    limit = isFull && last ? (left < size ? Number(left) : size) : 0;
    if (limit > 0 && last) {
      next = fetch(after(last), limit);
      next.catch(() => {}); // rejects in `await next`, if the caller asks for another page
    }
    yield page;
  }
}
