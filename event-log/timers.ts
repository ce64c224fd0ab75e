import { LogUnavailable } from './errors.ts';

/**
 * How long the log waits, in milliseconds. The client has no timer of its own for reads and for its first call, so a
 * frozen event store would otherwise be waited for without end (decision 2).
 */
export type Timers = {
  /** For one try of an append, and for the next event of a read. */
  attempt: number;
  /** For an append with all its tries. */
  append: number;
  /** Before a subscription that broke is made again: at first, then doubled up to the last. */
  resubscribe: readonly [first: number, last: number];
};

export const TIMERS: Timers = { attempt: 2_500, append: 6_000, resubscribe: [100, 1_000] };

/**
 * Gives what the promise gives, or throws LogUnavailable after `ms` milliseconds without it, or the signal's reason as
 * soon as that fires.
 */
export async function within<Value>(ms: number, promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LogUnavailable(`The event store did not answer within ${ms} ms.`)), ms);
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
  // The loser of the race may still fail later, when nobody listens any more.
  promise.catch(() => {});
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves after `ms` milliseconds, or at once when the signal fires. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
