import { statfs } from 'node:fs/promises';
import { ProblemError } from '../http/problem-error.ts';

/** What is left free for Postgres, whose own log needs space to end what is under way and to start again. */
export const RESERVE_BYTES = 64 * 1024 * 1024;
/** For how long a look at the disk holds for the requests that follow. */
const LOOK_HOLDS_MS = 250;

/** Tells how many bytes are free. */
export type FreeBytes = () => Promise<number>;

/** Gives a reader of the free bytes of a folder's file system. It reads infinity where there is no such folder. */
export function freeBytesAt(folder: string): FreeBytes {
  return async () => {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };
}

/** Whether the disk of the data folder has space for a write, beyond the reserve. */
export class DiskSpace {
  readonly #freeBytes: FreeBytes;
  readonly #lookHoldsMs: number;
  #look: { at: number; free: Promise<number> } | null = null;
  /** What is being written just now may not be on the disk yet. */
  #underWayBytes = 0;

  constructor(freeBytes: FreeBytes, lookHoldsMs = LOOK_HOLDS_MS) {
    this.#freeBytes = freeBytes;
    this.#lookHoldsMs = lookHoldsMs;
  }

  /** Whether there is space for something small, as of a moment ago. */
  async hasSpace(): Promise<boolean> {
    const now = performance.now();
    if (!this.#look || now - this.#look.at >= this.#lookHoldsMs) this.#look = { at: now, free: this.#freeBytes() };
    return (await this.#look.free) >= RESERVE_BYTES;
  }

  /**
   * Does something that writes up to so many bytes, and gives or throws what that does. Throws the problem disk_full
   * where there is no space for them beside those that are being written already.
   */
  async write<Value>(bytes: number, work: () => Promise<Value>): Promise<Value> {
    this.#underWayBytes += bytes;
    const taken = this.#underWayBytes;
    try {
      if ((await this.#freeBytes()) - taken < RESERVE_BYTES) throw new ProblemError('disk_full');
      return await work();
    } finally {
      this.#underWayBytes -= bytes;
    }
  }
}
