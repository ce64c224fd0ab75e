import { moveClock } from './move-clock.mjs';

// The clock of every Node program of a test run: `test-day.ts` has it loaded before anything else (NODE_OPTIONS).
// Durations are measured by `performance.now()`, which stays.
moveClock(Number(process.env.TEST_CLOCK_AHEAD_MS ?? 0));
