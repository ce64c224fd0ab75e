import type { RawEvent } from './raw-store/raw-event.ts';
import type { RawStore } from './raw-store/raw-store.ts';
import { describedBy, isCopied, isTombstone } from './streams.ts';

/** How much of the destination's end is remembered, in events. */
const REMEMBERED = 10_000;

/** An event by what it keeps in a copy: a tombstone gets another id there, metadata another revision. */
function markOf(event: RawEvent): string {
  const { stream, revision, id } = event;
  if (isTombstone(event)) return `tombstone@${stream}`;
  return describedBy(stream) === null ? `${id} ${revision}@${stream}` : `${id}@${stream}`;
}

/**
 * What the destination's log ends with. A copy is written strictly in the order of its source, one append after the
 * other, so this alone says where an interrupted one goes on, and no other note is needed of how far it came.
 */
export class Tail {
  readonly #marks: ReadonlySet<string>;
  #isReached: boolean;

  private constructor(marks: ReadonlySet<string>, isReached: boolean) {
    this.#marks = marks;
    this.#isReached = isReached;
  }

  static async of(destination: RawStore, remembered = REMEMBERED): Promise<Tail> {
    const marks = new Set<string>();
    for await (const event of destination.readAll(true)) {
      if (!isCopied(event.stream)) continue;
      if (marks.size === remembered) return new Tail(marks, false);
      marks.add(markOf(event));
    }
    return new Tail(marks, true);
  }

  /** Whether the source, read from its beginning, has come to where this tail begins. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Whether the destination has this event; to be asked of one event of the source after the other. */
  has(event: RawEvent): boolean {
    const isInTail = this.#marks.has(markOf(event));
    if (isInTail) this.#isReached = true;
    return isInTail || !this.#isReached;
  }
}
