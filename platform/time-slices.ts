import { setImmediate } from 'node:timers/promises';

/** For so long a piece of work holds the thread. */
const SLICE_MS = 10;

/** Divides long work among slices of time. Between them the thread does what else waits, such as others' requests. */
export class TimeSlices {
  #beganMs = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.#beganMs >= SLICE_MS;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#beganMs = performance.now();
  }
}

/** Collects what takes long to work out, such as a lazy map of many rules, in slices of time. */
export async function inSlices<Value>(values: Iterable<Value>): Promise<Value[]> {
  const slices = new TimeSlices();
  const collected: Value[] = [];
  for (const value of values) {
    collected.push(value);
    if (slices.isUsedUp) await slices.next();
  }
  return collected;
}
