import type { Session } from '../http/session.ts';
import type { HeavyWork } from './heavy-work.ts';
import type { Job, JobServices } from './job.ts';

/** A ledger with more transactions is read in a thread. */
const SMALL_TRANSACTIONS_MAX = 5_000;

/**
 * Runs a job that reads much of a ledger: at once, or in a thread where the ledger is large. Gives and throws what it
 * does.
 */
export async function runBySize<Input, Value>(
  services: JobServices & { heavy: HeavyWork },
  { ledgerId, head }: Session,
  job: Job<Input, Value>,
  input: Input,
): Promise<Value> {
  const isLarge = head.transactionCount > SMALL_TRANSACTIONS_MAX;
  return isLarge ? await services.heavy.run(ledgerId, job, input) : await job.work(services, input);
}
