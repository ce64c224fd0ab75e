import type { Session } from '../http/session.ts';
import type { HeavyWork } from './heavy-work.ts';
import type { Job, JobServices } from './job.ts';

/** A ledger with more events, of transactions or of others, is read in a thread. */
const SMALL_EVENTS_MAX = 5_000;

/**
 * Runs a job that reads much of a ledger: at once, or in a thread where the ledger has more than `eventsMax` events.
 * Gives and throws what it does.
 */
export async function runBySize<Input, Value>(
  services: JobServices & { heavy: HeavyWork },
  { ledgerId, head }: Session,
  job: Job<Input, Value>,
  input: Input,
  eventsMax = SMALL_EVENTS_MAX,
): Promise<Value> {
  const isLarge = head.revision >= eventsMax;
  return isLarge ? await services.heavy.run(ledgerId, job, input) : await job.work(services, input);
}
