import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** On Linux, one folder for each thread of this process. */
const THREADS = '/proc/self/task';

/**
 * Sets the lowest scheduling priority for this process. On Linux priorities belong to threads, and V8's compiler and
 * garbage collector threads already exist, so it sets each thread's.
 */
export function letOthersGoFirst(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
