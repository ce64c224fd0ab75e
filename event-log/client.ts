import type * as EventStoreClient from '@eventstore/db-client';
import type gossipGrpcModule from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type gossipModule from '@eventstore/db-client/generated/gossip_pb.js';
import type sharedModule from '@eventstore/db-client/generated/shared_pb.js';
import type streamsGrpcModule from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsModule from '@eventstore/db-client/generated/streams_pb.js';
import type * as KurrentClient from '@kurrent/kurrentdb-client';

// The official client that this process uses, by EVENTSTORE_CLIENT: EventStoreDB's, or its successor, KurrentDB's
// (decision 34). Both speak to either server. Their generated code registers the same global names, so a process loads
// one of them.

/**
 * The client, and its generated gRPC code. The types are those that EventStoreDB's client has, which KurrentDB's fits
 * as used.
 */
type Client = {
  client: Omit<typeof EventStoreClient, 'default'>;
  gossipGrpc: typeof gossipGrpcModule;
  gossip: typeof gossipModule;
  shared: typeof sharedModule;
  streamsGrpc: typeof streamsGrpcModule;
  streams: typeof streamsModule;
};

const CLIENTS: Record<string, () => Promise<Client>> = { eventstore, kurrentdb };
const chosen = process.env.EVENTSTORE_CLIENT || 'eventstore';

const loaded = await (CLIENTS[chosen] ?? eventstore)();
export const { gossipGrpc, gossip, shared, streamsGrpc, streams } = loaded;
export const {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  NotLeaderError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
  convertToCommandError,
  jsonEvent,
  streamNameFilter,
  NO_STREAM,
  START,
} = loaded.client;
/** The scheme of connection strings that the client takes without a warning. */
export const SCHEME = chosen === 'kurrentdb' ? 'kurrentdb' : 'esdb';
export type EventStoreDBClient = EventStoreClient.EventStoreDBClient;

/** Throws an Error for the user where EVENTSTORE_CLIENT names no client. */
export function checkClient(): void {
  if (chosen in CLIENTS) return;
  throw new Error(`EVENTSTORE_CLIENT is '${chosen}', but there are only ${Object.keys(CLIENTS).join(' and ')}.`);
}

/** The options of an append after a revision, which the two clients call by different names, and else ignore. */
export function expecting(revision: bigint | typeof NO_STREAM): { expectedRevision: bigint | typeof NO_STREAM } {
  const both = { expectedRevision: revision, streamState: revision };
  return both;
}

/** The last revision of the stream that refused an append, which the two clients call by different names. */
export function actualRevision(error: EventStoreClient.WrongExpectedVersionError): bigint | typeof NO_STREAM {
  const { actualVersion, actualState } = error as Partial<Record<'actualVersion' | 'actualState', unknown>>;
  const actual = actualVersion ?? actualState;
  if (typeof actual === 'bigint' || actual === NO_STREAM) return actual;
  throw new Error(`The event store's client gives no revision with the refusal of an append: ${error.message}`);
}

async function eventstore(): Promise<Client> {
  return {
    client: await import('@eventstore/db-client'),
    gossipGrpc: (await import('@eventstore/db-client/generated/gossip_grpc_pb.js')).default,
    gossip: (await import('@eventstore/db-client/generated/gossip_pb.js')).default,
    shared: (await import('@eventstore/db-client/generated/shared_pb.js')).default,
    streamsGrpc: (await import('@eventstore/db-client/generated/streams_grpc_pb.js')).default,
    streams: (await import('@eventstore/db-client/generated/streams_pb.js')).default,
  };
}

async function kurrentdb(): Promise<Client> {
  const { default: client }: { default: Omit<typeof KurrentClient, 'default'> } = await import(
    '@kurrent/kurrentdb-client'
  );
  const generated = async (name: string) =>
    (await import(`@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/${name}_pb.js`)).default;
  return {
    client: { ...client, EventStoreDBClient: client.KurrentDBClient } as unknown as Client['client'],
    gossipGrpc: await generated('gossip_grpc'),
    gossip: await generated('gossip'),
    shared: await generated('shared'),
    streamsGrpc: await generated('streams_grpc'),
    streams: await generated('streams'),
  };
}
