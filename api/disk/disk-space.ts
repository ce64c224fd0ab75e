import { statfs } from 'node:fs/promises';
import { ProblemError } from '../http/problem-error.ts';

/** Reserved for Postgres, whose write-ahead log needs space for open transactions and a restart. */
export const RESERVE_BYTES = 64 * 1024 * 1024;
/** How long `hasSpace` caches the free space. */
const CACHE_MS = 250;

/** Gives the number of free bytes. */
export type FreeBytes = () => Promise<number>;

/** Reads the free bytes of a folder's file system; infinity for a missing folder. */
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

/** Checks that the data folder's disk has space for a write beyond the reserve. */
export class DiskSpace {
  readonly #freeBytes: FreeBytes;
  readonly #cacheMs: number;
  #cached: { at: number; free: Promise<number> } | null = null;
  /** Bytes of writes in progress, which the file system may not count yet. */
  #pendingBytes = 0;

  constructor(freeBytes: FreeBytes, cacheMs = CACHE_MS) {
    this.#freeBytes = freeBytes;
    this.#cacheMs = cacheMs;
  }

  /** Whether there is space for a small write; cached. */
  async hasSpace(): Promise<boolean> {
    const now = performance.now();
    if (!this.#cached || now - this.#cached.at >= this.#cacheMs) this.#cached = { at: now, free: this.#freeBytes() };
    return (await this.#cached.free) >= RESERVE_BYTES;
  }

  /**
   * Runs `work`, which writes up to `bytes` bytes, and gives its result. Throws the problem disk_full when they don't fit
   * beside the writes in progress.
   */
  async write<Value>(bytes: number, work: () => Promise<Value>): Promise<Value> {
    this.#pendingBytes += bytes;
    const pending = this.#pendingBytes;
    try {
      if ((await this.#freeBytes()) - pending < RESERVE_BYTES) throw new ProblemError('disk_full');
      return await work();
    } finally {
      this.#pendingBytes -= bytes;
    }
  }
}
