import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { type AppSettings, createApp } from '#api/app.ts';
import { RecentEvents } from '#api/commands/recent-events.ts';
import { DiskSpace, type FreeBytes } from '#api/disk/disk-space.ts';
import { imageQuotaOf } from '#api/files/quota.ts';
import { HeavyWork } from '#api/heavy/heavy-work.ts';
import { type Listening, listen } from '#api/http/listen.ts';
import { LONG_ANSWER_CONNECTIONS } from '#api/http/long-answer.ts';
import type { PremiumFor } from '#api/http/premium.ts';
import type { OidcProvider } from '#api/identity/oidc-provider.ts';
import { relyingPartyOf } from '#api/identity/passkeys.ts';
import { passwordRules } from '#api/identity/password-rules.ts';
import { hashPassword } from '#api/identity/passwords.ts';
import { secretKeyIn } from '#api/identity/secret-key.ts';
import { SessionCookie } from '#api/identity/session-cookie.ts';
import { beginSession } from '#api/identity/sessions.ts';
import { addUser } from '#api/identity/users.ts';
import { ImportReader } from '#api/imports/reader.ts';
import { openLimits } from '#api/limits/limits.ts';
import { migrations } from '#api/migrations.ts';
import { Payments } from '#api/payments/payments.ts';
import type { PaymentSettings } from '#api/payments/settings.ts';
import { openSearch } from '#api/search/search.ts';
import type { Services } from '#api/services.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { KeyedMutex } from '#platform/keyed-mutex.ts';
import { openLogFile } from '#platform/log.ts';
import { migrateSchema } from '#platform/migrations.ts';
import { openPool } from '#platform/postgres.ts';
import { LedgerViews } from '#projections/ledger-views.ts';
import { listenForCommits } from '#projections/listen.ts';
import { addMissing } from '#projections/tables/add-missing.ts';
import { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { startWorker, type Worker } from '#projections/worker/worker.ts';
import { startEventStore } from '#tools/embedded/eventstore/server.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { Caller, FULL_NAME, PASSWORD } from './caller.ts';
import { newDataFolder } from './data-folder.ts';
import { keepLog, noteSecretsOf } from './leaks.ts';

/** The origin at which the API believes to be. */
export const PUBLIC_ORIGIN = 'http://daybook.test';

/** The API and the worker in this process, on databases of the run's Postgres and an event store. */
export type TestServer = {
  origin: string;
  /** The read models have what the API has appended before a query is sent, unless the worker is paused. */
  database: pg.Pool;
  databaseUrl: string;
  eventStoreUrl: string;
  /** The database in which the event store keeps its events. */
  eventsDatabaseUrl: string;
  log: EventLog;
  worker: Worker;
  /** The API's clock; null for the real time. */
  clock: { now: Date | null };
  /** The lines that the API and the worker have logged. */
  logged: string[];
  services: Services;
  /** Waits until the read models have what the API has appended, unless the worker is paused. */
  settled(): Promise<void>;
  /** Ends the worker and starts another. */
  restartWorker(): Promise<void>;
  /** A client of a new user, who is logged in. */
  newUser(): Promise<Caller>;
  /** A client without a session. */
  visitor(): Caller;
  /** A client without a session, of another API on the same stores. */
  visitorElsewhere(): Promise<Caller>;
  close(): Promise<void>;
};

/** A worker applies the events of a test within this time. */
const SETTLED_MS = 5_000;

/** A worker that notes whether it is paused. */
function pausable(worker: Worker, pausing: { isPaused: boolean }): Worker {
  pausing.isPaused = false;
  return {
    ...worker,
    pause: () => {
      pausing.isPaused = true;
      worker.pause();
    },
    resume: () => {
      pausing.isPaused = false;
      worker.resume();
    },
  };
}

/** A pool whose queries are sent once the read models have what was appended. */
function settledFirst(pool: pg.Pool, settled: () => Promise<void>): pg.Pool {
  return new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'query' && name !== 'connect') {
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (...given: unknown[]) => {
        await settled();
        return await (target[name] as (...given: unknown[]) => Promise<unknown>).apply(target, given);
      };
    },
  });
}

/**
 * Starts a test server on a new database and a new event store, or on the two of `databases`. Without `stripe` it takes
 * no payments; `freeBytes` gives the free space of its disk; `premium` who has Premium; `files` are those it serves,
 * none by default.
 */
export async function openTestServer({
  stripe,
  freeBytes = async () => Number.POSITIVE_INFINITY,
  premium = 'payers',
  files,
  databases,
}: {
  databases?: { books: TestDatabase; events: TestDatabase };
  stripe?: PaymentSettings;
  freeBytes?: FreeBytes;
  premium?: PremiumFor;
  files?: Partial<Pick<AppSettings, 'dashboardFolder' | 'sourceArchive'>>;
} = {}): Promise<TestServer> {
  const logged: string[] = [];
  const logger = openLogFile('test', 'debug', { write: (line) => void logged.push(line) });
  const forBooks = databases?.books ?? (await createTestDatabase());
  const forEvents = databases?.events ?? (await createTestDatabase());
  const eventStore = await startEventStore({ databaseUrl: forEvents.url, port: 0 });
  const database = openPool(forBooks.url, logger);
  await migrateSchema(database, migrations);
  await addMissing(database);
  const log = openEventLog(eventStore.url);
  const allWaiters: RevisionWaiters[] = [];
  const commits = await listenForCommits(forBooks.url, logger, (reached) => {
    for (const waiters of allWaiters) waiters.hint(reached);
  });
  const newWorker = () => startWorker({ databaseUrl: forBooks.url, log, logger });

  const pausing = { isPaused: false };
  const settled = async () => {
    for (const waiters of allWaiters) {
      for (const [ledgerId, revision] of waiters.lacking) {
        if (!pausing.isPaused) await waiters.wait(ledgerId, revision, SETTLED_MS);
      }
    }
  };
  const clock: TestServer['clock'] = { now: null };
  const imageQuota = imageQuotaOf({});
  const rulesOfPasswords = { ...passwordRules({}) };
  const secretKey = secretKeyIn(join(await newDataFolder('secrets'), 'secrets.key'));
  const heavy = new HeavyWork({ databaseUrl: forBooks.url, eventStoreUrl: eventStore.url });
  const importReader = new ImportReader(forBooks.url);
  const search = openSearch(forBooks.url, logger);
  const longAnswers = openPool(forBooks.url, logger, LONG_ANSWER_CONNECTIONS);
  /** Starts an API on the same stores, which shares nothing else with the others. */
  const openApi = async () => {
    const waiters = new RevisionWaiters(database);
    allWaiters.push(waiters);
    const services = {
      database,
      longAnswers,
      search,
      log,
      waiters,
      views: new LedgerViews(),
      cookie: new SessionCookie(false),
      payments: stripe ? new Payments(stripe, PUBLIC_ORIGIN, logger) : null,
      limits: openLimits(database, 1),
      premium,
      passwordRules: rulesOfPasswords,
      secretKey,
      party: relyingPartyOf(PUBLIC_ORIGIN),
      localLogin: true,
      oidc: null as OidcProvider | null,
      imageQuota,
      isWebhookPrivate: false,
      disk: new DiskSpace(freeBytes, 0),
      importReader,
      heavy,
      commandMutex: new KeyedMutex(() => new RecentEvents()),
      now: () => clock.now ?? new Date(),
    };
    const settings = {
      publicOrigin: PUBLIC_ORIGIN,
      dashboardFolder: null,
      sourceArchive: null,
      proxies: 1,
      ...files,
    };
    const server = await listen(createApp(services, settings, logger).callback(), 0, '127.0.0.1', logger);
    servers.push(server);
    return { services, origin: `http://127.0.0.1:${server.port}` };
  };
  const servers: Listening[] = [];
  const { services, origin } = await openApi();

  const testServer: TestServer = {
    origin,
    database: settledFirst(database, settled),
    databaseUrl: forBooks.url,
    eventStoreUrl: eventStore.url,
    eventsDatabaseUrl: forEvents.url,
    log,
    worker: pausable(newWorker(), pausing),
    settled,
    clock,
    logged,
    services,
    restartWorker: async () => {
      await testServer.worker.stop();
      testServer.worker = pausable(newWorker(), pausing);
      await testServer.worker.ready;
    },
    newUser: () => newUser(services, origin),
    visitor: () => new Caller(origin),
    visitorElsewhere: async () => new Caller((await openApi()).origin),
    close: async () => {
      keepLog('test-server', logged.join(''));
      await Promise.all(servers.map((server) => server.close()));
      await importReader.close();
      await heavy.close();
      await testServer.worker.stop();
      await commits.close();
      for (const waiters of allWaiters) waiters.close();
      await log.close();
      await search.close();
      await longAnswers.end();
      await database.end();
      await eventStore.stop();
      await forBooks.release();
      await forEvents.release();
    },
  };
  await testServer.worker.ready;
  return testServer;
}

/**
 * Runs long work in this process while `action` runs, so that it has the log and the disk as a test has changed them:
 * threads have connections of their own.
 */
export async function withoutThreads<Value>({ services }: TestServer, action: () => Promise<Value>): Promise<Value> {
  const { heavy } = services;
  const { run } = heavy;
  heavy.run = (_, { work }, input) => work(services, input);
  try {
    return await action();
  } finally {
    heavy.run = run;
  }
}

const passwordHash = hashPassword(PASSWORD);

/**
 * Stores a user and a session, as register and login do. Those two calls would hash the password twice for each user,
 * which takes 40 ms of processor time.
 */
async function newUser({ database, now }: Services, origin: string): Promise<Caller> {
  const caller = Caller.somebody(origin);
  caller.userId = randomUUID();
  const { userId, email, password } = caller;
  const user = { userId, email, passwordHash: await passwordHash, fullName: FULL_NAME, registeredAt: now() };
  await addUser(database, user);
  caller.cookie = `daybook=${await beginSession(database, { userId, verifiedHash: user.passwordHash }, now())}`;
  noteSecretsOf({ password }, [caller.cookie]);
  return caller;
}

/** The types and data of a user's events, oldest first, as the event store holds them. */
export async function eventsOf(testServer: TestServer, userId: string): Promise<{ type: string; data: unknown }[]> {
  const events: { type: string; data: unknown }[] = [];
  for await (const { type, data } of testServer.log.readAfter(userId, -1n)) events.push({ type, data });
  return events;
}
