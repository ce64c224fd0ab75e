import { workerData } from 'node:worker_threads';

/** `isBusy` is 1 while a file is read, `parent` the id of the process that started this one. */
export type WatchdogData = { isBusy: Int32Array; bytesMax: number; parent: number };

// Ends the process in which a file is read when it takes too much memory, of whatever kind, or when the process that
// started it has ended: in a thread of its own, since the reader may be busy for long.

const PERIOD_MS = 10;
const { isBusy, bytesMax, parent } = workerData as WatchdogData;

for (;;) {
  Atomics.wait(isBusy, 0, 0);
  if (process.memoryUsage.rss() > bytesMax || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(isBusy, 0, 1, PERIOD_MS);
}
