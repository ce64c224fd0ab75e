/** What an append, delete or tombstone expects of its stream: EventStoreDB's four ways of saying it. */
export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | bigint;

/** What a check needs to know of a stream. */
export type StreamSummary = {
  /** Revision of the newest event ever written, -1 if there is none; truncation and deletion don't change it. */
  readonly last: bigint;
  /** Whether the stream can never be written again. */
  readonly tombstoned: boolean;
  /** Whether the newest metadata hides everything written so far. */
  readonly softlyDeleted: boolean;
  /** Whether the stream has metadata, even if it has no event. */
  readonly hasMetadata: boolean;
};

export type RevisionCheck =
  | { readonly kind: 'passes' }
  /** The revision has been passed: whether this is a repeat is told by the ids of the events after `revision`. */
  | { readonly kind: 'older'; readonly revision: bigint }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'deleted' };

export const NO_EVENT = -1n;

/** How revision -1 looks as an unsigned number, another way to say `no_stream`. */
const NO_EVENT_UNSIGNED = 2n ** 64n - 1n;

/** The exact revision that is expected, if any: `no_stream` is the one before the first. */
export function exactRevision(expected: ExpectedRevision): bigint | undefined {
  if (expected === 'no_stream' || expected === NO_EVENT_UNSIGNED) return NO_EVENT;
  return typeof expected === 'bigint' ? expected : undefined;
}

/** The one check that serves append, delete, tombstone and the setting of metadata. */
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
 * Settles a write at a revision that has been passed. Ids alone are compared, with those of the events that follow
 * the revision, in order; a part of what was appended then is a repeat, too. What is no repeat is wrong, unless it
 * wants no stream and the stream is softly deleted: then it begins a new life.
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
  const begins = revision === NO_EVENT && stream.softlyDeleted && ids.length > 0 && ids[0] !== recorded[0];
  return { kind: begins ? 'passes' : 'wrong' };
}

/**
 * Settles an append that names no exact revision, by where each of its ids was first written in this stream
 * (undefined: not here, or forgotten). The first id decides: unknown, and everything is appended.
 */
export function repeatByKnownIds(known: readonly (bigint | undefined)[]): RepeatCheck {
  if (known[0] === undefined) return { kind: 'passes' };
  const last = known.at(-1);
  return last !== undefined && known.every((revision) => revision !== undefined)
    ? { kind: 'repeat', revision: last }
    : { kind: 'wrong' };
}
