import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem-error.ts';

/** How many uploads are under way at once, how much they hold, and how fast they have to come in. */
export type UploadLimits = {
  /** How many of one user. */
  perUser: number;
  /** How many from one address, whoever sends them. */
  perAddress: number;
  /** The largest upload, in bytes. */
  uploadBytesMax: number;
  /** What all uploads together hold in memory, in bytes received. */
  heldBytesMax: number;
  /** An upload has to bring at least `windowBytes` in every window of so many milliseconds. */
  windowMs: number;
  windowBytes: number;
};

/** Whose an upload is: keys under which those of one user and of one address are counted. */
export type Uploader = { user: string; address: string };

/**
 * The uploads under way in this process. Each takes a place of its user's and of its address's, so that nobody can take
 * the places of others, and no place is kept by one that stands still. Memory is counted by what has come in: an upload that
 * has sent nothing holds nothing.
 */
export class OpenUploads {
  readonly #limits: UploadLimits;
  readonly #open = new Map<string, number>();
  #heldBytes = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** Takes a place for an upload, until it is closed. Throws the problem too_many_uploads where none is free. */
  begin({ user, address }: Uploader): OpenUpload {
    const { perUser, perAddress } = this.#limits;
    const keys = [`user ${user}`, `address ${address}`] as const;
    if (this.#count(keys[0]) >= perUser || this.#count(keys[1]) >= perAddress) {
      throw new ProblemError('too_many_uploads');
    }
    for (const key of keys) this.#open.set(key, this.#count(key) + 1);
    return new OpenUpload(
      this.#limits,
      (bytes) => {
        this.#heldBytes += bytes;
        return this.#heldBytes <= this.#limits.heldBytesMax;
      },
      () => {
        for (const key of keys) {
          const others = this.#count(key) - 1;
          if (others > 0) this.#open.set(key, others);
          else this.#open.delete(key);
        }
      },
    );
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

/** One upload under way. */
class OpenUpload {
  readonly #limits: UploadLimits;
  readonly #hold: (bytes: number) => boolean;
  readonly #leave: () => void;
  #receivedBytes = 0;

  constructor(limits: UploadLimits, hold: (bytes: number) => boolean, leave: () => void) {
    this.#limits = limits;
    this.#hold = hold;
    this.#leave = leave;
  }

  /**
   * Watches a request's body while `read` reads it, and gives or throws what that does. Throws the problem too_large where
   * it is larger than any may be, upload_too_slow where it comes in too slowly, and unavailable where all uploads together
   * hold too much; what still comes is then thrown away.
   */
  async receive<Value>(request: IncomingMessage, read: () => Promise<Value>): Promise<Value> {
    const { uploadBytesMax, windowMs, windowBytes } = this.#limits;
    const refused = Promise.withResolvers<never>();
    let inWindow = 0;
    const count = ({ length }: Buffer) => {
      this.#receivedBytes += length;
      inWindow += length;
      const fits = this.#hold(length);
      if (this.#receivedBytes > uploadBytesMax) refused.reject(new ProblemError('too_large'));
      else if (!fits) refused.reject(new ProblemError('unavailable'));
    };
    const judge = () => {
      if (inWindow < windowBytes) refused.reject(new ProblemError('upload_too_slow'));
      inWindow = 0;
    };
    // Not at once: after a time in which this process did nothing, what has arrived is still to be read.
    const timer = setInterval(() => setImmediate(judge), windowMs);
    request.on('data', count);
    try {
      return await Promise.race([read(), refused.promise]);
    } catch (error) {
      request.unpipe();
      request.resume();
      throw error;
    } finally {
      clearInterval(timer);
      request.off('data', count);
    }
  }

  /** Gives the place and the memory back. */
  close(): void {
    this.#hold(-this.#receivedBytes);
    this.#leave();
  }
}
