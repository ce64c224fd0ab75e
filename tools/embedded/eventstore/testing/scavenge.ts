import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import messages, { type ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { credentials } from '@grpc/grpc-js';

const { STARTED } = messages.ScavengeResp.ScavengeResult;

/** Requests a scavenge as EventStoreDB's tools do. */
export function askToScavenge(port: number): Promise<ScavengeResp> {
  const service = new operations.OperationsClient(`127.0.0.1:${port}`, credentials.createInsecure());
  return new Promise<ScavengeResp>((resolve, reject) => {
    service.startScavenge(new messages.StartScavengeReq(), (error, answer) => {
      if (error) reject(error);
      else resolve(answer);
    });
  }).finally(() => service.close());
}

/**
 * Runs a scavenge, after the scavenge that may be running; gives the number of events that it removed. Throws where it
 * fails.
 */
export async function scavengeOf(port: number, client: EventStoreDBClient): Promise<number> {
  const answer = await askToScavenge(port);
  const removed = await completed(answer.getScavengeId(), client);
  return answer.getScavengeResult() === STARTED ? removed : scavengeOf(port, client);
}

async function completed(id: string, client: EventStoreDBClient): Promise<number> {
  for (;;) {
    const report = await Array.fromAsync(client.readStream(`$scavenges-${id}`)).catch(() => []);
    const last = report.at(-1)?.event;
    if (last?.type === '$scavengeCompleted') {
      const { result, eventsRemoved } = last.data as { result: string; eventsRemoved: number };
      if (result !== 'Success') throw new Error(`The scavenge ended with '${result}'.`);
      return eventsRemoved;
    }
    await pause(20);
  }
}
