import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What Postgres needs to recover and to start, with room for a segment of its log. */
const START_FREE_BYTES = 32 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

/** Tells whether the file system that holds `folder` has too little space left for a program to start. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < START_FREE_BYTES;
}

/** Waits until there is space to start a program in `folder`. Rejects when `stopping` aborts. */
export async function spaceIn(folder: string, stopping: AbortSignal): Promise<void> {
  while (await isDiskFull(folder)) await pause(LOOK_EVERY_MS, undefined, { signal: stopping });
}
