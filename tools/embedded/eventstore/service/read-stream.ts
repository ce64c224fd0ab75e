import type { Call } from '../grpc/call.ts';
import { MAX_REVISION } from '../rules/names.ts';
import type { EventStore } from '../storage/event-store.ts';
import { type PagedRead, pagesOf } from '../storage/pages.ts';
import type { StreamView } from '../storage/stream-views.ts';
import { streamDeleted, unexpectedResult } from './failures.ts';
import { firstStreamPosition, lastStreamPosition, streamNotFound } from './read-messages.ts';
import type { StreamRead } from './read-request.ts';
import { sendPages } from './send-pages.ts';

/** Reads with at least this compatibility get the first and last revision. */
const REPORTS_POSITIONS_SINCE = 1;
/** EventStoreDB reads a stream in pages of this many revisions, hidden ones included. */
const REVISIONS_PER_PAGE = 32n;

/**
 * `Streams.Read` of a stream: its readable events, inclusive both ways, without events written after the read has
 * started.
 */
export async function readStream(store: EventStore, call: Call, read: StreamRead, count: bigint): Promise<void> {
  const { stream, backwards, from } = read;
  if (count === 0n || (!backwards && from === 'end')) throw unexpectedResult('ReadStreamResult');
  const view = await store.streamViews.find(stream);
  if (view.status === 'deleted') throw streamDeleted(stream);
  if (view.status === 'missing') {
    call.end(streamNotFound(stream));
    return;
  }
  const reportsPositions = read.compatibility >= REPORTS_POSITIONS_SINCE;
  if (reportsPositions && reportsFirstPosition(read, view, count)) call.send(firstStreamPosition(view.first));
  await sendPages(store, call, read, pagesOf(pagedReadOf(store, read, view, count)));
  call.end(reportsPositions ? lastStreamPosition(view.last) : undefined);
}

/** The revision at which a read starts. */
const startOf = ({ from }: StreamRead): bigint => (from === 'start' ? 0n : from === 'end' ? MAX_REVISION : from);

function pagedReadOf({ table }: EventStore, read: StreamRead, view: StreamView, count: bigint): PagedRead {
  const { stream } = read;
  const { first, since, last } = view;
  const start = startOf(read);
  if (read.backwards) {
    return {
      from: start < last ? start : last,
      count,
      fetch: (from, limit) => table.streamBackwards({ stream, from, first, since, limit }),
      after: ({ revision }) => revision - 1n,
    };
  }
  const begin = start > first ? start : first;
  const left = last - begin + 1n;
  return {
    from: begin,
    count: left < 0n ? 0n : left < count ? left : count,
    fetch: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    after: ({ revision }) => revision + 1n,
  };
}

/** EventStoreDB sends the first revision only if its first page holds no readable event. */
function reportsFirstPosition(read: StreamRead, { first, last }: StreamView, count: bigint): boolean {
  const page = count < REVISIONS_PER_PAGE ? count : REVISIONS_PER_PAGE;
  return !read.backwards && first <= last && startOf(read) + page <= first;
}
