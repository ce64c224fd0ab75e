/** The running time of a user counts half after this time. */
const HALF_LIFE_MS = 60_000;

type Waiting = { key: string; start(): void };

/**
 * A semaphore that several users share: at most `permits` jobs run at a time, and at most `permitsOfKey` of one key (a
 * user's id). Whose jobs ran for the shortest time lately is next; jobs of one key start in their order. So a user who
 * had much work done waits behind the others.
 */
export class Turns {
  readonly #permits: number;
  readonly #permitsOfKey: number;
  readonly #now: () => number;
  readonly #running = new Map<string, number>();
  readonly #used = new Map<string, { ms: number; now: number }>();
  #waiting: Waiting[] = [];
  #busy = 0;

  constructor(permits: number, permitsOfKey: number, now = () => performance.now()) {
    this.#permits = permits;
    this.#permitsOfKey = permitsOfKey;
    this.#now = now;
  }

  /** How many jobs run. */
  get running(): number {
    return this.#busy;
  }

  /** How many jobs wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether all permits are taken, and somebody waits for one. */
  get isShort(): boolean {
    return this.#busy === this.#permits && this.#waiting.length > 0;
  }

  /** Runs `work` once it is the key's turn. Gives its result; throws what it throws. */
  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    await new Promise<void>((start) => {
      this.#waiting.push({ key, start });
      this.#startNext();
    });
    const startedAt = this.#now();
    try {
      return await work();
    } finally {
      this.#end(key, this.#now() - startedAt);
    }
  }

  #startNext(): void {
    while (this.#busy < this.#permits) {
      const able = this.#waiting.filter(({ key }) => (this.#running.get(key) ?? 0) < this.#permitsOfKey);
      const [first, ...others] = able;
      if (!first) return;
      const next = others.reduce(
        (least, waiting) => (this.#usedBy(waiting.key) < this.#usedBy(least.key) ? waiting : least),
        first,
      );
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      this.#busy += 1;
      this.#running.set(next.key, (this.#running.get(next.key) ?? 0) + 1);
      next.start();
    }
  }

  #end(key: string, ms: number): void {
    this.#busy -= 1;
    const left = (this.#running.get(key) ?? 0) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    this.#used.set(key, { ms: this.#usedBy(key) + ms, now: this.#now() });
    // Less than a millisecond makes no difference, and the map stays small.
    for (const user of this.#used.keys()) if (this.#usedBy(user) < 1) this.#used.delete(user);
    this.#startNext();
  }

  /** The milliseconds that a key's jobs have run, times of long ago counting less. */
  #usedBy(key: string): number {
    const used = this.#used.get(key);
    return used ? used.ms * 0.5 ** ((this.#now() - used.now) / HALF_LIFE_MS) : 0;
  }
}
