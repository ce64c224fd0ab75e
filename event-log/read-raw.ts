import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsGrpc, { type IStreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Connection } from './connection.ts';
import { LogUnavailable, toLogError } from './errors.ts';
import { type RawEvent, rawEvent } from './raw-event.ts';

/** Private methods of the client that give access to its generated gRPC code. */
type ClientInternals = {
  execute<Value>(service: unknown, name: string, action: (client: IStreamsClient) => Promise<Value>): Promise<Value>;
  callArguments(options: object, call?: object): [never, never];
};

/** A position in `$all`. */
type Position = { commit: bigint; prepare: bigint };

/**
 * `stream` null reads `$all`. A read starts at `from`, a revision of the stream or a position in `$all`; else backwards
 * reads start at the last event, others at the first.
 */
export type RawRead = { backwards: boolean; limit?: number } & (
  | { stream: string; from?: bigint }
  | { stream: null; from?: Position }
);

/** Gives visible events with their raw bytes. See `readMessages`. */
export async function* readRaw(connection: Connection, options: RawRead): AsyncGenerator<RawEvent> {
  for await (const message of readMessages(connection, options)) {
    const event = rawEvent(message);
    if (event) yield event;
  }
}

/**
 * Gives the messages of a read with their raw bytes, through the generated gRPC code of the official client. A missing
 * stream has no message with an event. Cancels the read when the caller stops early or an error occurs. Throws
 * LedgerErased for a tombstoned stream, or LogUnavailable, also when the next message doesn't arrive within the timeout
 * of one attempt.
 */
export async function* readMessages(connection: Connection, options: RawRead): AsyncGenerator<ReadResp> {
  const deadlineMs = performance.now() + connection.timeouts.attemptMs;
  const node = await connection.nodeConnection();
  const endCall = node.beginCall();
  const internals = internalsOf(node.client);
  const opening = internals.execute(
    streamsGrpc.StreamsClient,
    'read',
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
      yield next.value;
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

function readRequest(read: RawRead): ReadReq {
  const options = new streams.ReadReq.Options();
  if (read.stream === null) {
    const all = new streams.ReadReq.Options.AllOptions();
    if (read.from) all.setPosition(grpcPosition(read.from));
    else startOrEnd(all, read.backwards);
    options.setAll(all);
  } else {
    const stream = new streams.ReadReq.Options.StreamOptions();
    stream.setStreamIdentifier(streamIdentifier(read.stream));
    if (read.from !== undefined) stream.setRevision(String(read.from));
    else startOrEnd(stream, read.backwards);
    options.setStream(stream);
  }
  const ids = new streams.ReadReq.Options.UUIDOption();
  ids.setString(new shared.Empty());
  options.setUuidOption(ids);
  options.setCount(String(read.limit ?? Number.MAX_SAFE_INTEGER));
  options.setReadDirection(read.backwards ? 1 : 0);
  options.setNoFilter(new shared.Empty());
  options.setResolveLinks(false);
  const request = new streams.ReadReq();
  request.setOptions(options);
  return request;
}

function startOrEnd(where: ReadReq.Options.AllOptions | ReadReq.Options.StreamOptions, atEnd: boolean): void {
  if (atEnd) where.setEnd(new shared.Empty());
  else where.setStart(new shared.Empty());
}

function grpcPosition({ commit, prepare }: Position) {
  const position = new streams.ReadReq.Options.Position();
  position.setCommitPosition(String(commit));
  position.setPreparePosition(String(prepare));
  return position;
}
