import { setTimeout as pause } from 'node:timers/promises';

/** The pause grows: a look is often a whole request, and takes the processor time that what it waits for needs. */
const PAUSE_MIN_MS = 10;
const PAUSE_MAX_MS = 150;

/**
 * Calls `look` until `wanted` accepts its result, and gives that result. Throws after `ms` milliseconds (20 seconds) with
 * the last result.
 */
export async function settled<Found>(
  look: () => Promise<Found>,
  wanted: (found: Found) => unknown,
  ms = 20_000,
): Promise<Found> {
  const until = performance.now() + ms;
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(PAUSE_MAX_MS, pauseMs * 1.5)) {
    const found = await look();
    if (wanted(found)) return found;
    if (performance.now() > until) {
      const seen = JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
      throw new Error(`Nothing was as wanted in time. Last seen: ${seen}`);
    }
    await pause(pauseMs);
  }
}
