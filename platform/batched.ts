import type { Database } from './postgres.ts';

/** So many are loaded in one statement at most. */
const MOST = 64;

type Batch<Key, Value> = { keys: Key[]; values: Promise<readonly Value[]> };

/**
 * Makes a way to load one thing out of a way to load many (a value for each key, in their order): whatever is asked for
 * in the same turn of the event loop goes to the database as one statement. It is sent after all of them have asked, so
 * each sees what was committed before it did.
 */
export function batched<Key, Value>(
  loadMany: (database: Database, keys: readonly Key[]) => Promise<readonly Value[]>,
): (database: Database, key: Key) => Promise<Value> {
  const open = new WeakMap<Database, Batch<Key, Value>>();
  const begin = (database: Database): Batch<Key, Value> => {
    const keys: Key[] = [];
    const values = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open.get(database)?.keys === keys) open.delete(database);
      return loadMany(database, keys);
    });
    const batch = { keys, values };
    open.set(database, batch);
    return batch;
  };
  return async (database, key) => {
    const batch = open.get(database) ?? begin(database);
    const at = batch.keys.push(key) - 1;
    if (batch.keys.length === MOST) open.delete(database);
    return (await batch.values)[at] as Value;
  };
}
