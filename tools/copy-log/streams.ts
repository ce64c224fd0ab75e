import { IDENTITY_STREAM } from '#event-log/event-log.ts';

const META = '$$';

/** The metadata stream (`$$…`) of a stream. */
export const metastreamName = (stream: string): string => META + stream;

/** The stream that a metadata stream belongs to; null for other streams. */
export const metadataTarget = (stream: string): string | null =>
  stream.startsWith(META) ? stream.slice(META.length) : null;

/**
 * Whether a stream is copied: all but system streams (`$…`), which belong to one store, and the stream of the log's id.
 * A copy has other positions, so read models must see it as another log.
 */
export function isCopied(stream: string): boolean {
  const target = metadataTarget(stream) ?? stream;
  return !target.startsWith('$') && target !== IDENTITY_STREAM;
}

const TOMBSTONE_REVISION = 2n ** 63n - 1n;

/** Whether an event is a tombstone. The type alone is not enough: a client can append an event of the same type. */
export const isTombstoneStream = ({ type, revision }: { type: string; revision: bigint }): boolean =>
  revision === TOMBSTONE_REVISION && type === '$streamDeleted';
