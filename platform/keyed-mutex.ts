/**
 * A FIFO mutex for each key; work of different keys runs concurrently. While a key has work, its jobs share one value
 * that `createShared` made.
 */
export class KeyedMutex<Shared> {
  readonly #createShared: () => Shared;
  readonly #queues = new Map<string, { last: Promise<unknown>; shared: Shared }>();
  #jobs = 0;

  constructor(createShared: () => Shared) {
    this.#createShared = createShared;
  }

  /** How many jobs run. */
  get running(): number {
    return this.#queues.size;
  }

  /** How many jobs wait. */
  get waiting(): number {
    return this.#jobs - this.#queues.size;
  }

  /** Runs `work` while no other work of this key runs. Gives its result; throws what it throws. */
  async run<Value>(key: string, work: (shared: Shared) => Promise<Value>): Promise<Value> {
    const { last, shared } = this.#queues.get(key) ?? { last: Promise.resolve(), shared: this.#createShared() };
    const current = last.then(
      () => work(shared),
      () => work(shared),
    );
    this.#queues.set(key, { last: current, shared });
    this.#jobs += 1;
    try {
      return await current;
    } finally {
      this.#jobs -= 1;
      if (this.#queues.get(key)?.last === current) this.#queues.delete(key);
    }
  }
}
