import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { createTestDatabase } from '../../postgres/testing/database.ts';
import { startEventStore } from '../server.ts';

/** The EventStoreDB that the contract tests run against where there is Docker. */
export const EVENTSTORE_IMAGE = 'eventstore/eventstore:23.10.7-bookworm-slim';

/** An event store to test. A second `start` gives the store that runs already, until it is stopped. */
export type StoreAtHand = { name: string; start(): Promise<{ url: string; stop(): Promise<void> }> };

type Started = Awaited<ReturnType<StoreAtHand['start']>>;

/**
 * The event stores that the contract tests run against: always the stand-in, and a real one where EVENTSTORE_URL names
 * it or Docker is available. Logs why there is no real one.
 */
export async function eventStoresAtHand(): Promise<StoreAtHand[]> {
  const stores = [once('the stand-in', startStandIn)];
  const url = process.env.EVENTSTORE_URL;
  if (url) {
    stores.push(once('the one EVENTSTORE_URL names', async () => ({ url, stop: async () => {} })));
  } else if (await hasDocker()) {
    stores.push(once(`EventStoreDB in Docker (${EVENTSTORE_IMAGE})`, startContainer));
  } else {
    console.info(
      'The event store tests run against the stand-in only: EVENTSTORE_URL is not set, and Docker is not available.',
    );
  }
  return stores;
}

function once(name: string, start: () => Promise<Started>): StoreAtHand {
  let started: Promise<Started> | undefined;
  return {
    name,
    start: async () => {
      started ??= start();
      const { url, stop } = await started;
      return {
        url,
        stop: async () => {
          started = undefined;
          await stop();
        },
      };
    },
  };
}

async function startStandIn(): Promise<Started> {
  const database = await createTestDatabase();
  const server = await startEventStore({ databaseUrl: database.url, port: 0 });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await database.release();
    },
  };
}

async function hasDocker(): Promise<boolean> {
  try {
    await getContainerRuntimeClient();
    return true;
  } catch {
    return false;
  }
}

async function startContainer(): Promise<Started> {
  const container = await new GenericContainer(EVENTSTORE_IMAGE)
    .withEnvironment({ EVENTSTORE_TELEMETRY_OPTOUT: 'true' })
    .withCommand(['--insecure', '--mem-db', '--enable-atom-pub-over-http=false'])
    .withExposedPorts(2113)
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    stop: async () => {
      await container.stop();
    },
  };
}
