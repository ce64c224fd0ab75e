import { Code, RpcFailure } from '../grpc/status.ts';
import { type ExpectedRevision, exactRevision } from '../rules/expected-revision.ts';

/** One append's data together, in bytes. */
export const MAX_APPEND_BYTES = 1_048_576;

/** What EventStoreDB answers to what it can't make sense of. */
export const handlerFailed = (): RpcFailure => new RpcFailure(Code.unknown, 'Exception was thrown by handler.');

/** The stream is tombstoned, or has to exist and is softly deleted. */
export const streamDeleted = (stream: string): RpcFailure =>
  new RpcFailure(Code.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** Expectations that are no revision, as integers. */
const NUMBERS = { any: -2n, stream_exists: -4n } as const;

/** A delete or a tombstone at a wrong revision; `actual` is -1 for none. */
export function deleteWrongVersion(stream: string, expected: ExpectedRevision, actual: bigint): RpcFailure {
  const number = exactRevision(expected) ?? NUMBERS[expected as keyof typeof NUMBERS];
  const message = `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${number}, Actual version: ${actual}`;
  return new RpcFailure(Code.failedPrecondition, message, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(number),
    'actual-version': String(actual),
  });
}

/** The caller may not do this, or did not say who they are. */
export const accessDenied = (): RpcFailure =>
  new RpcFailure(Code.permissionDenied, 'Access Denied', { exception: 'access-denied' });

/** The name and the password of the caller don't go together. */
export const unauthenticated = (): RpcFailure => new RpcFailure(Code.unauthenticated, 'Unauthenticated');

/** The data of an append together are longer than the limit. */
export const appendTooLarge = (): RpcFailure =>
  new RpcFailure(Code.invalidArgument, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  });

/** An event without its type or its content type. */
export const metadataMissing = (property: string): RpcFailure =>
  new RpcFailure(Code.invalidArgument, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** A write whose outcome nobody acceptsCredentials: the same answer as to one that took too long. */
export const outcomeUnknown = (): RpcFailure =>
  new RpcFailure(Code.aborted, 'Operation timed out: the outcome of the write is not known.');

/** A subscriber that doesn't take what is sent to it, once it is live or about to be. */
export const consumerTooSlow = (state: 'live' | 'transitioning to live'): RpcFailure =>
  new RpcFailure(
    Code.aborted,
    `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`,
  );

/** The end of what would go on for ever, when the server stops. */
export const shuttingDown = (): RpcFailure => new RpcFailure(Code.unavailable, 'The server is shutting down.');

/** A read from where nothing can be read. */
export const unexpectedResult = (what: 'ReadStreamResult' | 'ReadAllResult'): RpcFailure =>
  new RpcFailure(Code.unknown, `Unexpected ${what}: Error`);
