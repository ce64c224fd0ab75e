/** A FIFO semaphore. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  readonly #permits: number;
  #free: number;

  /** Takes the number of jobs that may run concurrently. */
  constructor(permits: number) {
    this.#permits = permits;
    this.#free = permits;
  }

  /** How many jobs run. */
  get running(): number {
    return this.#permits - this.#free;
  }

  /** How many jobs wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` once a permit is free. Gives its result; throws what it throws. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
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
