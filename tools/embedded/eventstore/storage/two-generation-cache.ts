/**
 * A cache of at least the `size` entries used last, and at most twice as many. The older half is evicted at once,
 * except entries for which `mustKeep` is true.
 */
export class TwoGenerationCache<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #size: number;
  readonly #mustKeep: (value: Value) => boolean;

  constructor(size: number, mustKeep: (value: Value) => boolean = () => false) {
    this.#size = size;
    this.#mustKeep = mustKeep;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) {
      this.#old.delete(key);
      this.set(key, old);
    }
    return old;
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#size) return;
    const evicted = this.#old;
    this.#old = this.#young;
    this.#young = new Map();
    for (const [oldKey, kept] of evicted) if (this.#mustKeep(kept)) this.#young.set(oldKey, kept);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
