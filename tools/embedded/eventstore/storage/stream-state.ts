import { NO_EVENT } from '../rules/expected-revision.ts';
import { DELETED_TYPE, describedBy, MAX_REVISION } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { isSoftDeletion, NO_METADATA, parseStreamMetadata, type StreamMetadata } from '../rules/stream-metadata.ts';

/** The state of a stream that decisions on writes and reads need. Immutable. */
export type StreamState = {
  readonly last: bigint;
  readonly tombstoned: boolean;
  /** For a metadata stream, the metadata of the stream it describes. */
  readonly metadata: StreamMetadata;
  /** The bytes of these metadata if they are a soft deletion, which a revival needs. */
  readonly softDeletion: Buffer | undefined;
};

/** The state of a stream that was never written. */
export const MISSING: StreamState = {
  last: NO_EVENT,
  tombstoned: false,
  metadata: NO_METADATA,
  softDeletion: undefined,
};

type Written = Pick<RecordedEvent, 'stream' | 'revision' | 'type' | 'data' | 'json'>;

/** Whether an event is a tombstone. The type alone doesn't tell: clients may append events of that type. */
export const isTombstone = ({ revision, type }: Pick<RecordedEvent, 'revision' | 'type'>): boolean =>
  revision === MAX_REVISION && type === DELETED_TYPE;

/** The state of a stream after a new event. */
export function stateAfter(before: StreamState, event: Written): StreamState {
  if (isTombstone(event)) return { ...MISSING, last: before.last, tombstoned: true };
  const { revision: last, data, json } = event;
  if (describedBy(event.stream) === undefined) return { ...MISSING, last };
  const metadata = parseStreamMetadata(data, json);
  return { last, tombstoned: false, metadata, softDeletion: isSoftDeletion(metadata) ? Buffer.from(data) : undefined };
}

/** A stream's state in the cache. */
export class CachedStream {
  /** The state in the table. */
  committed: StreamState;
  /** The state once all decided events are in the table. */
  decided: StreamState;
  /** The number of uncommitted batches that change it; above 0 it is not evicted. */
  uncommitted = 0;
  /**
   * Whether this process has written to the stream: then a metadata stream can be written even if its stream is
   * tombstoned.
   */
  isWritten = false;

  constructor(state: StreamState) {
    this.committed = state;
    this.decided = state;
  }
}
