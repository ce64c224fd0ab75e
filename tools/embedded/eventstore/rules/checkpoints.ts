/** A position in `$all`. */
export type Position = {
  readonly commit: bigint;
  readonly prepare: bigint;
};

/** A page of history ends after this many matches, whatever its window. */
const MATCHES_PER_PAGE = 32;
const DEFAULT_WINDOW = 32;

/**
 * Counts the events that a filtered subscription to `$all` has considered, and decides when a checkpoint is due. While
 * it catches up, EventStoreDB reads pages (ended by a window of events, 32 matches, or the end of `$all`) and counts a
 * page at its end; live, it counts each event. The count of the last page is carried over, without a checkpoint.
 *
 * `window` is the number of events of a page, 0 for the default of 32; `multiplier` is the interval of checkpoints in
 * windows.
 */
export class CheckpointCounter {
  readonly #window: number;
  readonly #interval: number;
  #counted = 0;
  #considered = 0;
  #matches = 0;
  #pageStart = 0n;
  #lastMatch: bigint | undefined;

  constructor(window: number, multiplier: number) {
    this.#window = window > 0 ? window : DEFAULT_WINDOW;
    this.#interval = this.#window * Math.max(1, multiplier);
  }

  /** Counts an event of the history; gives the checkpoint to send after it, if one is due. */
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

  /** Ends the history: the events of the last page count from now on. */
  goLive(): void {
    this.#counted += this.#considered;
    this.#considered = 0;
  }

  /** Counts a live event; gives the checkpoint to send after it, if one is due. */
  live(commit: bigint): Position | undefined {
    if (++this.#counted < this.#interval) return undefined;
    this.#counted = 0;
    return { commit, prepare: commit };
  }
}
