/** Lets at most so many do something at once; the others wait for their turn, first come first served. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Does something when it is its turn, and gives or throws what that does. */
  async take<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/**
 * Lets one at a time do something for each key; those of other keys don't wait for it. Those that wait for each other
 * share what `begin` makes, which is forgotten when none of them is left.
 */
export class TurnsByKey<Shared> {
  readonly #begin: () => Shared;
  readonly #queues = new Map<string, { last: Promise<unknown>; shared: Shared }>();

  constructor(begin: () => Shared) {
    this.#begin = begin;
  }

  /** Does something when it is its turn for the key, and gives or throws what that does. */
  async take<Value>(key: string, work: (shared: Shared) => Promise<Value>): Promise<Value> {
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
