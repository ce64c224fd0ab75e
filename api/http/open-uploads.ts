import type { IncomingMessage } from 'node:http';
import { ProblemError } from './problem-error.ts';

/** Limits on concurrent uploads, their memory and their rate. */
export type UploadLimits = {
  /** Concurrent uploads of one user. */
  perUser: number;
  /** Concurrent uploads from one address. */
  perAddress: number;
  /** Received bytes of all uploads, which are held in memory. */
  heldBytesMax: number;
  /** The minimum rate: `windowBytes` in every window of `windowMs`. */
  windowMs: number;
  windowBytes: number;
};

/** The keys under which an upload is counted. */
export type Uploader = { user: string; address: string };

/**
 * The uploads in progress in this process. Limits for each user and address keep one client from blocking others, and
 * the minimum rate ends stalled uploads. Memory is counted by received bytes, not by declared length.
 */
export class OpenUploads {
  readonly #limits: UploadLimits;
  readonly #open = new Map<string, number>();
  #heldBytes = 0;
  #uploads = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** How many uploads are in progress. */
  get open(): number {
    return this.#uploads;
  }

  /** The received bytes of all uploads. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Registers an upload of at most `uploadBytesMax` bytes until it is closed. Throws the problem too_many_uploads. */
  begin({ user, address }: Uploader, uploadBytesMax: number): OpenUpload {
    const { perUser, perAddress } = this.#limits;
    const keys = [`user ${user}`, `address ${address}`] as const;
    if (this.#count(keys[0]) >= perUser || this.#count(keys[1]) >= perAddress) {
      throw new ProblemError('too_many_uploads');
    }
    for (const key of keys) this.#open.set(key, this.#count(key) + 1);
    this.#uploads += 1;
    return new OpenUpload(
      { ...this.#limits, uploadBytesMax },
      (bytes) => {
        this.#heldBytes += bytes;
        return this.#heldBytes <= this.#limits.heldBytesMax;
      },
      () => {
        this.#uploads -= 1;
        for (const key of keys) {
          const remaining = this.#count(key) - 1;
          if (remaining > 0) this.#open.set(key, remaining);
          else this.#open.delete(key);
        }
      },
    );
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }
}

/** An upload in progress. */
class OpenUpload {
  readonly #limits: UploadLimits & { uploadBytesMax: number };
  readonly #addHeldBytes: (bytes: number) => boolean;
  readonly #unregister: () => void;
  #receivedBytes = 0;

  constructor(
    limits: UploadLimits & { uploadBytesMax: number },
    addHeldBytes: (bytes: number) => boolean,
    unregister: () => void,
  ) {
    this.#limits = limits;
    this.#addHeldBytes = addHeldBytes;
    this.#unregister = unregister;
  }

  /**
   * Enforces the limits on a request's body while `read` reads it, and gives its result. Throws the problems too_large,
   * upload_too_slow, and unavailable when all uploads together hold too much memory; the rest of the body is then
   * discarded.
   */
  async receive<Value>(request: IncomingMessage, read: () => Promise<Value>): Promise<Value> {
    const { uploadBytesMax, windowMs, windowBytes } = this.#limits;
    const refused = Promise.withResolvers<never>();
    let inWindow = 0;
    const count = ({ length }: Buffer) => {
      this.#receivedBytes += length;
      inWindow += length;
      const fits = this.#addHeldBytes(length);
      if (this.#receivedBytes > uploadBytesMax) refused.reject(new ProblemError('too_large'));
      else if (!fits) refused.reject(new ProblemError('unavailable'));
    };
    const checkRate = () => {
      if (inWindow < windowBytes) refused.reject(new ProblemError('upload_too_slow'));
      inWindow = 0;
    };
    // setImmediate: after the event loop was blocked, bytes that have arrived must be counted first.
    const timer = setInterval(() => setImmediate(checkRate), windowMs);
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

  /** Releases the memory and unregisters the upload. */
  close(): void {
    this.#addHeldBytes(-this.#receivedBytes);
    this.#unregister();
  }
}
