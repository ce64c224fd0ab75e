import type { Call } from '../grpc/call.ts';
import { ProtoReader } from '../grpc/proto-reader.ts';
import { ProtoWriter } from '../grpc/proto-writer.ts';
import type { WriteResult, Writer } from '../storage/writer.ts';
import { deleteWrongVersion, handlerFailed, outcomeUnknown, streamDeleted } from './failures.ts';
import { type Guard, whenAllowed } from './guard.ts';
import { readWriteOptions, type Target, targetOf } from './write-options.ts';

/** `Streams.Delete` and `Streams.Tombstone`, whose requests, answers and errors are the same. */
export function removeHandler(writer: Writer, guard: Guard, kind: 'delete' | 'tombstone'): (call: Call) => void {
  return (call) => {
    let target: Target | undefined;
    const take = (bytes: Buffer) => {
      const request = new ProtoReader(bytes);
      while (request.next()) if (request.field === 1) target = targetOf(readWriteOptions(request.message()));
    };
    call.receive(take, () => {
      if (!target) throw handlerFailed();
      const { stream, expected } = target;
      const write = () => writer.write({ kind, stream, expected, events: [] });
      whenAllowed(guard, { call, operation: 'delete', stream }, write)
        .then((result) => answer(call, { stream, expected }, result))
        .catch((error: unknown) => call.fail(error));
    });
  };
}

function answer(call: Call, { stream, expected }: Target, result: WriteResult): void {
  if (result.kind === 'written') call.end(removed(result.position));
  else if (result.kind === 'wrong') call.fail(deleteWrongVersion(stream, expected, result.actual));
  else if (result.kind === 'deleted') call.fail(streamDeleted(result.stream));
  else call.fail(outcomeUnknown());
}

function removed(position: bigint | undefined): Buffer {
  const writer = new ProtoWriter(64);
  if (position === undefined) writer.empty(2);
  else writer.integer(2, position).integer(1, position).message(1, 0);
  return writer.frame(0).finish();
}
