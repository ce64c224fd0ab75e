import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc, { type IStreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Connection } from './connection.ts';
import { LogUnavailable, toLogError } from './errors.ts';
import { type RawEvent, rawEvent } from './raw-event.ts';

/** Private methods of the client that give access to its generated gRPC code. */
type ClientInternals = {
  execute<Value>(service: unknown, name: string, action: (client: IStreamsClient) => Promise<Value>): Promise<Value>;
  callArguments(options: object, call?: object): [never, never];
};

/**
 * `stream` null reads `$all`. Backwards reads start at the last event, others at the first, or at the revision `from`
 * of the stream.
 */
export type RawRead = { stream: string | null; backwards: boolean; from?: bigint; limit?: number };

/**
 * Gives visible events with their raw bytes, through the generated gRPC code of the official client; none for a missing
 * stream. Throws LedgerErased for a tombstoned stream, or LogUnavailable, also when the next event doesn't arrive
 * within the timeout of one attempt.
 */
export async function* readRaw(connection: Connection, options: RawRead): AsyncGenerator<RawEvent> {
  const deadlineMs = performance.now() + connection.timeouts.attemptMs;
  const node = await connection.nodeConnection();
  const endCall = node.beginCall();
  const internals = internalsOf(node.client);
  const opening = internals.execute(
    grpc.StreamsClient,
    'readRaw',
    async (service) =>
      service
        .read(
          readRequest(options),
          ...internals.callArguments(connection.reading, { deadline: Number.POSITIVE_INFINITY }),
        )
        .on('error', () => {}), // The iteration throws errors; a later one without a listener would end the process.
  );
  try {
    const messages = await connection.wait(node, opening, deadlineMs - performance.now());
    const responses = (messages as AsyncIterable<ReadResp>)[Symbol.asyncIterator]();
    for (let ms = deadlineMs - performance.now(); ; ms = connection.timeouts.attemptMs) {
      const next = await connection.wait(node, responses.next(), ms);
      if (next.done) return;
      const event = rawEvent(next.value);
      if (event) yield event;
    }
  } catch (error) {
    const known = toLogError(error instanceof Error ? convertToCommandError(error) : error);
    if (known instanceof LogUnavailable) connection.replace(node);
    throw known;
  } finally {
    opening.then((messages) => messages.cancel()).then(endCall, endCall);
  }
}

/** The client with its private methods. */
export const internalsOf = (client: EventStoreDBClient) => client as unknown as ClientInternals;

/** The name of a stream in the generated code. */
export const streamIdentifier = (stream: string) => {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(new TextEncoder().encode(stream));
  return identifier;
};

function readRequest({ stream, backwards, from, limit }: RawRead): ReadReq {
  const empty = () => new shared.Empty();
  const options = new streams.ReadReq.Options();
  if (stream === null) {
    const all = new streams.ReadReq.Options.AllOptions();
    if (backwards) all.setEnd(empty());
    else all.setStart(empty());
    options.setAll(all);
  } else {
    const streamOptions = new streams.ReadReq.Options.StreamOptions();
    streamOptions.setStreamIdentifier(streamIdentifier(stream));
    if (backwards) streamOptions.setEnd(empty());
    else if (from === undefined) streamOptions.setStart(empty());
    else streamOptions.setRevision(String(from));
    options.setStream(streamOptions);
  }
  const ids = new streams.ReadReq.Options.UUIDOption();
  ids.setString(empty());
  options.setUuidOption(ids);
  options.setCount(String(limit ?? Number.MAX_SAFE_INTEGER));
  options.setReadDirection(backwards ? 1 : 0);
  options.setNoFilter(empty());
  options.setResolveLinks(false);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}
