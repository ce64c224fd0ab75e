import type { Database } from './postgres.ts';

/** So many are loaded in one statement at most. */
const KEYS_MAX = 64;

type Asked<Key, Value> = { key: Key; resolve(value: Value): void; reject(reason: unknown): void };

/**
 * Makes a way to load one thing out of a way to load many (a value for each key, in their order). What is asked for in
 * the same turn of the event loop, or while such a statement is under way, goes to the database together in the next: the
 * more is asked for, the fewer statements it takes. It is sent after all of them have asked, so each sees what was committed
 * before it did.
 */
export function batched<Key, Value>(
  loadMany: (database: Database, keys: readonly Key[]) => Promise<readonly Value[]>,
): (database: Database, key: Key) => Promise<Value> {
  const queues = new WeakMap<Database, Asked<Key, Value>[]>();

  const workOff = async (database: Database, queue: Asked<Key, Value>[]): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const asked = queue.splice(0, KEYS_MAX);
      try {
        const values = await loadMany(
          database,
          asked.map(({ key }) => key),
        );
        for (const [at, { resolve }] of asked.entries()) resolve(values[at] as Value);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    queues.delete(database);
  };

  return (database, key) =>
    new Promise((resolve, reject) => {
      const asked = { key, resolve, reject };
      const queue = queues.get(database);
      if (queue) queue.push(asked);
      else {
        const begun = [asked];
        queues.set(database, begun);
        void workOff(database, begun);
      }
    });
}
