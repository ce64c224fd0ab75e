import { fileURLToPath } from 'node:url';

// Imported by the configurations of Vitest and Playwright: all programs of a run have the same day, so that no test is
// red on a weekend, or at the end of a month. TEST_NOW is another moment, an ISO instant: `npm run days` tries forty.

/**
 * A Wednesday in the middle of a month, after all frozen data folders. Chromium keeps cookies by the machine's clock,
 * so it has to lie ahead of that.
 */
const USUAL_MOMENT = '2028-03-15T10:00:00Z';

if (process.env.TEST_CLOCK_AHEAD_MS === undefined) {
  const moment = Date.parse(process.env.TEST_NOW || USUAL_MOMENT);
  if (Number.isNaN(moment)) throw new Error(`TEST_NOW is not an instant: ${process.env.TEST_NOW}`);
  const clock = fileURLToPath(new URL('clock.mjs', import.meta.url));
  process.env.TEST_CLOCK_AHEAD_MS = String(moment - Date.now());
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${JSON.stringify(clock)}`.trim();
}
