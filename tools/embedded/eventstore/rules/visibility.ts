import { isSoftDeletion, type StreamMetadata } from './stream-metadata.ts';

/** 100 ns since 1970, as EventStoreDB counts the time of an event. */
export const TICKS_PER_SECOND = 10_000_000n;

/**
 * The readable part of a stream: revisions from `first` on, except events created before `since` (100 ns since 1970).
 */
export type Visible = {
  readonly first: bigint;
  readonly since: bigint;
};

/**
 * The part of a stream that its metadata leave readable at `now` (100 ns since 1970). A metadata stream shows only its
 * newest event, whatever its own metadata.
 */
export function visiblePart(last: bigint, isMetastream: boolean, metadata: StreamMetadata, now: bigint): Visible {
  if (isMetastream) return { first: last < 0n ? 0n : last, since: 0n };
  const { truncateBefore = 0n, maxCount, maxAge } = metadata;
  const counted = maxCount === undefined ? 0n : last + 1n - maxCount;
  const since = maxAge === undefined ? 0n : now - maxAge * TICKS_PER_SECOND;
  return { first: counted > truncateBefore ? counted : truncateBefore, since: since < 0n ? 0n : since };
}

/**
 * The status of a stream for readers. A metadata stream is never softly deleted, since it always shows its newest
 * event.
 */
export function readability(
  stream: { last: bigint; tombstoned: boolean },
  isMetastream: boolean,
  metadata: StreamMetadata,
): 'deleted' | 'missing' | 'there' {
  if (stream.tombstoned) return 'deleted';
  if (stream.last < 0n || (!isMetastream && isSoftDeletion(metadata))) return 'missing';
  return 'there';
}
