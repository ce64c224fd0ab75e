import type { Call } from '../grpc/call.ts';
import { ProtoReader } from '../grpc/proto-reader.ts';
import { Code, RpcFailure } from '../grpc/status.ts';
import type { ProposedEvent } from '../rules/recorded-event.ts';
import type { WriteResult, Writes } from '../storage/writer.ts';
import { appendSuccess, appendWrongVersion } from './append-messages.ts';
import {
  appendTooLarge,
  handlerFailed,
  MAX_APPEND_BYTES,
  metadataMissing,
  outcomeUnknown,
  streamDeleted,
} from './failures.ts';
import { type Guard, whenAllowed } from './guard.ts';
import { eventOf, type Proposal, readProposal } from './proposed-message.ts';
import { readWriteOptions, type Target, targetOf, type WriteOptions } from './write-options.ts';

/** `Streams.Append`: the options, then one message for each event, then one answer. */
export function appendHandler(writer: Writes, guard: Guard): (call: Call) => void {
  return (call) => {
    let target: Target | undefined;
    let size = 0;
    const events: ProposedEvent[] = [];
    const take = (bytes: Buffer) => {
      const request = new ProtoReader(bytes);
      while (request.next()) {
        if (request.field === 1 && !target) target = targetFrom(readWriteOptions(request.message()));
        else if (request.field === 2 && target) events.push(eventFrom(readProposal(request.message())));
        else throw handlerFailed();
      }
      size += events.at(-1)?.data.length ?? 0;
      if (size > MAX_APPEND_BYTES) throw appendTooLarge();
    };
    call.receive(take, () => {
      if (!target) throw handlerFailed();
      const { stream, expected } = target;
      const write = () => writer.write({ kind: 'append', stream, expected, events });
      whenAllowed(guard, { call, operation: 'append', stream }, write)
        .then((result) => answer(call, target, result))
        .catch((error: unknown) => call.fail(error));
    });
  };
}

function targetFrom(options: WriteOptions): Target {
  if (options.expected === undefined)
    throw new RpcFailure(Code.invalidArgument, 'An append needs an expected revision.');
  const target = targetOf(options);
  if (!target) throw handlerFailed();
  return target;
}

function eventFrom(proposal: Proposal): ProposedEvent {
  if (proposal.id === undefined) throw handlerFailed();
  if (proposal.type === undefined) throw metadataMissing('type');
  if (proposal.contentType === undefined) throw metadataMissing('content-type');
  const event = eventOf(proposal);
  if (!event) throw handlerFailed();
  return event;
}

function answer(call: Call, target: Target | undefined, result: WriteResult): void {
  if (result.kind === 'written') call.end(appendSuccess(result));
  else if (result.kind === 'wrong' && target) call.end(appendWrongVersion(target.expected, result.actual));
  else if (result.kind === 'deleted') call.fail(streamDeleted(result.stream));
  else call.fail(outcomeUnknown());
}
