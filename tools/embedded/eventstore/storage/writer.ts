import { type Decision, decideWrite, type Placed, type Write, type WriteContext } from '../rules/decide-write.ts';
import { allDescribedBy, describedBy, MAX_REVISION, metastreamOf, rootOf } from '../rules/names.ts';
import { isSoftDeletion, parseStreamMetadata } from '../rules/stream-metadata.ts';
import type { CommitQueue } from './commit-queue.ts';
import { ticksNow } from './event-row.ts';
import type { EventTable } from './event-table.ts';
import { KeyedQueue, type Prerequisite } from './keyed-queue.ts';
import type { RecentEventIds } from './recent-event-ids.ts';
import type { RecentMetadata } from './recent-metadata.ts';
import type { StreamCache } from './stream-cache.ts';
import { type CachedStream, MISSING, type StreamState } from './stream-state.ts';

/** The outcome of a write. */
export type WriteResult =
  /**
   * `revision` is -1 after an append of no events to a missing stream. Without a position the event is no longer
   * readable.
   */
  | { readonly kind: 'written'; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly kind: 'wrong'; readonly actual: bigint }
  | { readonly kind: 'deleted'; readonly stream: string }
  /** Whether it was written is unknown; an exact repeat settles it. */
  | { readonly kind: 'unknown'; readonly reason: Error };

type Settled = Exclude<Decision, { kind: 'look-up' }>;
type Writing = Extract<Decision, { kind: 'write' }>;

type PendingWrite = {
  readonly write: Write;
  readonly answer: (result: WriteResult) => void;
  recorded: readonly string[] | undefined;
};

export type WriterParts = {
  readonly table: EventTable;
  readonly cache: StreamCache;
  readonly queue: CommitQueue;
  readonly recentIds: RecentEventIds;
  readonly recentMetadata: RecentMetadata;
  /** The position of an event, undefined if it is no longer readable. */
  readonly positionOf: (stream: string, revision: bigint) => Promise<bigint | undefined>;
};

/** A receiver of writes. */
export type Writes = Pick<Writer, 'write'>;

/**
 * Decides on writes in the order of their arrival, a stream and its metadata stream in one order. It decides at once
 * where the state needed is in memory; otherwise the writes to that stream wait for the table.
 */
export class Writer {
  readonly #parts: WriterParts;
  readonly #pendingWrites = new KeyedQueue<PendingWrite>({
    attempt: (pending) => this.#tryNow(pending),
    failed: ({ answer }, reason) => answer({ kind: 'unknown', reason }),
  });
  #unanswered = 0;
  #idle: (() => void) | undefined;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Writes; resolves once that is committed or refused. Never rejects. */
  write(write: Write): Promise<WriteResult> {
    this.#unanswered++;
    return new Promise((resolve) => {
      const answer = (result: WriteResult) => {
        resolve(result);
        if (--this.#unanswered === 0) this.#idle?.();
      };
      this.#pendingWrites.add(rootOf(write.stream), { write, answer, recorded: undefined });
    });
  }

  /** Resolves when all writes so far are answered. */
  async idle(): Promise<void> {
    if (this.#unanswered === 0) return;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
    });
  }

  /** Decides and queues the events; or gives what has to be loaded before the decision. */
  #tryNow(pending: PendingWrite): Prerequisite | undefined {
    const { cache, queue } = this.#parts;
    const { write } = pending;
    const { recovering } = queue;
    if (recovering) return () => recovering;
    const names = [write.stream, metastreamOf(write.stream), ...allDescribedBy(write.stream)];
    const [stream, metadata, ...bases] = names.map((name) => cache.find(name)).filter((cached) => cached !== undefined);
    if (!stream || !metadata || bases.length < names.length - 2) return () => cache.load(names);
    const decision = decideWrite(write, this.#context(pending, stream, metadata, bases));
    if (decision.kind === 'look-up') return () => this.#lookUp(pending, decision.from);
    this.#carryOut(decision, pending, (name) => (name === write.stream ? stream : metadata));
    return undefined;
  }

  #context(
    { write, recorded }: PendingWrite,
    stream: CachedStream,
    metadata: CachedStream,
    bases: readonly CachedStream[],
  ): WriteContext {
    const [base] = bases;
    const described = describedBy(write.stream);
    const deletionOf = (name: string, metadata: StreamState) => this.#softDeletion(name, metadata);
    const deletion = () => deletionOf(write.stream, metadata.decided);
    // The metadata of a tombstoned stream can still be written if this process has written them before.
    const isClosed = (cached: CachedStream, below: readonly CachedStream[]) =>
      cached.decided.tombstoned || (!cached.isWritten && below.some(({ decided }) => decided.tombstoned));
    return {
      stream: {
        last: stream.decided.last,
        tombstoned: isClosed(stream, bases),
        get softlyDeleted() {
          return deletion() !== undefined;
        },
        hasMetadata: metadata.decided.last >= 0n || metadata.decided.tombstoned,
      },
      metadata: { last: metadata.decided.last, tombstoned: isClosed(metadata, [stream, ...bases]) },
      get softDeletion() {
        return deletion();
      },
      get describesDeleted() {
        if (described === undefined || !base) return undefined;
        const softDeletion = deletionOf(described, base.decided.tombstoned ? MISSING : stream.decided);
        const last = base.decided.tombstoned ? MAX_REVISION : base.decided.last;
        return softDeletion && { last, softDeletion };
      },
      recorded,
      remembered: (id) => this.#parts.recentIds.revisionIn(write.stream, id),
    };
  }

  /**
   * The metadata that delete a stream softly, if they do. A metadata stream is softly deleted only while that is
   * recent.
   */
  #softDeletion(stream: string, metadata: StreamState): Buffer | undefined {
    const recent = this.#parts.recentMetadata.find(stream);
    if (recent) return isSoftDeletion(parseStreamMetadata(recent, true)) ? recent : undefined;
    return describedBy(stream) === undefined ? metadata.softDeletion : undefined;
  }

  /** Loads the ids recorded from a revision on, after the queued events are committed. */
  async #lookUp(pending: PendingWrite, from: bigint): Promise<void> {
    const { queue, table } = this.#parts;
    await new Promise<void>((resolve) => {
      queue.afterCommit(() => resolve());
    });
    const { stream, events } = pending.write;
    const page = { stream, from, first: 0n, since: 0n, limit: events.length };
    pending.recorded = (await table.streamForwards(page)).map(({ id }) => id);
  }

  #carryOut(decision: Settled, { write, answer }: PendingWrite, cachedOf: (stream: string) => CachedStream): void {
    const { queue, recentMetadata } = this.#parts;
    if (decision.kind === 'repeat') {
      this.#answerRepeat(write.stream, decision.revision, answer);
    } else {
      const result = decision.kind === 'write' ? this.#add(decision, write, cachedOf) : decision;
      queue.afterCommit((reason) => answer(reason ? { kind: 'unknown', reason } : result));
    }
    recentMetadata.settle(queue.committedHead);
  }

  #add({ events, answer, answerAt }: Writing, write: Write, cachedOf: (stream: string) => CachedStream): WriteResult {
    const { queue, recentIds } = this.#parts;
    const empty = answerAt < 0 ? queue.skip() : undefined;
    const positions = queue.add(events, cachedOf, ticksNow());
    for (const { stream } of events) cachedOf(stream).isWritten = true;
    for (const placed of events.slice(0, write.events.length)) recentIds.add(placed);
    this.#rememberMetadata(events, positions, write.events.length);
    return { kind: 'written', revision: answer, position: empty ?? positions[answerAt] };
  }

  /** Remembers metadata: the last of the given events, and those that the server adds. */
  #rememberMetadata(events: readonly Placed[], positions: readonly bigint[], given: number): void {
    for (const [index, { stream, event }] of events.entries()) {
      const described = describedBy(stream);
      const position = positions[index];
      if (described === undefined || position === undefined || index < given - 1) continue;
      this.#parts.recentMetadata.add(described, event.data, position);
    }
  }

  #answerRepeat(stream: string, revision: bigint, answer: PendingWrite['answer']): void {
    this.#parts.queue.afterCommit((failure) => {
      if (failure) {
        answer({ kind: 'unknown', reason: failure });
        return;
      }
      this.#parts.positionOf(stream, revision).then(
        (position) => answer({ kind: 'written', revision, position }),
        (reason: Error) => answer({ kind: 'unknown', reason }),
      );
    });
  }
}
