import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';

/** The stream doesn't end at the expected revision: another writer appended first, or the log was replaced. */
export class WrongRevision extends Error {
  override readonly name = 'WrongRevision';
}

/** The ledger's stream has a tombstone: it can be neither read nor appended to, for ever. */
export class LedgerErased extends Error {
  override readonly name = 'LedgerErased';
}

/** The stream ends before a revision that was read from it earlier: the log is an older copy, or was replaced. */
export class LogBehind extends Error {
  override readonly name = 'LogBehind';
}

/** The event store can't be reached or timed out. An append in progress may or may not have been written. */
export class LogUnavailable extends Error {
  override readonly name = 'LogUnavailable';
}

/** The event store lets nobody in with the user and the password of the connection string. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

/**
 * The event store ended a subscription whose buffer overflowed. `subscribe` resumes after the last delivered event, so
 * no event is lost.
 */
export class SubscriptionOverrun extends LogUnavailable {
  override readonly message = 'The event store ended the subscription: more happened at once than it holds for one.';
}

/** gRPC status codes of refused credentials: permission denied, unauthenticated. */
const REFUSED_STATUSES = new Set([7, 16]);
/** gRPC status codes of transient failures: deadline, aborted, internal (a broken stream), unavailable. */
const TRANSIENT_STATUSES = new Set([4, 10, 13, 14]);

/** Maps an error of the client to one of the errors above; gives any other error back unchanged. */
export function toLogError(error: unknown): unknown {
  if (error instanceof WrongExpectedVersionError) return new WrongRevision(error.message, { cause: error });
  if (error instanceof StreamDeletedError) return new LedgerErased('This ledger was erased.', { cause: error });
  if (isOverrun(error)) return new SubscriptionOverrun('', { cause: error });
  if (error instanceof LogUnavailable) return error;
  if (error instanceof AccessDeniedError || REFUSED_STATUSES.has(statusOf(error))) {
    return new LogRefused('The event store does not know the user and the password of its address.', { cause: error });
  }
  if (isTransient(error)) return new LogUnavailable('The event store does not answer.', { cause: error });
  return error;
}

/** By its text: the client has no class for it. */
const isOverrun = (error: unknown) => error instanceof Error && error.message.includes('Consumer too slow');

function isTransient(error: unknown): boolean {
  if (error instanceof UnavailableError || error instanceof TimeoutError) return true;
  if (error instanceof DeadlineExceededError || error instanceof UnknownError) return true;
  if (error instanceof NotLeaderError || error instanceof CancelledError) return true;
  return TRANSIENT_STATUSES.has(statusOf(error));
}

/** The gRPC status in `code` of a plain Error, with which the first call of a client fails; NaN where it has none. */
function statusOf(error: unknown): number {
  const { code } = error instanceof Error ? (error as { code?: unknown }) : {};
  return typeof code === 'number' ? code : Number.NaN;
}
