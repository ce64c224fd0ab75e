/** A queue between what arrives and what takes it: bounded, and emptied in batches of whatever has arrived. */
export class Batches<Item> {
  readonly #most: number;
  readonly #items: Item[] = [];
  #ended: { error?: unknown } | null = null;
  #wake: (() => void) | null = null;

  /** Gives batches of at most `most` items, and holds back the source at twice that. */
  constructor(source: AsyncIterable<Item>, most: number) {
    this.#most = most;
    void this.#pump(source);
  }

  /** The next batch, as soon as there is anything; null when the source has ended. Throws what the source threw. */
  async next(): Promise<Item[] | null> {
    while (this.#items.length === 0) {
      if (this.#ended) {
        if ('error' in this.#ended) throw this.#ended.error;
        return null;
      }
      await this.#change();
    }
    const batch = this.#items.splice(0, this.#most);
    this.#signal();
    return batch;
  }

  /** Resolves with whether anything is there to be taken, or the source has ended; waits `ms` milliseconds for it at most. */
  async arrived(ms: number): Promise<boolean> {
    const isThere = () => this.#items.length > 0 || this.#ended !== null;
    if (isThere()) return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([this.#change(), late]);
    clearTimeout(timer);
    return isThere();
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
        while (this.#items.length >= 2 * this.#most && !this.#ended) await this.#change();
        if (this.#ended) return;
      }
      this.#ended ??= {};
    } catch (error) {
      this.#ended ??= { error };
    }
    this.#signal();
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
