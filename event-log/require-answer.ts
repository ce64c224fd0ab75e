import { LogUnavailable } from './errors.ts';
import type { EventLog } from './event-log.ts';
import { pause } from './timers.ts';

/** How long an event store may take to answer at first, and the pause between two attempts. */
const ANSWER_MS = 8_000;
const ANSWER_PAUSE_MS = 200;

/** Throws where an event store does not answer for some seconds: a command's reads would be tried again for long. */
export async function requireAnswer(log: Pick<EventLog, 'end'>): Promise<void> {
  const until = performance.now() + ANSWER_MS;
  for (;;) {
    try {
      await log.end();
      return;
    } catch (error) {
      if (!(error instanceof LogUnavailable) || performance.now() > until) throw error;
      await pause(ANSWER_PAUSE_MS);
    }
  }
}
