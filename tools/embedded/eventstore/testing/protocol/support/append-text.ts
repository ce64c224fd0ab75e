import type { AppendResult } from '@eventstore/db-client';
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { type Expected, type Proposed, proposed, target } from './requests.ts';
import { failureOf, type Wire } from './wire.ts';

/** A refused append, with the fields of the client's errors. */
class Refused extends Error {
  readonly type: string;
  readonly streamName: string;
  readonly actualVersion: bigint | 'no_stream' | undefined;

  constructor(type: string, streamName: string, actualVersion?: bigint | 'no_stream') {
    super(type);
    this.type = type;
    this.streamName = streamName;
    this.actualVersion = actualVersion;
  }
}

/**
 * A plain append of events whose data are given as text; the client would serialize JSON itself. Throws errors with the
 * fields of the client's errors.
 */
export async function appendText(
  wire: Wire,
  stream: string,
  events: readonly Proposed[],
  expected: Expected = 'any',
): Promise<AppendResult> {
  const answer = await wire.append(target(stream, expected), ...events.map(proposed)).catch((error: ServiceError) => {
    throw new Refused(String(failureOf(error).exception ?? error.code), stream);
  });
  const wrong = answer.getWrongExpectedVersion();
  if (wrong) {
    const actual = wrong.hasCurrentNoStream() ? 'no_stream' : BigInt(wrong.getCurrentRevision());
    throw new Refused('wrong-expected-version', stream, actual);
  }
  return resultOf(answer);
}

function resultOf(answer: AppendResp): AppendResult {
  const success = answer.getSuccess();
  const position = success?.getPosition();
  return {
    success: true,
    nextExpectedRevision: BigInt(success?.getCurrentRevision() ?? 0),
    ...(position && {
      position: { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) },
    }),
  };
}

/** Sets metadata to a text, which need not be valid JSON. */
export const setMetadata = (wire: Wire, stream: string, text: string): Promise<AppendResult> =>
  appendText(wire, `$$${stream}`, [{ type: '$metadata', data: text }]);
