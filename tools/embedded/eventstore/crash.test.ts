import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  type AppendExpectedRevision,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  NO_STREAM,
  START,
} from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyFreePort } from '../postgres/port.ts';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/database.ts';

type Counted = JSONEventType<'counted', { writer: number; n: number }>;

const WRITERS = 16;
const KILLS = 3;
/** The number of appends that are answered between two kills. */
const ANSWERS = 150;

let database: TestDatabase;
let port: number;
let server: ChildProcess;

async function start(): Promise<void> {
  server = fork(new URL('main.ts', import.meta.url), ['--port', String(port)], {
    env: { ...process.env, EVENTSTORE_DATABASE_URL: database.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(server, 'message');
}

beforeAll(async () => {
  database = await createTestDatabase();
  port = await anyFreePort();
  await start();
});

afterAll(async () => {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await database.release();
});

const connect = () => EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);

test('killed under load, the event store loses and duplicates no event', async () => {
  const run = randomUUID();
  let answers = 0;
  let isOver = false;
  let answered = () => {};

  /** Appends events one after the other, and repeats each until it is answered. */
  async function write(writer: number): Promise<number> {
    let client = connect();
    let n = 0;
    for (; !isOver; n++) {
      const event = jsonEvent<Counted>({ type: 'counted', data: { writer, n } });
      for (;;) {
        try {
          const expectedRevision: AppendExpectedRevision = n === 0 ? NO_STREAM : BigInt(n - 1);
          const options = { expectedRevision, credentials: { username: 'admin', password: 'changeit' } };
          const { nextExpectedRevision } = await client.appendToStream(`${run}-${writer}`, event, options);
          expect(nextExpectedRevision).toBe(BigInt(n));
          break;
        } catch (error) {
          expect(error).not.toMatchObject({ type: 'wrong-expected-version' });
          await client.dispose();
          client = connect();
        }
      }
      answers++;
      answered();
    }
    await client.dispose();
    return n;
  }

  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (let kill = 0; kill <= KILLS; kill++) {
    const enough = answers + ANSWERS;
    await new Promise<void>((resolve) => {
      answered = () => {
        if (answers >= enough) resolve();
      };
    });
    if (kill === KILLS) break;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    await start();
  }
  isOver = true;
  const written = await writing;

  const numbers = written.map(() => [] as number[]);
  const client = connect();
  for await (const { event } of client.readAll({ fromPosition: START })) {
    if (event?.type !== 'counted') continue;
    const { writer, n } = event.data as Counted['data'];
    numbers[writer]?.push(n);
  }
  expect(numbers).toEqual(written.map((count) => Array.from({ length: count }, (_, n) => n)));
  await client.dispose();
});

test('on SIGTERM it finishes the current appends and exits with 0', async () => {
  const client = connect();
  const subscription = client.subscribeToAll({ fromPosition: START });
  subscription.resume();
  await once(subscription, 'caughtUp');
  const failed = once(subscription, 'error');
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect((await failed)[0]).toMatchObject({ type: 'unavailable' });
  expect(await ended).toEqual([0, null]);
  await client.dispose();
});
