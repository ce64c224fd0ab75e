import { randomUUID } from 'node:crypto';
import {
  checkExpectedRevision,
  type ExpectedRevision,
  exactRevision,
  NO_EVENT,
  type RepeatCheck,
  repeatAtOlderRevision,
  repeatByKnownIds,
  type StreamSummary,
} from './expected-revision.ts';
import { DELETED_TYPE, MAX_REVISION, METADATA_TYPE, metastreamOf } from './names.ts';
import type { ProposedEvent } from './recorded-event.ts';
import { revivedMetadata, SOFT_DELETION } from './stream-metadata.ts';

/** A requested write. */
export type Write = {
  readonly kind: 'append' | 'delete' | 'tombstone';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Empty for a delete and a tombstone, for which the server writes events of its own. */
  readonly events: readonly ProposedEvent[];
};

/**
 * The state of the streams that a write concerns. Properties about soft deletion may be computed on access: read them
 * only where needed.
 */
export type WriteContext = {
  readonly stream: StreamSummary;
  /** The newest revision of the metadata stream, and whether it can no longer be written. */
  readonly metadata: { readonly last: bigint; readonly tombstoned: boolean };
  /** The bytes of the metadata, if they are a soft deletion. */
  readonly softDeletion: Buffer | undefined;
  /**
   * For a metadata stream whose stream is softly deleted: that stream's newest revision, and the metadata that delete
   * it.
   */
  readonly describesDeleted: { readonly last: bigint; readonly softDeletion: Buffer } | undefined;
  /** The ids recorded after the expected revision, once they have been looked up. */
  readonly recorded: readonly string[] | undefined;
  /** The revision at which an id was first written in this stream, if the id is among the recent ones. */
  remembered(id: string): bigint | undefined;
};

/** An event with the stream and revision at which it is written. */
export type Placed = {
  readonly stream: string;
  readonly revision: bigint;
  readonly event: ProposedEvent;
};

export type Decision =
  /**
   * `answer` is the revision of the answer; `answerAt` the index of the event whose position it has, -1 for a position
   * before all of them, without an event.
   */
  | { readonly kind: 'write'; readonly events: readonly Placed[]; readonly answer: bigint; readonly answerAt: number }
  | { readonly kind: 'repeat'; readonly revision: bigint }
  | { readonly kind: 'wrong'; readonly actual: bigint }
  | { readonly kind: 'deleted'; readonly stream: string }
  /** The ids recorded from this revision on have to be looked up first. */
  | { readonly kind: 'look-up'; readonly from: bigint };

const EMPTY = Buffer.alloc(0);
const serverEvent = (type: string, data: Buffer, json: boolean): ProposedEvent => ({
  id: randomUUID(),
  type,
  json,
  data,
  metadata: EMPTY,
});

/** Decides on a write: which events to write where, or why none. */
export function decideWrite(write: Write, context: WriteContext): Decision {
  const { stream, recorded } = context;
  const check = checkExpectedRevision(write.expected, stream);
  if (check.kind === 'deleted') return { kind: 'deleted', stream: write.stream };
  if (check.kind === 'wrong') return { kind: 'wrong', actual: stream.last };
  if (write.kind !== 'append') return check.kind === 'passes' ? remove(write, context) : removeOlder(write, context);
  if (check.kind === 'older' && !recorded) return { kind: 'look-up', from: check.revision + 1n };
  const settled = repeats(write, context, check.kind === 'older' ? check.revision : undefined);
  if (settled.kind === 'repeat') return settled;
  return settled.kind === 'wrong' ? { kind: 'wrong', actual: stream.last } : append(write, context);
}

function repeats({ events, expected }: Write, context: WriteContext, older: bigint | undefined): RepeatCheck {
  if (older !== undefined) {
    const ids = events.map(({ id }) => id);
    return repeatAtOlderRevision(older, ids, context.recorded ?? [], context.stream);
  }
  if (exactRevision(expected) !== undefined || events.length === 0) return { kind: 'passes' };
  return repeatByKnownIds(events.map(({ id }) => context.remembered(id)));
}

function append({ stream, events }: Write, context: WriteContext): Decision {
  const { last } = context.stream;
  const { softDeletion } = context;
  const placed: Placed[] = [];
  let revision = last;
  for (const event of events) placed.push({ stream, revision: ++revision, event });
  const answer = revision;
  if (softDeletion) {
    const revived = revivedMetadata(softDeletion, last + 1n);
    if (revived) placed.push(metadata(stream, context.metadata.last + 1n, revived));
  }
  const described = context.describesDeleted;
  if (described) {
    const revived = revivedMetadata(events.at(-1)?.data ?? described.softDeletion, described.last + 1n);
    if (revived) placed.push({ stream, revision: answer + 1n, event: serverEvent(METADATA_TYPE, revived, true) });
  }
  return { kind: 'write', events: placed, answer, answerAt: events.length - 1 };
}

const metadata = (stream: string, revision: bigint, data: Buffer): Placed => ({
  stream: metastreamOf(stream),
  revision,
  event: serverEvent(METADATA_TYPE, data, true),
});

/** A softly deleted stream also matches `no_stream`; any other older revision is wrong. */
function removeOlder(write: Write, context: WriteContext): Decision {
  const { last, softlyDeleted } = context.stream;
  const matchesNoStream = softlyDeleted && exactRevision(write.expected) === NO_EVENT;
  return matchesNoStream ? remove(write, context) : { kind: 'wrong', actual: last };
}

function remove({ kind, stream }: Write, context: WriteContext): Decision {
  const { last, hasMetadata } = context.stream;
  if (kind === 'tombstone') {
    const tombstone = { stream, revision: MAX_REVISION, event: serverEvent(DELETED_TYPE, EMPTY, false) };
    return { kind: 'write', events: [tombstone], answer: MAX_REVISION, answerAt: 0 };
  }
  if (last === NO_EVENT && !hasMetadata) return { kind: 'wrong', actual: NO_EVENT };
  if (context.metadata.tombstoned) return { kind: 'deleted', stream: metastreamOf(stream) };
  const deletion = metadata(stream, context.metadata.last + 1n, SOFT_DELETION);
  return { kind: 'write', events: [deletion], answer: last, answerAt: 0 };
}
