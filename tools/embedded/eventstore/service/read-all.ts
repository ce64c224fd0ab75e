import type { Call } from '../grpc/call.ts';
import type { Position } from '../rules/checkpoints.ts';
import { everything, type Filter } from '../rules/filter.ts';
import { MAX_REVISION } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { POSITION_STEP } from '../storage/commit-queue.ts';
import type { EventStore } from '../storage/event-store.ts';
import { type PagedRead, pagesOf } from '../storage/pages.ts';
import { unexpectedResult } from './failures.ts';
import type { AllRead } from './read-request.ts';
import { sendPages } from './send-pages.ts';

/** `Streams.Read` of `$all`: inclusive forwards, exclusive backwards, with truncated and deleted events. */
export async function readAll(store: EventStore, call: Call, read: AllRead, count: bigint): Promise<void> {
  const { from, backwards } = read;
  const isEmpty = count === 0n || from === (backwards ? 'start' : 'end');
  if (!isEmpty) {
    const start = checkedStart(from, backwards, store.head());
    const pages = pagesOf({ ...pagingOf(store, backwards), from: start, ...(read.filter ? {} : { count }) });
    await sendPages(store, call, read, matching(pages, read.filter?.matches ?? everything, count));
  }
  call.end();
}

function pagingOf({ table }: EventStore, backwards: boolean): Pick<PagedRead, 'fetch' | 'after'> {
  return backwards
    ? { fetch: (position, limit) => table.allBackwards(position, limit), after: ({ position }) => position - 1n }
    : { fetch: (position, limit) => table.allForwards(position, limit), after: ({ position }) => position + 1n };
}

/**
 * The first position to read. The position of a scavenged event is valid. Throws an `RpcFailure` for a position that
 * was never an event's, except one beyond the end when reading forwards.
 */
function checkedStart(from: 'start' | 'end' | Position, backwards: boolean, head: bigint): bigint {
  if (from === 'start') return 0n;
  if (from === 'end') return MAX_REVISION;
  const { commit } = from;
  if (commit <= head ? commit % POSITION_STEP !== 0n : backwards) throw unexpectedResult('ReadAllResult');
  return backwards ? commit - 1n : commit;
}

/** The matching events of the pages, at most `count` in total. */
async function* matching(pages: AsyncIterable<RecordedEvent[]>, matches: Filter, count: bigint) {
  let left = count;
  for await (const page of pages) {
    const matched = page.filter(matches);
    const taken = BigInt(matched.length) > left ? matched.slice(0, Number(left)) : matched;
    left -= BigInt(taken.length);
    yield taken;
    if (left === 0n) return;
  }
}
