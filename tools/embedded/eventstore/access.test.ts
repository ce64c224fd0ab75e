import { readFile } from 'node:fs/promises';
import { EventStoreDBClient, type StreamMetadata } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/database.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { failureOf, noted, revisionsOf } from './testing/client.ts';

const certificate = new URL('./testing/tls-cert.pem', import.meta.url);

let database: TestDatabase;
let store: RunningEventStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await startEventStore({
    databaseUrl: database.url,
    port: 0,
    tls: { cert: await readFile(certificate), key: await readFile(new URL('./testing/tls-key.pem', import.meta.url)) },
    users: new Map([
      ['admin', 'changeit'],
      ['ann', 'a:pass'],
      ['bob', 'b'],
    ]),
  });
});
afterAll(async () => {
  await store.stop();
  await database.release();
});

/** A client with credentials (`name:password`, escaped), or without. */
function clientOf(user = ''): EventStoreDBClient {
  const url = `esdb://${user && `${user}@`}localhost:${store.port}?tlsCAFile=${encodeURIComponent(certificate.pathname)}`;
  return EventStoreDBClient.connectionString(url);
}
const admin = () => clientOf('admin:changeit');
const ann = () => clientOf('ann:a%3Apass');
const bob = () => clientOf('bob:b');

let streams = 0;
const fresh = () => `guarded-${++streams}`;
const DENIED = { type: 'access-denied' };
const credentials = { username: 'bob', password: 'b' };

async function streamOf(acl: StreamMetadata['acl']): Promise<string> {
  const stream = fresh();
  const client = admin();
  await client.appendToStream(stream, noted(2));
  await client.setStreamMetadata(stream, { ...(acl && { acl }) });
  return stream;
}

const readAll = async (client: EventStoreDBClient) => (await Array.fromAsync(client.readAll({ maxCount: 1 }))).length;

test('the event store accepts TLS connections only, and its URL says so', async () => {
  expect(store.url).toBe(`esdb://127.0.0.1:${store.port}?tls=true`);
  const plain = EventStoreDBClient.connectionString(`esdb://localhost:${store.port}?tls=false`);
  expect(await failureOf(revisionsOf(plain, 'any'))).toMatchObject({ type: 'unavailable' });
  const strangersOnly = EventStoreDBClient.connectionString(`esdb://localhost:${store.port}`);
  expect(await failureOf(revisionsOf(strangersOnly, 'any'))).toMatchObject({ type: 'unavailable' });
});

describe.each([
  ['nobody', '', 7],
  ['a wrong password', 'ann:no', 16],
  ['an unknown user', 'eve:b', 16],
])('%s', (_, user, code) => {
  test('may do nothing', async () => {
    const client = clientOf(user);
    const stream = await streamOf(undefined);
    expect(await failureOf(revisionsOf(client, stream))).toMatchObject({ ...DENIED, code });
    expect(await failureOf(readAll(client))).toMatchObject(DENIED);
    expect(await failureOf(client.appendToStream(stream, noted(1)))).toMatchObject(DENIED);
    expect(await failureOf(client.deleteStream(stream))).toMatchObject(DENIED);
    expect(await failureOf(client.tombstoneStream(stream))).toMatchObject(DENIED);
    expect(await failureOf(client.setStreamMetadata(stream, { maxCount: 1 }))).toMatchObject(DENIED);
    expect(await revisionsOf(admin(), stream)).toEqual([0n, 1n]);
  });
});

describe('a plain user', () => {
  test('may do everything with ordinary streams', async () => {
    const client = ann();
    const stream = fresh();
    await client.appendToStream(stream, noted(3));
    await client.appendToStream(stream, noted(1), { credentials });
    await client.setStreamMetadata(stream, { maxCount: 2 });
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ maxCount: 2 });
    expect(await revisionsOf(client, stream)).toEqual([2n, 3n]);
    await client.deleteStream(stream);
    await client.tombstoneStream(stream);
  });

  test('may not use $all and system streams', async () => {
    const client = ann();
    expect(await failureOf(readAll(client))).toMatchObject(DENIED);
    const subscription = client.subscribeToAll();
    expect(await failureOf(Array.fromAsync(subscription))).toMatchObject(DENIED);
    expect(await failureOf(client.appendToStream('$own', noted(1)))).toMatchObject(DENIED);
    expect(await failureOf(revisionsOf(client, '$own'))).toMatchObject(DENIED);
    expect(await failureOf(client.setStreamMetadata('$own', { maxCount: 1 }))).toMatchObject(DENIED);
    expect(await readAll(admin())).toBe(1);
  });

  test('may do what the access control list allows, and nothing that it reserves for others', async () => {
    const stream = await streamOf({
      readRoles: ['bob'],
      writeRoles: ['ann'],
      deleteRoles: [],
      metaWriteRoles: ['$admins'],
    });
    const [a, b] = [ann(), bob()];
    expect(await revisionsOf(b, stream)).toEqual([0n, 1n]);
    expect(await failureOf(revisionsOf(a, stream))).toMatchObject(DENIED);
    expect((await a.appendToStream(stream, noted(1))).nextExpectedRevision).toBe(2n);
    expect(await failureOf(b.appendToStream(stream, noted(1)))).toMatchObject(DENIED);
    expect(await failureOf(a.appendToStream(stream, noted(1), { credentials }))).toMatchObject(DENIED);
    expect(await failureOf(a.deleteStream(stream))).toMatchObject(DENIED);
    expect(await failureOf(b.tombstoneStream(stream))).toMatchObject(DENIED);
    expect(await failureOf(a.setStreamMetadata(stream, {}))).toMatchObject(DENIED);
    expect((await a.getStreamMetadata(stream)).metadata?.acl?.writeRoles).toEqual(['ann']);
    const subscription = a.subscribeToStream(stream);
    expect(await failureOf(Array.fromAsync(subscription))).toMatchObject(DENIED);
    await admin().deleteStream(stream);
  });

  test('allowed appends are written in order when some between them are denied', async () => {
    const [mine, theirs] = [fresh(), await streamOf({ writeRoles: ['bob'] })];
    const client = ann();
    await client.appendToStream(mine, noted(1));
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        n % 4 === 3
          ? client.appendToStream(theirs, noted(1))
          : client.appendToStream(mine, noted(1), { expectedRevision: BigInt(n - Math.floor(n / 4)) }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(
      results.map((_, n) => (n % 4 === 3 ? 'rejected' : 'fulfilled')),
    );
  });
});

test('even the administrator can not delete a metadata stream', async () => {
  const stream = await streamOf(undefined);
  const client = admin();
  for (const expectedRevision of ['any', 'no_stream', 0n, 7n] as const) {
    expect(await failureOf(client.deleteStream(`$$${stream}`, { expectedRevision }))).toMatchObject(DENIED);
    expect(await failureOf(client.tombstoneStream(`$$${stream}`, { expectedRevision }))).toMatchObject(DENIED);
  }
});
