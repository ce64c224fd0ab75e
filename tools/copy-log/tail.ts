import type { RawEvent } from '#event-log/raw-event.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { isCopied, isTombstoneStream, metadataTarget } from './streams.ts';

const TAIL_EVENTS_MAX = 10_000;

/** Identifies an event in source and copy: a copied tombstone has another id, copied metadata another revision. */
function keyOf(event: RawEvent): string {
  const { stream, revision, id } = event;
  if (isTombstoneStream(event)) return `tombstone@${stream}`;
  return metadataTarget(stream) === null ? `${id} ${revision}@${stream}` : `${id}@${stream}`;
}

/**
 * The last events of the destination. A copy is written strictly in the order of the source, so they alone tell where
 * an interrupted copy resumes; there is no separate checkpoint.
 */
export class Tail {
  readonly #keys: ReadonlySet<string>;
  #isReached: boolean;

  private constructor(keys: ReadonlySet<string>, isReached: boolean) {
    this.#keys = keys;
    this.#isReached = isReached;
  }

  /** Reads the last `eventsMax` events of the destination. */
  static async read(destination: RawStore, eventsMax = TAIL_EVENTS_MAX): Promise<Tail> {
    const keys = new Set<string>();
    for await (const event of destination.readAll(true)) {
      if (!isCopied(event.stream)) continue;
      if (keys.size === eventsMax) return new Tail(keys, false);
      keys.add(keyOf(event));
    }
    return new Tail(keys, true);
  }

  /** Whether an event of the source was found in the tail, or the destination has no more events than the tail. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Whether the destination has this event. Call it for every event of the source, in order. */
  has(event: RawEvent): boolean {
    const isInTail = this.#keys.has(keyOf(event));
    if (isInTail) this.#isReached = true;
    return isInTail || !this.#isReached;
  }
}
