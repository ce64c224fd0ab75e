const META = '$$';

/** The metadata stream of a stream. */
export const metastreamOf = (stream: string): string => META + stream;

/** The stream that a metadata stream describes; undefined for any other stream. */
export const describedBy = (stream: string): string | undefined =>
  stream.startsWith(META) ? stream.slice(META.length) : undefined;

/** The stream that a metadata stream describes, the stream that this describes, and so on. */
export function allDescribedBy(stream: string): string[] {
  const described = describedBy(stream);
  return described === undefined ? [] : [described, ...allDescribedBy(described)];
}

/** A name without all its `$$` prefixes: writes to streams with the same root are decided in order. */
export function rootOf(stream: string): string {
  let root = stream;
  while (root.startsWith(META)) root = root.slice(META.length);
  return root;
}

/** Types of events that the server writes, and the type of links. */
export const METADATA_TYPE = '$metadata';
export const DELETED_TYPE = '$streamDeleted';
export const LINK_TYPE = '$>';
/** The revision of a tombstone, and the truncation that is a soft deletion: the largest Int64. */
export const MAX_REVISION = 2n ** 63n - 1n;

/** The stream in which the server records when it became the leader. */
export const EPOCH_STREAM = '$epoch-information';

/** Whether a stream's events are not in `$all`, as with some system streams of EventStoreDB. */
export const isHiddenFromAll = (stream: string): boolean =>
  stream === EPOCH_STREAM || /^\$persistentsubscription-\$all::.*-(checkpoint|parked)$/s.test(stream);
