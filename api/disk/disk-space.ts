import { statfs } from 'node:fs/promises';
import { ProblemError } from '../http/problem-error.ts';

/** Reserved for Postgres, whose write-ahead log needs space for open transactions and a restart. */
export const RESERVE_BYTES = 64 * 1024 * 1024;
/** Bytes on disk of an event of a large change-set, in both stores, rounded up (docs/performance.md). */
const EVENT_BYTES = 3_000;
/** Bytes on disk for each byte of an event as sent to the event store: 500 to 700 bytes become `EVENT_BYTES`. */
const BYTES_PER_EVENT_BYTE = 5;
/** Postgres writes all of it to its write-ahead log, too. */
const WRITES = 2;
/** A change-set of more events than this is large: space is asked for, and its undo is rate-limited. */
export const SMALL_EVENTS_MAX = 1_000;
/** Appends of fewer bytes fit into the reserve. */
const SMALL_PIECE_BYTES_MAX = 16 * 1024;
/** The time for which `hasSpace` caches the free space. */
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

/** The space of the disk of a data folder; without end where none is named. */
export function diskSpaceOf(dataFolder: string | undefined): DiskSpace {
  return new DiskSpace(dataFolder ? freeBytesAt(dataFolder) : async () => Number.POSITIVE_INFINITY);
}

/** Checks that the data folder's disk has space for a write beyond the reserve. */
export class DiskSpace {
  readonly #freeBytes: FreeBytes;
  readonly #cacheMs: number;
  #cached: { time: number; free: Promise<number> } | null = null;
  /** Bytes of writes in progress, which the file system may not count yet. */
  #pendingBytes = 0;

  constructor(freeBytes: FreeBytes, cacheMs = CACHE_MS) {
    this.#freeBytes = freeBytes;
    this.#cacheMs = cacheMs;
  }

  /** Whether there is space for a small write; cached. */
  async hasSpace(): Promise<boolean> {
    const now = performance.now();
    if (!this.#cached || now - this.#cached.time >= this.#cacheMs)
      this.#cached = { time: now, free: this.#freeBytes() };
    return (await this.#cached.free) >= RESERVE_BYTES;
  }

  /**
   * Runs `work`, which writes up to `bytes` bytes, and gives its result. Throws the problem disk_full when they don't
   * fit beside the writes in progress.
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

  /**
   * Runs `work`, which appends about as many events as are given, and gives its result. Throws the problem disk_full if
   * they are many and don't fit.
   */
  async writeEvents<Value>(count: number, work: () => Promise<Value>): Promise<Value> {
    return count > SMALL_EVENTS_MAX ? await this.write(WRITES * EVENT_BYTES * count, work) : await work();
  }

  /**
   * Throws the problem disk_full where a piece of a change-set, whose size is the bytes that are sent to the event
   * store, doesn't fit: somebody else may have filled the disk since its beginning.
   */
  readonly beforePiece = async (bytes: number): Promise<void> => {
    if (bytes <= SMALL_PIECE_BYTES_MAX) return;
    const needed = WRITES * BYTES_PER_EVENT_BYTE * bytes;
    if ((await this.#freeBytes()) - needed < RESERVE_BYTES) throw new ProblemError('disk_full');
  };
}
