import { randomUUID } from 'node:crypto';
import operations from '@eventstore/db-client/generated/operations_pb.js';
import type { Call } from '../grpc/call.ts';
import { Code, RpcFailure } from '../grpc/status.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { ScavengeOutcome } from '../storage/scavenger.ts';
import type { Writer } from '../storage/writer.ts';
import { frame } from './frame.ts';
import type { Guard } from './guard.ts';

const { STARTED, INPROGRESS, STOPPED } = operations.ScavengeResp.ScavengeResult;

/**
 * `Operations.StartScavenge`: answers at once. As in EventStoreDB, progress is recorded in the stream
 * `$scavenges-<id>`, whose last event is `$scavengeCompleted`.
 */
export function startScavengeHandler({ scavenger, writer }: EventStore, guard: Guard): (call: Call) => void {
  const reported = new WeakSet<Promise<ScavengeOutcome>>();
  return (call) => {
    call.receive(
      () => {},
      () => {
        guard.admin(call);
        const { id, isNew, outcome } = scavenger.start();
        call.end(answer(id, isNew ? STARTED : INPROGRESS));
        if (!reported.has(outcome)) void report(writer, id, outcome);
        reported.add(outcome);
      },
    );
  };
}

/** `Operations.StopScavenge`: stops the running scavenge, by its id. */
export function stopScavengeHandler({ scavenger }: EventStore, guard: Guard): (call: Call) => void {
  return (call) => {
    let id = '';
    call.receive(
      (bytes) => {
        id = operations.StopScavengeReq.deserializeBinary(bytes).getOptions()?.getScavengeId() ?? '';
      },
      () => {
        guard.admin(call);
        if (!scavenger.stop(id)) throw new RpcFailure(Code.notFound, 'No such scavenge is under way.');
        call.end(answer(id, STOPPED));
      },
    );
  };
}

function answer(id: string, result: 0 | 1 | 2): Buffer {
  const message = new operations.ScavengeResp();
  message.setScavengeId(id);
  message.setScavengeResult(result);
  return frame(message.serializeBinary());
}

async function report(writer: Writer, id: string, outcome: Promise<ScavengeOutcome>): Promise<void> {
  await write(writer, id, '$scavengeStarted', { scavengeId: id });
  const { removed, stopped, error } = await outcome;
  await write(writer, id, '$scavengeCompleted', {
    scavengeId: id,
    result: error ? 'Errored' : stopped ? 'Stopped' : 'Success',
    eventsRemoved: removed,
    ...(error && { error: error.message }),
  });
}

async function write(writer: Writer, scavengeId: string, type: string, data: object): Promise<void> {
  const event = {
    id: randomUUID(),
    type,
    json: true,
    data: Buffer.from(JSON.stringify(data)),
    metadata: Buffer.alloc(0),
  };
  await writer.write({ kind: 'append', stream: `$scavenges-${scavengeId}`, expected: 'any', events: [event] });
}
