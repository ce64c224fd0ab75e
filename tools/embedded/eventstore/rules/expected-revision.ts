/** The state of the stream that an append, delete or tombstone expects: one of EventStoreDB's four kinds. */
export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | bigint;

/** The state of a stream that an expectation is checked against. */
export type StreamSummary = {
  /** Revision of the newest event ever written, -1 without one; truncation and deletion don't change it. */
  readonly last: bigint;
  /** Whether the stream can no longer be written. */
  readonly tombstoned: boolean;
  /** Whether the newest metadata hides everything written so far. */
  readonly softlyDeleted: boolean;
  /** Whether the stream has metadata, even if it has no event. */
  readonly hasMetadata: boolean;
};

export type RevisionCheck =
  | { readonly kind: 'passes' }
  /** The stream has newer events: the ids of the events after `revision` decide whether this is a repeat. */
  | { readonly kind: 'older'; readonly revision: bigint }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'deleted' };

export const NO_EVENT = -1n;

/** Revision -1 as an unsigned 64-bit number, which also means `no_stream`. */
const NO_EVENT_UNSIGNED = 2n ** 64n - 1n;

/** The exact revision that is expected, if any: -1 for `no_stream`. */
export function exactRevision(expected: ExpectedRevision): bigint | undefined {
  if (expected === 'no_stream' || expected === NO_EVENT_UNSIGNED) return NO_EVENT;
  return typeof expected === 'bigint' ? expected : undefined;
}

/** Checks the expected revision of an append, a delete, a tombstone or new metadata. */
export function checkExpectedRevision(expected: ExpectedRevision, stream: StreamSummary): RevisionCheck {
  if (stream.tombstoned) return { kind: 'deleted' };
  if (expected === 'stream_exists') {
    if (stream.softlyDeleted) return { kind: 'deleted' };
    return { kind: stream.last === NO_EVENT && !stream.hasMetadata ? 'wrong' : 'passes' };
  }
  const revision = exactRevision(expected);
  if (revision === undefined || revision === stream.last) return { kind: 'passes' };
  return revision > stream.last ? { kind: 'wrong' } : { kind: 'older', revision };
}

export type RepeatCheck =
  | { readonly kind: 'repeat'; readonly revision: bigint }
  | { readonly kind: 'passes' }
  | { readonly kind: 'wrong' };

/**
 * Decides on an append at an older revision. Only ids are compared, in order, with the ids of the events recorded after
 * that revision; a prefix of them is a repeat, too. Anything else is wrong, except an append with `no_stream` to a
 * softly deleted stream, which revives it.
 */
export function repeatAtOlderRevision(
  revision: bigint,
  ids: readonly string[],
  recorded: readonly string[],
  stream: StreamSummary,
): RepeatCheck {
  if (ids.length > 0 && ids.every((id, index) => id === recorded[index])) {
    return { kind: 'repeat', revision: revision + BigInt(ids.length) };
  }
  const revives = revision === NO_EVENT && stream.softlyDeleted && ids.length > 0 && ids[0] !== recorded[0];
  return { kind: revives ? 'passes' : 'wrong' };
}

/**
 * Decides on an append without an exact revision, by the revision at which each of its ids was first written in this
 * stream (undefined: not in this stream, or too long ago). If the first id is unknown, everything is appended.
 */
export function repeatByKnownIds(known: readonly (bigint | undefined)[]): RepeatCheck {
  if (known[0] === undefined) return { kind: 'passes' };
  const last = known.at(-1);
  return last !== undefined && known.every((revision) => revision !== undefined)
    ? { kind: 'repeat', revision: last }
    : { kind: 'wrong' };
}
