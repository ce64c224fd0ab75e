import { ProtoWriter } from '../grpc/proto-writer.ts';
import { type ExpectedRevision, exactRevision, NO_EVENT } from '../rules/expected-revision.ts';
import type { WriteResult } from '../storage/writer.ts';

type Written = Extract<WriteResult, { kind: 'written' }>;

/** Writes `Success`, which both kinds of append have: revision and position of the last event. */
function success(writer: ProtoWriter, field: number, { revision, position }: Written): void {
  const mark = writer.mark();
  if (position === undefined) {
    writer.empty(4);
  } else {
    const positionMark = writer.mark();
    writer.integer(2, position).integer(1, position).message(3, positionMark);
  }
  if (revision === NO_EVENT) writer.empty(2);
  else writer.integer(1, revision);
  writer.message(field, mark);
}

/** The `AppendResp` of an append that was written. */
export function appendSuccess(written: Written): Buffer {
  const writer = new ProtoWriter(64);
  success(writer, 1, written);
  return writer.frame(0).finish();
}

/** Field numbers of the four kinds of expected revision. */
type ExpectedFields = {
  readonly revision: number;
  readonly any: number;
  readonly streamExists: number;
  readonly noStream: number;
};

function expectedField(writer: ProtoWriter, expected: ExpectedRevision, fields: ExpectedFields): void {
  if (typeof expected === 'bigint') writer.integer(fields.revision, expected);
  else if (expected === 'any') writer.empty(fields.any);
  else if (expected === 'stream_exists') writer.empty(fields.streamExists);
  else writer.empty(fields.noStream);
}

/**
 * The `AppendResp` of an append with a wrong expected revision, with the current fields and the fields of clients
 * before 20.6.1.
 */
export function appendWrongVersion(expected: ExpectedRevision, actual: bigint): Buffer {
  const writer = new ProtoWriter(128);
  expectedField(writer, expected, { revision: 8, any: 9, streamExists: 10, noStream: 11 });
  if (actual === NO_EVENT) writer.empty(7);
  else writer.integer(6, actual);
  if (expected === 'no_stream') writer.integer(3, 2n ** 64n - 1n);
  else expectedField(writer, expected, { revision: 3, any: 4, streamExists: 5, noStream: 3 });
  if (actual === NO_EVENT) writer.empty(2);
  else writer.integer(1, actual);
  return writer.message(2, 0).frame(0).finish();
}

/** The identity of the append that a `BatchAppendResp` answers: both fields as received. */
export type BatchAddress = {
  readonly correlationId: Buffer | undefined;
  readonly streamIdentifier: Buffer | undefined;
};

function batchAnswer(address: BatchAddress, content: (writer: ProtoWriter) => void): Buffer {
  const { correlationId, streamIdentifier } = address;
  const writer = new ProtoWriter(128 + (streamIdentifier?.length ?? 0));
  if (streamIdentifier) writer.bytes(4, streamIdentifier);
  content(writer);
  if (correlationId) writer.bytes(1, correlationId);
  return writer.frame(0).finish();
}

/** The answer to a batch append that was written, or had been already. */
export function batchSuccess(address: BatchAddress, written: Written): Buffer {
  return batchAnswer(address, (writer) => success(writer, 3, written));
}

/** A `google.rpc.Status` whose message is the name of its detail. */
function batchFailure(
  address: BatchAddress,
  code: number,
  name: string,
  detail?: (writer: ProtoWriter) => void,
): Buffer {
  return batchAnswer(address, (writer) => {
    const status = writer.mark();
    detail?.(writer);
    writer.message(2, status).text(1, `type.googleapis.com/event_store.client.${name}`).message(3, status);
    writer.text(2, name).integer(1, code).message(2, status);
  });
}

/** The answer to a batch append with a wrong expected revision; `actual` is -1 for no stream. */
export function batchWrongVersion(address: BatchAddress, expected: ExpectedRevision, actual: bigint): Buffer {
  return batchFailure(address, 6, 'WrongExpectedVersion', (writer) => {
    const reported = exactRevision(expected) === NO_EVENT ? 'no_stream' : expected;
    expectedField(writer, reported, { revision: 3, any: 4, streamExists: 5, noStream: 6 });
    if (actual === NO_EVENT) writer.empty(2);
    else writer.integer(1, actual);
  });
}

/** The answer to a batch append to a tombstoned stream, or with `stream_exists` to a softly deleted one. */
export function batchStreamDeleted(address: BatchAddress, stream: string): Buffer {
  return batchFailure(address, 5, 'StreamDeleted', (writer) => {
    const mark = writer.mark();
    writer.text(3, stream).message(1, mark);
  });
}

/** The answer to a batch append whose data exceed `limit` bytes in total. */
export function batchTooLarge(address: BatchAddress, limit: number): Buffer {
  return batchFailure(address, 3, 'MaximumAppendSizeExceeded', (writer) => writer.integer(1, limit));
}

/** The answer to a batch append that missed its deadline, or whose outcome is unknown. */
export const batchTimeout = (address: BatchAddress): Buffer => batchFailure(address, 4, 'Timeout');

/** The answer to a batch append by a user without write access to the stream. */
export const batchAccessDenied = (address: BatchAddress): Buffer => batchFailure(address, 7, 'AccessDenied');

/** The answer to a batch append without a required field. */
export const batchBadRequest = (address: BatchAddress): Buffer => batchFailure(address, 3, 'BadRequest');
