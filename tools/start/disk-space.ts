import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** The space that Postgres needs to recover and start, with one segment (16 MiB) of its write-ahead log. */
const START_FREE_BYTES = 32 * 1024 * 1024;
const POLL_MS = 1_000;

/** Whether the file system of `folder` has too little space to start a program. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < START_FREE_BYTES;
}

/** Waits until there is space to start a program in `folder`. Rejects when `stopping` aborts. */
export async function waitForSpace(folder: string, stopping: AbortSignal): Promise<void> {
  while (await isDiskFull(folder)) await pause(POLL_MS, undefined, { signal: stopping });
}
