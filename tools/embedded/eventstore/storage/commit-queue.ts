import type { Placed } from '../rules/decide-write.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { type CachedStream, type StreamState, stateAfter } from './stream-state.ts';

/**
 * The distance between positions: as with byte offsets, a position between two events is recognisable as none of an
 * event.
 */
export const POSITION_STEP = 64n;
/** Small enough that clients get answers while the next batch is committed; one append is never split. */
const BATCH_EVENTS_MAX = 64;
const BATCH_BYTES_MAX = 4 * 1024 * 1024;

/** Called when the events decided before are committed, or with the failure. */
export type Settled = (failure?: Error) => void;

class Batch {
  readonly events: RecordedEvent[] = [];
  readonly settled: Settled[] = [];
  readonly changed = new Map<CachedStream, StreamState>();
  bytes = 0;
  /** The newest position assigned once it is committed. */
  head = 0n;

  get isFull(): boolean {
    return this.events.length >= BATCH_EVENTS_MAX || this.bytes >= BATCH_BYTES_MAX;
  }
}

export type CommitQueueOptions = {
  /** Writes all of these events or none; resolves when they are on disk. */
  readonly insert: (events: readonly RecordedEvent[]) => Promise<void>;
  /** Receives the committed events, in order. */
  readonly committed: (events: readonly RecordedEvent[]) => void;
  /** Called when a commit has failed or its outcome is unknown: cached state is invalid. */
  readonly failed: (reason: Error) => Promise<void>;
};

/**
 * Group commit: events decided during a commit are written together in the next, as one statement. Each batch is a
 * transaction, and they run one after the other, so positions become visible in order.
 */
export class CommitQueue {
  /** The newest position assigned; and the newest that is committed, or belongs to an append of no events. */
  head = 0n;
  committedHead = 0n;
  recovering: Promise<void> | undefined;
  readonly #options: CommitQueueOptions;
  #batches: Batch[] = [];
  #committing = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  /** Sets the newest position in the table. */
  startAfter(position: bigint): void {
    this.head = position;
    this.committedHead = position;
  }

  /**
   * Queues events to be written all or none, and gives their positions. Their streams, which `cachedOf` finds, have the
   * new state for later decisions at once. `created` is in 100 ns since 1970.
   */
  add(placed: readonly Placed[], cachedOf: (stream: string) => CachedStream, created: bigint): bigint[] {
    if (placed.length === 0) return [];
    const batch = this.#open();
    return placed.map(({ stream, revision, event: { id, type, json, data, metadata } }) => {
      this.head += POSITION_STEP;
      batch.head = this.head;
      const recorded = { position: this.head, stream, revision, id, type, json, data, metadata, created };
      batch.events.push(recorded);
      batch.bytes += data.length + metadata.length;
      const cached = cachedOf(stream);
      cached.decided = stateAfter(cached.decided, recorded);
      if (!batch.changed.has(cached)) cached.uncommitted++;
      batch.changed.set(cached, cached.decided);
      return this.head;
    });
  }

  /** Assigns a position without an event. */
  skip(): bigint {
    this.head += POSITION_STEP;
    const last = this.#batches.at(-1);
    if (last) last.head = this.head;
    else this.committedHead = this.head;
    return this.head;
  }

  #open(): Batch {
    const last = this.#batches.at(-1);
    if (last && !last.isFull && !(this.#committing && this.#batches.length === 1)) return last;
    const batch = new Batch();
    this.#batches.push(batch);
    if (!this.#committing && this.#batches.length === 1) setImmediate(() => this.#commit());
    return batch;
  }

  /** Calls back when everything queued so far is committed or has failed; at once if nothing is queued. */
  afterCommit(settled: Settled): void {
    const last = this.#batches.at(-1);
    if (last) last.settled.push(settled);
    else settled();
  }

  async #commit(): Promise<void> {
    this.#committing = true;
    for (let batch = this.#batches[0]; batch; batch = this.#batches[0]) {
      try {
        await this.#options.insert(batch.events);
      } catch (error) {
        this.#fail(error instanceof Error ? error : new Error(String(error)));
        break;
      }
      this.#batches.shift();
      this.#finish(batch);
    }
    this.#committing = false;
  }

  #finish(batch: Batch): void {
    this.committedHead = batch.head;
    for (const [cached, state] of batch.changed) {
      cached.committed = state;
      cached.uncommitted--;
    }
    for (const settled of batch.settled) settled();
    this.#options.committed(batch.events);
  }

  /** Fails all queued batches: they were decided on the state that the failed batch would have left. */
  #fail(reason: Error): void {
    const failed = this.#batches;
    this.#batches = [];
    const recovered = () => {
      this.recovering = undefined;
    };
    this.recovering = this.#options.failed(reason).then(recovered, recovered);
    for (const batch of failed) for (const settled of batch.settled) settled(reason);
  }
}
