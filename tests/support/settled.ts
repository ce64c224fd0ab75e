import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks again and again until what is found is as wanted, and gives it. Throws after so many milliseconds (20 seconds),
 * saying what it saw last.
 */
export async function settled<Found>(
  look: () => Promise<Found>,
  wanted: (found: Found) => unknown,
  ms = 20_000,
): Promise<Found> {
  const until = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (wanted(found)) return found;
    if (performance.now() > until) {
      const seen = JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
      throw new Error(`It did not come to what was wanted. Last seen: ${seen}`);
    }
    await pause(20);
  }
}
