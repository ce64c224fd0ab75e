/** How long a batch that may not be made ahead waits for more, after its first item, in milliseconds. */
const FILLING = 1;

/** A queue between what arrives and what takes it: bounded, and emptied in batches of whatever has arrived. */
export class Batches<Item> {
  readonly #most: number;
  readonly #ahead: number;
  readonly #items: Item[] = [];
  /** Somebody waits for the next batch. */
  #isAwaited = false;
  #ended: { error?: unknown } | null = null;
  #wake: (() => void) | null = null;

  /**
   * Gives batches of at most `most` items, and holds back the source while `ahead` of them wait that nobody has asked
   * for. With none ahead, the source and who takes from it never work at the same time.
   */
  constructor(source: AsyncIterable<Item>, most: number, ahead = 2 * most) {
    this.#most = most;
    this.#ahead = ahead;
    void this.#pump(source);
  }

  /** The next batch, as soon as there is anything; null when the source has ended. Throws what the source threw. */
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
    if (this.#ahead === 0) await this.#within(FILLING, () => this.#items.length >= this.#most);
    this.#isAwaited = false;
    const batch = this.#items.splice(0, this.#most);
    this.#signal();
    return batch;
  }

  /** Resolves with whether anything is there to be taken, or the source has ended; waits `ms` milliseconds for it at most. */
  async arrived(ms: number): Promise<boolean> {
    this.#isAwaited = true;
    this.#signal();
    const isThere = await this.#within(ms, () => this.#items.length > 0);
    this.#isAwaited = false;
    return isThere;
  }

  /** Waits until this is so, or the source has ended, `ms` milliseconds at most; gives whether it is. */
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

  /** Takes nothing more from the source. */
  close(): void {
    this.#ended ??= {};
    this.#signal();
  }

  async #pump(source: AsyncIterable<Item>): Promise<void> {
    try {
      for await (const item of source) {
        this.#items.push(item);
        this.#signal();
        while (!this.#hasRoom() && !this.#ended) await this.#change();
        if (this.#ended) return;
      }
      this.#ended ??= {};
    } catch (error) {
      this.#ended ??= { error };
    }
    this.#signal();
  }

  #hasRoom(): boolean {
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
