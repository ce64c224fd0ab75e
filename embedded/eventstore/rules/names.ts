const META = '$$';

/** The stream that holds a stream's metadata. */
export const metastreamOf = (stream: string): string => META + stream;

/** The stream whose metadata this stream holds; undefined for a stream that holds none. */
export const describedBy = (stream: string): string | undefined =>
  stream.startsWith(META) ? stream.slice(META.length) : undefined;

/** The stream that this one describes, the one that that describes, and so on. */
export function allDescribedBy(stream: string): string[] {
  const described = describedBy(stream);
  return described === undefined ? [] : [described, ...allDescribedBy(described)];
}

/** The stream at the bottom of a metadata stream, of its metadata stream, and so on: what is decided in one order. */
export function rootOf(stream: string): string {
  let root = stream;
  while (root.startsWith(META)) root = root.slice(META.length);
  return root;
}

/** The types of events that the server itself writes, and of links. */
export const METADATA_TYPE = '$metadata';
export const DELETED_TYPE = '$streamDeleted';
export const LINK_TYPE = '$>';
/** The revision of a tombstone, and the truncation that is a soft deletion: the largest Int64. */
export const MAX_REVISION = 2n ** 63n - 1n;

/** Where the server tells when it began to lead. */
export const EPOCH_STREAM = '$epoch-information';

/** Whether a stream's events are left out of `$all`, as EventStoreDB leaves out some of its own. */
export const isHiddenFromAll = (stream: string): boolean =>
  stream === EPOCH_STREAM || /^\$persistentsubscription-\$all::.*-(checkpoint|parked)$/s.test(stream);
