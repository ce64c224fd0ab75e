import { ProtoReader } from '../grpc/proto-reader.ts';
import type { ExpectedRevision } from '../rules/expected-revision.ts';
import { readStreamName } from './proposed-message.ts';

const NO_STREAM = 2n ** 64n - 1n;
const TOO_LARGE = 2n ** 63n;

/** The options of a write as received: any field may be missing. */
export type WriteOptions = {
  stream: string;
  expected: ExpectedRevision | 'impossible' | undefined;
  /** The identifier as received, to be sent back. */
  streamIdentifier: Buffer | undefined;
  /** In ms since 1970, if the write has a deadline. */
  deadline: number | undefined;
};

const revisionOf = (value: bigint): bigint | 'impossible' =>
  value < TOO_LARGE || value === NO_STREAM ? value : 'impossible';

/** Reads a `Timestamp` or a `Duration`, which have the same fields, in ms. */
function readTime(reader: ProtoReader): number {
  let ms = 0;
  while (reader.next()) {
    if (reader.field === 1) ms += Number(BigInt.asIntN(64, reader.integer())) * 1000;
    else if (reader.field === 2) ms += Number(BigInt.asIntN(32, reader.integer())) / 1_000_000;
  }
  return ms;
}

/**
 * Reads the options of an append, delete or tombstone, whose fields are the same. Only batch appends have deadlines: as
 * a time, and since version 21 as a duration.
 */
export function readWriteOptions(reader: ProtoReader): WriteOptions {
  const options: WriteOptions = { stream: '', expected: undefined, streamIdentifier: undefined, deadline: undefined };
  while (reader.next()) {
    if (reader.field === 1) {
      options.streamIdentifier = reader.bytes();
      options.stream = readStreamName(new ProtoReader(options.streamIdentifier));
    } else if (reader.field === 2) options.expected = revisionOf(reader.integer());
    else if (reader.field === 3) options.expected = 'no_stream';
    else if (reader.field === 4) options.expected = 'any';
    else if (reader.field === 5) options.expected = 'stream_exists';
    else if (reader.field === 6) options.deadline = readTime(reader.message());
    else if (reader.field === 7) options.deadline = Date.now() + readTime(reader.message());
  }
  return options;
}

/** The stream of a write and its expected revision. */
export type Target = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
};

/** The target of a write; undefined if the options lack it or its revision is impossible. */
export function targetOf({ stream, expected }: WriteOptions): Target | undefined {
  return stream === '' || expected === undefined || expected === 'impossible' ? undefined : { stream, expected };
}
