/** Work that is refused, since other work of its key began after it was asked for and makes an end of it. */
export class WorkEnded extends Error {}

type Queue<Shared> = { last: Promise<unknown>; shared: Shared; ends: number };

/**
 * A FIFO mutex for each key; work of different keys runs concurrently. While a key has work, its jobs share one value
 * that `createShared` made.
 */
export class KeyedMutex<Shared> {
  readonly #createShared: () => Shared;
  readonly #queues = new Map<string, Queue<Shared>>();
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

  /** Runs `work` while no other work of this key runs. Gives its result; throws what it throws, and WorkEnded. */
  async run<Value>(key: string, work: (shared: Shared) => Promise<Value>): Promise<Value> {
    const queue = this.#queueOf(key);
    const { ends } = queue;
    return await this.#next(key, queue, async () => {
      if (queue.ends !== ends) throw new WorkEnded(`Work of ${key} is ended.`);
      return await work(queue.shared);
    });
  }

  /**
   * Runs `work` like `run`, and keeps the key until `until` settles. Then all work of the key that waits is refused.
   * Work that fails refuses none.
   */
  async runAndEndOthers<Value>(
    key: string,
    work: (shared: Shared) => Promise<Value>,
    until: Promise<unknown>,
  ): Promise<Value> {
    const queue = this.#queueOf(key);
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    void this.#next(key, queue, async () => {
      try {
        resolve(await work(queue.shared));
      } catch (error) {
        reject(error);
        return;
      }
      await until.catch(() => undefined);
      queue.ends += 1;
    });
    return await promise;
  }

  #queueOf(key: string): Queue<Shared> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), shared: this.#createShared(), ends: 0 };
    this.#queues.set(key, queue);
    return queue;
  }

  async #next<Value>(key: string, queue: Queue<Shared>, job: () => Promise<Value>): Promise<Value> {
    const current = queue.last.then(job, job);
    queue.last = current;
    this.#jobs += 1;
    try {
      return await current;
    } finally {
      this.#jobs -= 1;
      if (queue.last === current) this.#queues.delete(key);
    }
  }
}
