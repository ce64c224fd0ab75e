import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import type { HeavyWork } from './heavy-work.ts';
import type { Job, JobServices } from './job.ts';

/** A ledger with more transactions is read in a thread. */
const SMALL_TRANSACTIONS_MAX = 5_000;

/**
 * Runs a job that reads much of a ledger: at once, or in a thread where the ledger is large. Gives and throws what it
 * does.
 */
export async function runBySize<Input extends { ledgerId: string }, Value>(
  services: JobServices & { heavy: HeavyWork },
  job: Job<Input, Value>,
  input: Input,
): Promise<Value> {
  const { ledgerId } = input;
  const { transactionCount } = await loadLedgerView(services.database, ledgerId);
  const isLarge = transactionCount > SMALL_TRANSACTIONS_MAX;
  return isLarge ? await services.heavy.run(ledgerId, job, input) : await job.work(services, input);
}
