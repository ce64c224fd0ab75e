/** How long a batch waits for further items after its first, where none are read ahead. */
const FILL_MS = 1;

/** A bounded queue between a source and its consumer, which takes all items that have arrived as one batch. */
export class Batches<Item> {
  readonly #most: number;
  readonly #ahead: number;
  readonly #items: Item[] = [];
  /** Whether the consumer waits for the next batch. */
  #isAwaited = false;
  #ended: { error?: unknown } | null = null;
  #wake: (() => void) | null = null;

  /**
   * Batches have at most `most` items. The source is not read while `ahead` items are queued and the consumer is busy. With
   * 0 ahead, source and consumer never run at the same time.
   */
  constructor(source: AsyncIterable<Item>, most: number, ahead = 2 * most) {
    this.#most = most;
    this.#ahead = ahead;
    void this.#pump(source);
  }

  /** Waits for the next batch; null when the source has ended. Throws what the source threw. */
  async next(): Promise<Item[] | null> {
    this.#isAwaited = true;
    this.#signal();
    while (this.#items.length === 0) {
      if (this.#ended) {
        if ('error' in this.#ended) throw this.#ended.error;
        return null;
      }
      await this.#change();
    }
    if (this.#ahead === 0) await this.#within(FILL_MS, () => this.#items.length >= this.#most);
    this.#isAwaited = false;
    const batch = this.#items.splice(0, this.#most);
    this.#signal();
    return batch;
  }

  /** Resolves with true once an item is queued or the source has ended, with false after `ms` milliseconds. */
  async arrived(ms: number): Promise<boolean> {
    this.#isAwaited = true;
    this.#signal();
    const isThere = await this.#within(ms, () => this.#items.length > 0);
    this.#isAwaited = false;
    return isThere;
  }

  /** Waits until a condition holds or the source has ended, at most `ms` milliseconds; gives whether it does. */
  async #within(ms: number, isSo: () => boolean): Promise<boolean> {
    const isDone = () => isSo() || this.#ended !== null;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#signal();
    }, ms);
    while (!isDone() && !isLate) await this.#change();
    clearTimeout(timer);
    return isDone();
  }

  /** Reads nothing more from the source. */
  close(): void {
    this.#ended ??= {};
    this.#signal();
  }

  async #pump(source: AsyncIterable<Item>): Promise<void> {
    try {
      for await (const item of source) {
        this.#items.push(item);
        this.#signal();
        while (!this.#hasSpace() && !this.#ended) await this.#change();
        if (this.#ended) return;
      }
      this.#ended ??= {};
    } catch (error) {
      this.#ended ??= { error };
    }
    this.#signal();
  }

  #hasSpace(): boolean {
    return this.#items.length < (this.#isAwaited ? Math.max(this.#most, this.#ahead) : this.#ahead);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#wake;
      this.#wake = () => {
        before?.();
        resolve();
      };
    });
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
