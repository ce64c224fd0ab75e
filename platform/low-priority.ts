import { existsSync, readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Where Linux tells of a process's own threads. */
const THREADS = '/proc/self/task';

/**
 * Lets other programs go first from now on: this one gets the processor time they leave over. Linux knows a priority for
 * each thread, and those that compile and collect garbage were there before this is called; elsewhere the process has one.
 */
export function letOthersGoFirst(): void {
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) setPriority(thread, constants.priority.PRIORITY_LOW);
}
