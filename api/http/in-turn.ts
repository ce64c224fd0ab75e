import { setTimeout } from 'node:timers/promises';
import { KeyedMutex } from '#platform/keyed-mutex.ts';

/** Work that waited long for a store did not hold the thread for all of that time. */
const REST_MS_MAX = 250;

const turns = new KeyedMutex(() => null);

/**
 * Carries out a call that can hold the main thread for tens of milliseconds on a ledger at its limits: those of one
 * ledger come one after another, and each is followed by a rest as long as itself, in which others are answered. So
 * whoever sends many at once waits for oneself. Gives and throws what `work` does, before the rest.
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
