import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { BeforePiece } from './append.ts';

/**
 * The number of events of a change-set by which the read model may lag. The worker reads 20,000 events ahead, of all
 * ledgers.
 */
const LEAD_EVENTS_MAX = 2_000;
/** The read model gets a piece further within this time, unless no worker runs or the ledger is stalled. */
const WAIT_MS = 2_000;

/**
 * Gives what waits before each piece of a change-set until the read model lacks at most 2,000 of its events, so that
 * the worker reads the events of other ledgers in time. After the first wait of two seconds it waits no more: a
 * worker that is stopped delays a command, but doesn't block it.
 */
export function paced(waiters: RevisionWaiters, ledgerId: string): BeforePiece {
  let begun: bigint | null = null;
  let isMoving = true;
  return async (_bytes, after) => {
    begun ??= after;
    const due = after - BigInt(LEAD_EVENTS_MAX);
    if (!isMoving || due <= begun) return;
    const reached = waiters.wait(ledgerId, due, WAIT_MS);
    waiters.hint(); // It may be there already, and then no commit might follow.
    isMoving = await reached;
  };
}
