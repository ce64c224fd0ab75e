import { LogUnavailable } from './errors.ts';

/**
 * The timeouts of an event log. The client has none for reads and for its first call, so a frozen event store would
 * block a call for ever (decision 2).
 */
export type Timeouts = {
  /** The timeout of one attempt of an append, and of each wait for the next event of a read. */
  attemptMs: number;
  /** The timeout of an append with all its retries. */
  appendMs: number;
  /** The backoff before a broken subscription resumes, doubled from the first to the last. */
  resubscribeMs: readonly [first: number, last: number];
};

export const TIMEOUTS: Timeouts = { attemptMs: 2_500, appendMs: 6_000, resubscribeMs: [100, 1_000] };
/**
 * The timeouts where nobody waits for a short answer and other work goes first: on a busy machine it may be seconds
 * before a thread of low priority sees an answer that is there.
 */
export const LOW_PRIORITY_TIMEOUTS: Timeouts = { ...TIMEOUTS, attemptMs: 12_000, appendMs: 30_000 };

/**
 * Gives the result of the promise. Throws LogUnavailable after `ms` milliseconds, or the signal's reason when it
 * aborts.
 */
export async function withinTime<Value>(ms: number, promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LogUnavailable(`The event store did not answer within ${ms} ms.`)), ms);
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
  // When it loses the race it may reject later, which would be an unhandled rejection.
  promise.catch(() => {});
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves after `ms` milliseconds, or at once when the signal aborts. */
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
