/**
 * A mutex for each key: work of one key runs one at a time, in the order in which it came; work of different keys runs at
 * the same time. Those that wait for one key share what `begin` makes, which is dropped when none of them is left.
 */
export class KeyedMutex<Shared> {
  readonly #begin: () => Shared;
  readonly #queues = new Map<string, { last: Promise<unknown>; shared: Shared }>();

  constructor(begin: () => Shared) {
    this.#begin = begin;
  }

  /** Runs `work` when no other of this key runs. Gives or throws what it does. */
  async run<Value>(key: string, work: (shared: Shared) => Promise<Value>): Promise<Value> {
    const { last, shared } = this.#queues.get(key) ?? { last: Promise.resolve(), shared: this.#begin() };
    const mine = last.then(
      () => work(shared),
      () => work(shared),
    );
    this.#queues.set(key, { last: mine, shared });
    try {
      return await mine;
    } finally {
      if (this.#queues.get(key)?.last === mine) this.#queues.delete(key);
    }
  }
}
