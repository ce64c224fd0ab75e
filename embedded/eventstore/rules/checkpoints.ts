/** A place in `$all`. */
export type Position = {
  readonly commit: bigint;
  readonly prepare: bigint;
};

/** A page of history ends after so many matches, whatever its window. */
const MATCHES_PER_PAGE = 32;
const DEFAULT_WINDOW = 32;

/**
 * Counts the events that a filtered subscription to `$all` has considered, and tells when a checkpoint is due. While it
 * catches up, EventStoreDB reads pages (ended by a window of events, 32 matches, or the end of `$all`) and counts a page
 * at its end; live, it counts each event. What the last page has counted is carried over, without a checkpoint.
 */
export class CheckpointCounter {
  readonly #window: number;
  readonly #interval: number;
  #counted = 0;
  #considered = 0;
  #matches = 0;
  #pageStart = 0n;
  #lastMatch: bigint | undefined;

  /** @param window how many events a page considers, 0 for the usual 32; @param multiplier in windows */
  constructor(window: number, multiplier: number) {
    this.#window = window > 0 ? window : DEFAULT_WINDOW;
    this.#interval = this.#window * Math.max(1, multiplier);
  }

  /** Takes note of an event of the history; gives the checkpoint to be sent after it, if one is due. */
  considered(commit: bigint, matches: boolean): Position | undefined {
    if (this.#considered++ === 0) this.#pageStart = commit;
    if (matches) {
      this.#matches++;
      this.#lastMatch = commit;
    }
    const full = this.#considered >= this.#window || this.#matches >= MATCHES_PER_PAGE;
    return full ? this.#endPage() : undefined;
  }

  #endPage(): Position | undefined {
    this.#counted += this.#considered;
    const due = this.#counted >= this.#interval;
    if (due) this.#counted %= this.#interval;
    const commit = this.#lastMatch ?? this.#pageStart;
    const position = { commit, prepare: this.#lastMatch ?? 0n };
    this.#considered = 0;
    this.#matches = 0;
    this.#lastMatch = undefined;
    return due ? position : undefined;
  }

  /** The history is at its end: what the last page has considered counts from now on. */
  goLive(): void {
    this.#counted += this.#considered;
    this.#considered = 0;
  }

  /** Takes note of a live event; gives the checkpoint to be sent after it, if one is due. */
  live(commit: bigint): Position | undefined {
    if (++this.#counted < this.#interval) return undefined;
    this.#counted = 0;
    return { commit, prepare: commit };
  }
}
