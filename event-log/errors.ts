import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';

/** The stream doesn't end at the revision that was expected: somebody else appended first, or the log is another. */
export class WrongRevision extends Error {
  override readonly name = 'WrongRevision';
}

/** The ledger was erased for good; its stream takes and gives nothing any more. */
export class LedgerErased extends Error {
  override readonly name = 'LedgerErased';
}

/** The log ends before a revision that it is known to have had: it is an older copy, or another log. */
export class LogBehind extends Error {
  override readonly name = 'LogBehind';
}

/** The event store can't be reached or doesn't answer in time. What was to be appended may or may not be written. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/**
 * The event store ended a subscription because more happened at once than it holds for one. It is made again, and
 * nothing is missed.
 */
export class SubscriptionOverrun extends LogUnavailable {
  override readonly message = 'The event store ended the subscription: more happened at once than it holds for one.';
}

/** gRPC statuses after which trying again can help: deadline, aborted, internal (a broken stream), unavailable. */
const PASSING = new Set([4, 10, 13, 14]);

/** Takes whatever the client threw and gives the log's own error for it, or the same where it is none of these. */
export function translated(error: unknown): unknown {
  if (error instanceof WrongExpectedVersionError) return new WrongRevision(error.message, { cause: error });
  if (error instanceof StreamDeletedError) return new LedgerErased('This ledger was erased.', { cause: error });
  if (error instanceof TimeoutError && error.message.includes('Consumer too slow'))
    return new SubscriptionOverrun('', { cause: error });
  if (error instanceof LogUnavailable) return error;
  if (isPassing(error)) return new LogUnavailable('The event store does not answer.', { cause: error });
  return error;
}

/** Whether this says that a stream has no events. */
export function isMissingStream(error: unknown): boolean {
  return error instanceof StreamNotFoundError;
}

function isPassing(error: unknown): boolean {
  if (error instanceof UnavailableError || error instanceof TimeoutError) return true;
  if (error instanceof DeadlineExceededError || error instanceof UnknownError) return true;
  if (error instanceof NotLeaderError || error instanceof CancelledError) return true;
  // The first call fails with a plain error that has a raw status.
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'number' && PASSING.has(code);
}
