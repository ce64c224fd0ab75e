import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, run, type TestDatabase } from '../postgres/testing/database.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { failureOf, linesOf, noted, revisionsOf } from './testing/client.ts';

let database: TestDatabase;
let store: RunningEventStore;
let client: EventStoreDBClient;

async function start(): Promise<void> {
  store = await startEventStore({ databaseUrl: database.url, port: 0 });
  client = EventStoreDBClient.connectionString(store.url);
}

async function stop(): Promise<void> {
  await client.dispose();
  await store.stop();
}

beforeAll(async () => {
  database = await createTestDatabase();
  await start();
});

afterAll(async () => {
  await stop();
  await database.release();
});

const fresh = (name = 's') => `${name}-${randomUUID()}`;

test('a new log starts with an event of the server, which a restart keeps', async () => {
  const [first] = await Array.fromAsync(client.readAll({ maxCount: 1 }));
  expect(first?.event).toMatchObject({ streamId: '$$$scavenges', type: '$metadata', revision: 0n });
  await stop();
  await start();
  expect(await Array.fromAsync(client.readAll({ maxCount: 2 }))).toEqual([first]);
  expect(await linesOf(client.readStream('$epoch-information'))).toEqual(['0 $epoch-information']);
});

test('$all leaves out system events about the server: in reads, history and live', async () => {
  const kept = fresh('$persistentsubscription-$all::kept');
  const lines: string[] = [];
  const subscription = client.subscribeToAll();
  subscription.on('data', ({ event }) => lines.push(`${event?.streamId}`));
  await once(subscription, 'caughtUp');
  for (const stream of ['$epoch-information', '$persistentsubscription-$all::g-checkpoint', kept])
    await client.appendToStream(stream, noted(1));
  await expect.poll(() => lines.at(-1)).toBe(kept);
  await subscription.unsubscribe();
  const read = (await Array.fromAsync(client.readAll())).map(({ event }) => `${event?.streamId}`);
  expect(read).toEqual(lines);
  expect(read.filter((stream) => /^\$(epoch|persistent)/.test(stream))).toEqual([kept]);
});

test('a failed commit is an error, writes nothing, and an exact repeat settles it', async () => {
  const stream = fresh();
  const events = noted(2);
  const append = () => client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  await run(database.url, 'ALTER TABLE events ADD CONSTRAINT refuse CHECK (false) NOT VALID');
  expect(await failureOf(append())).toMatchObject({ type: 'deadline-exceeded' });
  await run(database.url, 'ALTER TABLE events DROP CONSTRAINT refuse');
  expect(await append()).toMatchObject({ nextExpectedRevision: 1n });
  expect(await revisionsOf(client, stream)).toEqual([0n, 1n]);
});

test('a restart keeps all events, and repeats are still recognised', async () => {
  const [stream, truncated] = [fresh(), fresh()];
  const events = noted(3);
  const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  // Not the stream of the repeat: the scavenge at the start removes hidden events.
  await client.appendToStream(truncated, noted(3));
  await client.setStreamMetadata(truncated, { truncateBefore: 1 });
  await stop();
  await start();
  expect(await revisionsOf(client, truncated)).toEqual([1n, 2n]);
  expect(await revisionsOf(client, stream)).toEqual([0n, 1n, 2n]);
  expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(first);
  const { position } = await client.appendToStream(stream, noted(1), { expectedRevision: 2n });
  expect(position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
});

test('a database has only one writer', async () => {
  const second = startEventStore({ databaseUrl: database.url, port: 0 });
  expect(await failureOf(second)).toMatchObject({ message: 'Another event store writes to this database.' });
});

test('a database with a newer schema is refused and not changed', async () => {
  const newer = await createTestDatabase();
  await run(newer.url, 'CREATE TABLE schema_version AS SELECT 99 AS version');
  const failure = await failureOf(startEventStore({ databaseUrl: newer.url, port: 0 }));
  expect(failure).toMatchObject({ message: expect.stringContaining('storage version 99') });
  await newer.release();
});
