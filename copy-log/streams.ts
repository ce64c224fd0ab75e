import { IDENTITY_STREAM } from '../event-log/event-log.ts';

const META = '$$';

/** The stream that holds a stream's metadata. */
export const metastreamOf = (stream: string): string => META + stream;

/** The stream whose metadata this one holds; null for a stream that holds none. */
export const describedBy = (stream: string): string | null =>
  stream.startsWith(META) ? stream.slice(META.length) : null;

/**
 * Whether a stream goes over: users' streams and their metadata do. The event store's own (`$…`) belong to that one
 * store. So does the stream which says what log this is: a copy counts its positions anew, and is another log to
 * whoever remembers a position.
 */
export function isCopied(stream: string): boolean {
  const described = describedBy(stream) ?? stream;
  return !described.startsWith('$') && described !== IDENTITY_STREAM;
}

/** The revision of a tombstone. */
const TOMBSTONE = 2n ** 63n - 1n;

/** Whether an event ends its stream for good. A user's own event may be of the same type. */
export const isTombstone = ({ type, revision }: { type: string; revision: bigint }): boolean =>
  revision === TOMBSTONE && type === '$streamDeleted';
