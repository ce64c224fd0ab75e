import type { RecordedEvent } from '../rules/recorded-event.ts';
import { PAGE } from './event-table.ts';

/** What a page may hold on average, in bytes of data and metadata. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** How many events the next page may hold, judged by the sizes of those in the last. */
function nextLimit(page: readonly RecordedEvent[]): number {
  let bytes = 1;
  for (const { data, metadata } of page) bytes += data.length + metadata.length;
  return Math.max(1, Math.min(PAGE, Math.floor((PAGE_BYTES * page.length) / bytes)));
}

export type PagedRead = {
  /** Where the first page begins. */
  readonly from: bigint;
  readonly fetch: (from: bigint, limit: number) => Promise<RecordedEvent[]>;
  /** Where the page after this event begins. */
  readonly after: (event: RecordedEvent) => bigint;
  readonly count?: bigint;
};

/** Reads page after page up to the end or the count; the next is fetched while one is being used. */
export async function* pagesOf({ from, fetch, after, count }: PagedRead): AsyncGenerator<RecordedEvent[]> {
  let left = count ?? BigInt(Number.MAX_SAFE_INTEGER);
  let limit = left < PAGE ? Number(left) : PAGE;
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
      next.catch(() => {}); // told to whoever waits for the page, if anybody still does
    }
    yield page;
  }
}
