import type { Placed } from '../rules/decide-write.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { type StreamEntry, type StreamState, stateAfter } from './stream-state.ts';

/** As in a log whose positions are byte offsets, a position between two events can be told from an event's. */
export const POSITION_STEP = 64n;
/** Few enough that clients have answers to go on with while the next are being committed; one append is never divided. */
const BATCH_EVENTS = 64;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Told when what was decided before has been committed, or has failed. */
export type Settled = (failure?: Error) => void;

class Batch {
  readonly events: RecordedEvent[] = [];
  readonly settled: Settled[] = [];
  readonly changed = new Map<StreamEntry, StreamState>();
  bytes = 0;
  /** The newest position given away when it is committed. */
  head = 0n;

  get isFull(): boolean {
    return this.events.length >= BATCH_EVENTS || this.bytes >= BATCH_BYTES;
  }
}

export type CommitQueueOptions = {
  /** Writes all of these events or none, and resolves when they are on disk. */
  readonly insert: (events: readonly RecordedEvent[]) => Promise<void>;
  /** Gets what was committed, in order. */
  readonly committed: (events: readonly RecordedEvent[]) => void;
  /** A commit has failed or its outcome is unknown: nothing in memory can be relied on. */
  readonly failed: (reason: Error) => Promise<void>;
};

/**
 * Group commit: what is decided while a commit is under way is written together in the next, as one statement. Each is
 * a transaction of its own, and one follows the other, so positions become visible in order.
 */
export class CommitQueue {
  /** The newest position given away, and the newest of those that are settled, by being in the table or being empty. */
  head = 0n;
  committedHead = 0n;
  recovering: Promise<void> | undefined;
  readonly #options: CommitQueueOptions;
  #batches: Batch[] = [];
  #committing = false;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
  }

  /** Goes on after this position, the newest in the table. */
  startAfter(position: bigint): void {
    this.head = position;
    this.committedHead = position;
  }

  /**
   * Takes events to be written all or none, and gives their positions; the states of their streams, which `entryOf`
   * finds, count from now on.
   */
  add(placed: readonly Placed[], entryOf: (stream: string) => StreamEntry, created: bigint): bigint[] {
    if (placed.length === 0) return [];
    const batch = this.#open();
    return placed.map(({ stream, revision, event: { id, type, json, data, metadata } }) => {
      this.head += POSITION_STEP;
      batch.head = this.head;
      const recorded = { position: this.head, stream, revision, id, type, json, data, metadata, created };
      batch.events.push(recorded);
      batch.bytes += data.length + metadata.length;
      const entry = entryOf(stream);
      entry.decided = stateAfter(entry.decided, recorded);
      if (!batch.changed.has(entry)) entry.uncommitted++;
      batch.changed.set(entry, entry.decided);
      return this.head;
    });
  }

  /** Gives a position away at which there is no event. */
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

  /** Calls back when everything added so far is committed or has failed; at once if it already is. */
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
    for (const [entry, state] of batch.changed) {
      entry.committed = state;
      entry.uncommitted--;
    }
    for (const settled of batch.settled) settled();
    this.#options.committed(batch.events);
  }

  /** Everything decided on top of what has failed fails with it. */
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
