import { setTimeout as pause } from 'node:timers/promises';

/** The pause after the first look; it doubles after each, so that a long wait costs little processor time. */
const PAUSE_FIRST_MS = 10;
const PAUSE_MAX_MS = 160;

/**
 * Calls `look` until `wanted` accepts its result, and gives that result. Throws after `ms` milliseconds (a minute) with
 * the last result.
 */
export async function settled<Found>(
  look: () => Promise<Found>,
  wanted: (found: Found) => unknown,
  ms = 60_000,
): Promise<Found> {
  const until = performance.now() + ms;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    const found = await look();
    if (wanted(found)) return found;
    if (performance.now() > until) {
      const seen = JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
      throw new Error(`Nothing was as wanted in time. Last seen: ${seen}`);
    }
    await pause(pauseMs);
  }
}
