import { describedBy, metastreamOf } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { isSoftDeletion, NO_METADATA, parseStreamMetadata, type StreamMetadata } from '../rules/stream-metadata.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { StreamView } from '../storage/stream-views.ts';

/** How a stream stands: what can be seen of it, and in words whatever somebody would wonder at. */
export type Standing = {
  readonly sight: StreamView;
  /** The newest event of its metadata stream, if it has any. */
  readonly metadata: RecordedEvent | undefined;
  readonly words: readonly string[];
  readonly status: 200 | 404 | 410;
};

/** Looks up how a stream stands. */
export async function standingOf({ streamViews, table }: EventStore, stream: string): Promise<Standing> {
  const [sight, [metadata]] = await Promise.all([streamViews.of(stream), table.newestOf([metastreamOf(stream)])]);
  const says = metadata ? parseStreamMetadata(metadata.data, metadata.json) : NO_METADATA;
  const status = { there: 200, missing: 404, deleted: 410 } as const;
  return { sight, metadata, words: wordsFor(stream, sight, metadata !== undefined, says), status: status[sight.found] };
}

function wordsFor(stream: string, sight: StreamView, hasMetadata: boolean, says: StreamMetadata): string[] {
  const { found, first, last } = sight;
  if (found === 'deleted')
    return ['This stream is deleted for good (tombstoned): it gives and takes no events any more.'];
  if (found === 'missing' && last < 0n) {
    return [hasMetadata ? 'This stream has metadata, but no event was written to it.' : 'There is no such stream.'];
  }
  if (found === 'missing' || isSoftDeletion(says)) {
    return [`This stream is deleted (softly): it reads as missing, and the next event makes it go on at ${last + 1n}.`];
  }
  if (describedBy(stream) !== undefined) return ['Of a metadata stream only the newest event can be read.'];
  const { truncateBefore = 0n, maxCount, maxAge } = says;
  return [
    first > last ? `All its events are truncated; the next one will be ${last + 1n}.` : '',
    truncateBefore > 0n ? `It is truncated before ${truncateBefore} ($tb).` : '',
    maxCount === undefined ? '' : `It shows its newest ${maxCount} ($maxCount).`,
    maxAge === undefined ? '' : `It shows what is younger than ${maxAge} s ($maxAge).`,
  ].filter((words) => words !== '');
}
