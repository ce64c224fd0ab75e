import { randomUUID } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import { ALL } from '../rules/access.ts';
import type { EventStore } from '../storage/event-store.ts';
import { handlerFailed } from './failures.ts';
import type { Guard } from './guard.ts';
import { readAll } from './read-all.ts';
import { parseReadRequest } from './read-request.ts';
import { readStream } from './read-stream.ts';
import { subscribeToAll } from './subscribe-to-all.ts';
import { subscribeToStream } from './subscribe-to-stream.ts';

/** `Streams.Read`: reads and subscriptions, of a stream or of `$all`. */
export function readHandler(store: EventStore, guard: Guard): (call: Call) => void {
  return (call) => {
    let request: Buffer | undefined;
    call.receive(
      (bytes) => {
        request = bytes;
      },
      () => {
        if (!request) throw handlerFailed();
        void start(store, guard, call, request).catch((error: unknown) => call.fail(error));
      },
    );
  };
}

async function start(store: EventStore, guard: Guard, call: Call, bytes: Buffer): Promise<void> {
  const request = parseReadRequest(bytes);
  const { count } = request.read;
  call.isOpenEnded = count === undefined;
  await guard.allow(call, 'read', request.kind === 'all' ? ALL : request.read.stream);
  if (request.kind === 'stream') {
    if (count !== undefined) await readStream(store, call, request.read, count);
    else await subscribeToStream(store, call, request.read, randomUUID());
  } else if (count !== undefined) await readAll(store, call, request.read, count);
  else await subscribeToAll(store, call, request.read, randomUUID());
}
