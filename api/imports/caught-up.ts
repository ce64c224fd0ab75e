import { ProblemError } from '../http/problem-error.ts';
import type { ImportServices } from './import-services.ts';

/** A large import that was just recorded is in the read models after this time. */
const WAIT_MS = 60_000;

/**
 * Waits until the read models have all of a ledger's events, since rows are compared with them. Throws the problem
 * unavailable where that takes long, and LogUnavailable.
 */
export async function caughtUp(
  { log, waiters }: Pick<ImportServices, 'log' | 'waiters'>,
  ledgerId: string,
): Promise<void> {
  const [last] = await log.readBefore(ledgerId, null, 1);
  if (last && !(await waiters.wait(ledgerId, last.revision, WAIT_MS))) throw new ProblemError('unavailable');
}
