import { NO_EVENT } from '../rules/expected-revision.ts';
import { DELETED_TYPE, describedBy, MAX_REVISION } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { isSoftDeletion, NO_METADATA, parseStreamMetadata, type StreamMetadata } from '../rules/stream-metadata.ts';

/** What has to be known of a stream to decide on a write or a read. Never changed, only replaced. */
export type StreamState = {
  readonly last: bigint;
  readonly tombstoned: boolean;
  /** What the stream, if it is a metadata stream, says about the stream it describes. */
  readonly says: StreamMetadata;
  /** The same as it was written, where a revival will need it. */
  readonly softDeletion: Buffer | undefined;
};

/** A stream that was never written. */
export const MISSING: StreamState = {
  last: NO_EVENT,
  tombstoned: false,
  says: NO_METADATA,
  softDeletion: undefined,
};

type Written = Pick<RecordedEvent, 'stream' | 'revision' | 'type' | 'data' | 'json'>;

/** A user may write an event of the same type; only the revision is nobody else's. */
export const isTombstone = ({ revision, type }: Pick<RecordedEvent, 'revision' | 'type'>): boolean =>
  revision === MAX_REVISION && type === DELETED_TYPE;

/** The state of a stream after an event, which is its newest. */
export function stateAfter(before: StreamState, event: Written): StreamState {
  if (isTombstone(event)) return { ...MISSING, last: before.last, tombstoned: true };
  const { revision: last, data, json } = event;
  if (describedBy(event.stream) === undefined) return { ...MISSING, last };
  const says = parseStreamMetadata(data, json);
  return { last, tombstoned: false, says, softDeletion: isSoftDeletion(says) ? Buffer.from(data) : undefined };
}

/** A stream's state in the cache. */
export class StreamEntry {
  /** As it stands in the table. */
  committed: StreamState;
  /** As it stands once everything decided so far is in the table. */
  decided: StreamState;
  /** How many batches that change it are still to be committed; meanwhile it can't be forgotten. */
  uncommitted = 0;
  /** Whether this process has written to it, and so remembers its newest revision whatever becomes of other streams. */
  isWritten = false;

  constructor(state: StreamState) {
    this.committed = state;
    this.decided = state;
  }
}
