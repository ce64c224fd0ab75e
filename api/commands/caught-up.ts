import { ProblemError } from '../http/problem-error.ts';
import type { ExecutionServices } from './execute.ts';

type Needs = Pick<ExecutionServices, 'log' | 'waiters'>;

/** A large change-set that was just recorded is in the read models after this time. */
const WAIT_MS = 60_000;

/**
 * Waits until the read models have all of a ledger's events, for what is compared with them, or selected by them.
 * Throws the problem unavailable where that takes long, and LogUnavailable.
 */
export async function waitUntilCaughtUp(services: Needs, ledgerId: string): Promise<void> {
  if (!(await isCaughtUp(services, ledgerId, WAIT_MS))) throw new ProblemError('unavailable');
}

/** Whether the read models have all of a ledger's events, or get there within `ms`. Throws LogUnavailable. */
export async function isCaughtUp({ log, waiters }: Needs, ledgerId: string, ms: number): Promise<boolean> {
  const [last] = await log.readBefore(ledgerId, null, 1);
  if (!last) return true;
  const reached = waiters.wait(ledgerId, last.revision, ms);
  waiters.hint(); // They may be there already, and then no commit might follow.
  return await reached;
}
