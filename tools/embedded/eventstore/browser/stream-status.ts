import { describedBy, metastreamOf } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { isSoftDeletion, NO_METADATA, parseStreamMetadata, type StreamMetadata } from '../rules/stream-metadata.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { StreamView } from '../storage/stream-views.ts';

/** The view of a stream, and notices about it, such as that it is deleted or truncated. */
export type StreamStatus = {
  readonly view: StreamView;
  /** The newest event of its metadata stream, if it has any. */
  readonly metadata: RecordedEvent | undefined;
  readonly notices: readonly string[];
  readonly httpStatus: 200 | 404 | 410;
};

/** Looks up the status of a stream. */
export async function streamStatusOf({ streamViews, table }: EventStore, stream: string): Promise<StreamStatus> {
  const [view, [metadata]] = await Promise.all([streamViews.find(stream), table.newestOf([metastreamOf(stream)])]);
  const content = metadata ? parseStreamMetadata(metadata.data, metadata.json) : NO_METADATA;
  const httpStatus = { there: 200, missing: 404, deleted: 410 } as const;
  return {
    view,
    metadata,
    notices: noticesFor(stream, view, metadata !== undefined, content),
    httpStatus: httpStatus[view.status],
  };
}

function noticesFor(stream: string, view: StreamView, hasMetadata: boolean, content: StreamMetadata): string[] {
  const { status, first, last } = view;
  if (status === 'deleted')
    return ['This stream is deleted for good (tombstoned): it gives and takes no events any more.'];
  if (status === 'missing' && last < 0n) {
    return [hasMetadata ? 'This stream has metadata, but no event was written to it.' : 'There is no such stream.'];
  }
  if (status === 'missing' || isSoftDeletion(content)) {
    return [`This stream is deleted (softly): it reads as missing, and the next event makes it go on at ${last + 1n}.`];
  }
  if (describedBy(stream) !== undefined) return ['Of a metadata stream only the newest event can be read.'];
  const { truncateBefore = 0n, maxCount, maxAge } = content;
  return [
    first > last ? `All its events are truncated; the next one will be ${last + 1n}.` : '',
    truncateBefore > 0n ? `It is truncated before ${truncateBefore} ($tb).` : '',
    maxCount === undefined ? '' : `It shows its newest ${maxCount} ($maxCount).`,
    maxAge === undefined ? '' : `It shows what is younger than ${maxAge} s ($maxAge).`,
  ].filter((notice) => notice !== '');
}
