import type { Database } from './postgres.ts';

/** Limit of one statement. */
const KEYS_MAX = 64;

type Request<Key, Value> = { key: Key; resolve(value: Value): void; reject(reason: unknown): void };

/**
 * Makes a function that loads one key out of `loadMany`, which gives a value for each key, in their order. Requests of
 * the same turn of the event loop, or made while a statement runs, share the next statement. It is sent after all of
 * them were made, so each request sees what was committed before it.
 */
export function batched<Key, Value>(
  loadMany: (database: Database, keys: readonly Key[]) => Promise<readonly Value[]>,
): (database: Database, key: Key) => Promise<Value> {
  const queues = new WeakMap<Database, Request<Key, Value>[]>();

  const drain = async (database: Database, queue: Request<Key, Value>[]): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const batch = queue.splice(0, KEYS_MAX);
      try {
        const values = await loadMany(
          database,
          batch.map(({ key }) => key),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(values[index] as Value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(database);
  };

  return (database, key) =>
    new Promise((resolve, reject) => {
      const request = { key, resolve, reject };
      const queue = queues.get(database);
      if (queue) queue.push(request);
      else {
        const newQueue = [request];
        queues.set(database, newQueue);
        void drain(database, newQueue);
      }
    });
}
