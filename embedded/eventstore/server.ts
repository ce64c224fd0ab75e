import { setTimeout as sleep } from 'node:timers/promises';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import operations from '@eventstore/db-client/generated/operations_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { startOptionalBrowser } from './browser/start-optional-browser.ts';
import { GrpcServer, type Handler, type Tls } from './grpc/grpc-server.ts';
import { appendHandler } from './service/append.ts';
import { BatchAppendCall } from './service/batch-append.ts';
import { shuttingDown } from './service/failures.ts';
import { gossipHandler } from './service/gossip.ts';
import { type Guard, openGuard, passwordGuard } from './service/guard.ts';
import { probes } from './service/probes.ts';
import { readHandler } from './service/read.ts';
import { removeHandler } from './service/remove.ts';
import { startScavengeHandler, stopScavengeHandler } from './service/scavenge.ts';
import { supportedMethodsHandler } from './service/server-features.ts';
import { type EventStore, openEventStore } from './storage/event-store.ts';

export type EventStoreOptions = {
  /** A database of the store's own, as a URL that `pg` takes. */
  readonly databaseUrl: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly host?: string;
  /** Where its pages stand, on 127.0.0.1: 0 for any port that is free. There are none where this is missing. */
  readonly browserPort?: number;
  /** Its certificate and key as PEM, to speak TLS and nothing else. */
  readonly tls?: Tls;
  /** Names and passwords of those who may call, `admin` being the administrator; anybody may where this is missing. */
  readonly users?: ReadonlyMap<string, string>;
  readonly log?: (line: string) => void;
  /** Told when the database is gone: the store has to be stopped. */
  readonly lost?: (reason: Error) => void;
};

export type RunningEventStore = {
  /** What the client connects to. */
  readonly url: string;
  readonly port: number;
  /** Where its pages are, if they could be had. */
  readonly pagesUrl: string | undefined;
  /** Takes nothing new, finishes what is under way (for 5 s at most), and closes. */
  stop(): Promise<void>;
};

const STOP_TIMEOUT_MS = 5000;

/**
 * Starts a server that speaks EventStoreDB's protocol, its events in one table of a Postgres database.
 * @throws if the database can't be reached or has a writer already, or the port is taken
 */
export async function startEventStore(options: EventStoreOptions): Promise<RunningEventStore> {
  const { databaseUrl, host = '127.0.0.1', tls, users, log = () => {} } = options;
  const lost = options.lost ?? ((reason: Error) => log(`The event store has lost its database: ${reason.message}`));
  const store = await openEventStore(databaseUrl, log, lost);
  const guard = users ? passwordGuard(users, store.streamViews) : openGuard;
  const address = { host, port: options.port };
  const unexpected = (error: unknown) =>
    log(`The event store could not answer: ${error instanceof Error ? error.stack : error}`);
  const server = new GrpcServer(handlersOf(store, guard, address), probes(guard, users !== undefined), unexpected, tls);
  try {
    address.port = await server.listen(options.port, host);
  } catch (error) {
    await store.close();
    throw error;
  }
  store.scavenger.startDaily();
  const pages =
    options.browserPort === undefined
      ? undefined
      : await startOptionalBrowser(store, { port: options.browserPort, users, log });
  return {
    url: `esdb://${host}:${address.port}?tls=${tls !== undefined}`,
    port: address.port,
    pagesUrl: pages?.url,
    stop: async () => {
      await pages?.close();
      server.stopAccepting();
      const finished = store.writer.idle().then(() => {
        server.endOpenEnded(shuttingDown());
        return server.closed();
      });
      await Promise.race([finished, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      server.destroy();
      await store.close();
    },
  };
}

function handlersOf(
  store: EventStore,
  guard: Guard,
  address: { host: string; port: number },
): ReadonlyMap<string, Handler> {
  const { read, append, batchAppend, delete: remove, tombstone } = streams.StreamsService;
  return new Map<string, Handler>([
    [read.path, readHandler(store, guard)],
    [append.path, appendHandler(store.writer, guard)],
    [batchAppend.path, (call) => new BatchAppendCall(call, store.writer, guard)],
    [remove.path, removeHandler(store.writer, guard, 'delete')],
    [tombstone.path, removeHandler(store.writer, guard, 'tombstone')],
    [operations.OperationsService.startScavenge.path, startScavengeHandler(store, guard)],
    [operations.OperationsService.stopScavenge.path, stopScavengeHandler(store, guard)],
    [features.ServerFeaturesService.getSupportedMethods.path, supportedMethodsHandler()],
    [gossip.GossipService.read.path, gossipHandler(address)],
  ]);
}
