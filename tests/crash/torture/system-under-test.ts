import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { anyFreePort } from '#tools/embedded/postgres/port.ts';
import { Daybook } from '../../support/daybook.ts';
import { openProxy, type TcpProxy } from '../../support/proxy.ts';
import { RestartingProgram } from './restarting-program.ts';

/**
 * A Daybook of `npm start`, with a second API and a second worker that connect to the same stores through proxies.
 */
export type SystemUnderTest = {
  daybook: Daybook;
  /** The origins of the two APIs. */
  origins: readonly [string, string];
  api: RestartingProgram;
  worker: RestartingProgram;
  toDatabase: TcpProxy;
  toEventStore: TcpProxy;
  databaseUrl: string;
  eventStoreUrl: string;
  close(): Promise<void>;
};

/** Starts the system on a new data folder. */
export async function startSystem(): Promise<SystemUnderTest> {
  process.env.RATE_LIMIT_FACTOR = '1000000';
  const daybook = await Daybook.prepare();
  await daybook.start();
  const { databaseUrl, eventStoreUrl } = JSON.parse(await readFile(join(daybook.folder, 'services.json'), 'utf8'));
  const toDatabase = await openProxy(Number(new URL(databaseUrl).port));
  const toEventStore = await openProxy(Number(new URL(eventStoreUrl).port));
  const port = await anyFreePort();
  const origin = `http://localhost:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: through(databaseUrl, toDatabase),
    EVENTSTORE_URL: through(eventStoreUrl, toEventStore),
  };
  const api = new RestartingProgram('api/main.ts', {
    ...env,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DEMO_USER: 'off',
  });
  const worker = new RestartingProgram('projections/main.ts', env);
  api.start();
  worker.start();
  return {
    daybook,
    origins: [daybook.address, origin],
    api,
    worker,
    toDatabase,
    toEventStore,
    databaseUrl,
    eventStoreUrl,
    close: async () => {
      await Promise.all([api.end(), worker.end()]);
      await Promise.all([toDatabase.close(), toEventStore.close()]);
      await daybook.remove();
    },
  };
}

/** Runs a query on a new direct connection. Throws when the database is unreachable. */
export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The query rejects.
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

function through(url: string, { port }: TcpProxy): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
