import { setTimeout } from 'node:timers/promises';
import { KeyedMutex } from '#platform/keyed-mutex.ts';

/** Work that waited long for a store did not hold the thread for all of that time. */
const REST_MS_MAX = 250;

const turns = new KeyedMutex(() => null);

/**
 * Carries out a call that can hold the main thread for tens of milliseconds on a ledger at its limits. Such calls of a
 * ledger come one after another. A rest as long as the call follows each, and other users are answered in it. Gives and
 * throws the outcome of `work` before the rest.
 */
export async function inTurn<Value>(ledgerId: string, work: () => Promise<Value>): Promise<Value> {
  const done = Promise.withResolvers<Value>();
  void turns.run(ledgerId, async () => {
    const beganMs = performance.now();
    await work().then(done.resolve, done.reject);
    await setTimeout(Math.min(performance.now() - beganMs, REST_MS_MAX));
  });
  return await done.promise;
}
