import type { ServerResponse } from 'node:http';

/** The least that the client of a long answer has to take, and the longest time for all of it. */
export type ReaderLimits = {
  /** `windowBytes` in every window of `windowMs`. */
  windowMs: number;
  /** Asked for at the end of each window, as it may depend on who waits. */
  windowBytes: () => number;
  allMs: number;
};

/** A signal that aborts once the client is too slow; `stop` ends the watch. */
export type ReaderWatch = { signal: AbortSignal; stop(): void };

/**
 * Watches how fast a client takes a response. A window counts only where bytes are left over at its beginning and at
 * its end: else the client has waited for the answer.
 */
export function watchReader(response: ServerResponse, { windowMs, windowBytes, allMs }: ReaderLimits): ReaderWatch {
  const ending = new AbortController();
  const look = () => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    return { taken: bytesWritten - writableLength, isLeftOver: writableLength > 0 };
  };
  let before = look();
  const check = () => {
    const now = look();
    if (before.isLeftOver && now.isLeftOver && now.taken - before.taken < windowBytes()) ending.abort();
    before = now;
  };
  // setImmediate: after the event loop was blocked, what the client took meanwhile must be sent first.
  const window = setInterval(() => setImmediate(check), windowMs);
  const end = setTimeout(() => ending.abort(), allMs);
  return {
    signal: ending.signal,
    stop: () => {
      clearInterval(window);
      clearTimeout(end);
    },
  };
}
