import { Code, RpcFailure } from '../grpc/status.ts';
import { type ExpectedRevision, exactRevision } from '../rules/expected-revision.ts';

/** The limit on the data of one append in total. */
export const MAX_APPEND_BYTES = 1_048_576;

/** EventStoreDB's answer to an invalid request. */
export const handlerFailed = (): RpcFailure => new RpcFailure(Code.unknown, 'Exception was thrown by handler.');

/** A write or read of a tombstoned stream, or a write with `stream_exists` to a softly deleted one. */
export const streamDeleted = (stream: string): RpcFailure =>
  new RpcFailure(Code.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/** Expected versions without a revision, as integers. */
const NUMBERS = { any: -2n, stream_exists: -4n } as const;

/** A delete or a tombstone with a wrong expected revision; `actual` is -1 for no stream. */
export function deleteWrongVersion(stream: string, expected: ExpectedRevision, actual: bigint): RpcFailure {
  const number = exactRevision(expected) ?? NUMBERS[expected as keyof typeof NUMBERS];
  const message =
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, ` +
    `Expected version: ${number}, Actual version: ${actual}`;
  return new RpcFailure(Code.failedPrecondition, message, {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(number),
    'actual-version': String(actual),
  });
}

/** The caller has no access, or sent no credentials. */
export const accessDenied = (): RpcFailure =>
  new RpcFailure(Code.permissionDenied, 'Access Denied', { exception: 'access-denied' });

/** The caller's credentials are wrong. */
export const unauthenticated = (): RpcFailure => new RpcFailure(Code.unauthenticated, 'Unauthenticated');

/** The data of an append exceed the limit. */
export const appendTooLarge = (): RpcFailure =>
  new RpcFailure(Code.invalidArgument, `Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  });

/** An event without its type or content type. */
export const metadataMissing = (property: string): RpcFailure =>
  new RpcFailure(Code.invalidArgument, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** A write whose outcome is unknown: answered like one that timed out. */
export const outcomeUnknown = (): RpcFailure =>
  new RpcFailure(Code.aborted, 'Operation timed out: the outcome of the write is not known.');

/** A subscriber that reads too slowly, once it is live or about to be. */
export const consumerTooSlow = (state: 'live' | 'transitioning to live'): RpcFailure =>
  new RpcFailure(
    Code.aborted,
    `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`,
  );

/** The end of an open-ended call when the server stops. */
export const shuttingDown = (): RpcFailure => new RpcFailure(Code.unavailable, 'The server is shutting down.');

/** A read from an invalid start. */
export const unexpectedResult = (resultType: 'ReadStreamResult' | 'ReadAllResult'): RpcFailure =>
  new RpcFailure(Code.unknown, `Unexpected ${resultType}: Error`);
