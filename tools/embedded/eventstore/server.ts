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
import type { Writes } from './storage/writer.ts';
import type { AppendTrace } from './traces.ts';

export type EventStoreOptions = {
  /** URL of a database that nothing else uses, in the form that `pg` takes. */
  readonly databaseUrl: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly host?: string;
  /** Port of its pages, on 127.0.0.1; 0 for any free port. Without it there are no pages. */
  readonly browserPort?: number;
  /** Certificate and key as PEM, to accept TLS connections only. */
  readonly tls?: Tls;
  /** Passwords by user name; `admin` is the administrator. Without it callers need no authentication. */
  readonly users?: ReadonlyMap<string, string>;
  readonly log?: (line: string) => void;
  /** Told of each append that is written. */
  readonly appended?: AppendTrace;
  /** Called when the connection to the database is lost: the event store has to be stopped. */
  readonly lost?: (reason: Error) => void;
};

export type RunningEventStore = {
  /** The connection string for clients. */
  readonly url: string;
  readonly port: number;
  /** The URL of its pages; undefined where they could not start. */
  readonly pagesUrl: string | undefined;
  /** Accepts no new calls, finishes the current ones (within 5 s), and closes. */
  stop(): Promise<void>;
};

const STOP_TIMEOUT_MS = 5000;

/**
 * Starts a server that speaks EventStoreDB's protocol and stores its events in one table of a Postgres database. Throws
 * where the database can't be reached or has another writer, or the port is taken.
 */
export async function startEventStore(options: EventStoreOptions): Promise<RunningEventStore> {
  const { databaseUrl, host = '127.0.0.1', tls, users, log = () => {} } = options;
  const lost = options.lost ?? ((reason: Error) => log(`The event store has lost its database: ${reason.message}`));
  const store = await openEventStore(databaseUrl, log, lost);
  const guard = users ? passwordGuard(users, store.streamViews) : openGuard;
  const address = { host, port: options.port };
  const unexpected = (error: unknown) =>
    log(`The event store could not answer: ${error instanceof Error ? error.stack : error}`);
  const writer = options.appended ? tracedWriter(store.writer, options.appended) : store.writer;
  const server = new GrpcServer(
    handlersOf(store, writer, guard, address),
    probes(guard, users !== undefined),
    unexpected,
    tls,
  );
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

/** A writer that tells of each append that is written. */
function tracedWriter(writer: Writes, appended: AppendTrace): Writes {
  return {
    write: async (write) => {
      const beginMs = performance.now();
      const result = await writer.write(write);
      if (write.kind === 'append' && result.kind === 'written') appended(write.events, beginMs);
      return result;
    },
  };
}

function handlersOf(
  store: EventStore,
  writer: Writes,
  guard: Guard,
  address: { host: string; port: number },
): ReadonlyMap<string, Handler> {
  const { read, append, batchAppend, delete: remove, tombstone } = streams.StreamsService;
  return new Map<string, Handler>([
    [read.path, readHandler(store, guard)],
    [append.path, appendHandler(writer, guard)],
    [batchAppend.path, (call) => new BatchAppendCall(call, writer, guard)],
    [remove.path, removeHandler(store.writer, guard, 'delete')],
    [tombstone.path, removeHandler(store.writer, guard, 'tombstone')],
    [operations.OperationsService.startScavenge.path, startScavengeHandler(store, guard)],
    [operations.OperationsService.stopScavenge.path, stopScavengeHandler(store, guard)],
    [features.ServerFeaturesService.getSupportedMethods.path, supportedMethodsHandler()],
    [gossip.GossipService.read.path, gossipHandler(address)],
  ]);
}
