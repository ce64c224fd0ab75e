import { EventStoreDBClient, excludeSystemEvents, jsonEvent, NO_STREAM, START } from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../postgres/testing/database.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { scavenge as scavengeNow } from './storage/scavenge.ts';
import type { StreamView } from './storage/stream-views.ts';
import { failureOf, linesOf, noted, revisionsOf } from './testing/client.ts';
import { askToScavenge, scavengeOf } from './testing/scavenge.ts';

let database: TestDatabase;
let store: RunningEventStore;
let client: EventStoreDBClient;

async function open(log?: (line: string) => void): Promise<void> {
  store = await startEventStore({ databaseUrl: database.url, port: 0, ...(log && { log }) });
  client = EventStoreDBClient.connectionString(store.url);
}
beforeAll(async () => {
  database = await createTestDatabase();
  await open();
});
afterAll(async () => {
  await store.stop();
  await database.release();
});

let streams = 0;
const fresh = () => `scavenged-${++streams}`;

const scavenge = () => scavengeOf(store.port, client);

/** A stream without hidden events. */
const UNTOUCHED: StreamView = { status: 'there', first: 0n, since: 0n, last: 2n ** 62n };

/** The events of these streams in `$all`, as lines. */
async function inAll(...wanted: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const { event } of client.readAll()) {
    if (event && wanted.includes(event.streamId)) lines.push(`${event.streamId} ${event.revision} ${event.type}`);
  }
  return lines;
}

test('truncated events are removed from $all, the others keep their positions', async () => {
  await scavenge(); // So that the scavenge at the start takes nothing from the counted events.
  const [stream, bystander] = [fresh(), fresh()];
  await client.appendToStream(bystander, noted(1));
  await client.appendToStream(stream, noted(4));
  await client.setStreamMetadata(stream, { truncateBefore: 1 });
  await client.setStreamMetadata(stream, { truncateBefore: 3 });
  const before = await Array.fromAsync(client.readStream(stream));
  expect(await scavenge()).toBe(4);
  expect(await Array.fromAsync(client.readStream(stream))).toEqual(before);
  expect(await inAll(stream, `$$${stream}`, bystander)).toEqual([
    `${bystander} 0 noted`,
    `${stream} 3 noted`,
    `$$${stream} 1 $metadata`,
  ]);
  expect((await client.appendToStream(stream, noted(1), { expectedRevision: 3n })).nextExpectedRevision).toBe(4n);
  expect(await scavenge()).toBe(0);
});

test('events beyond $maxCount or $maxAge are removed, and later events continue the revisions', async () => {
  const [counted, aged] = [fresh(), fresh()];
  await client.appendToStream(counted, noted(700));
  await client.setStreamMetadata(counted, { maxCount: 3 });
  await client.appendToStream(aged, noted(3));
  await client.setStreamMetadata(aged, { maxAge: 1 });
  await expect.poll(() => revisionsOf(client, aged)).toEqual([]);
  expect(await scavenge()).toBe(700);
  expect(await revisionsOf(client, counted)).toEqual([697n, 698n, 699n]);
  expect(await inAll(aged)).toEqual([]);
  await client.setStreamMetadata(aged, {});
  expect(await revisionsOf(client, aged)).toEqual([]);
  expect(await scavenge()).toBe(1);
  expect((await client.appendToStream(aged, noted(1), { expectedRevision: 2n })).nextExpectedRevision).toBe(3n);
});

test('a softly deleted stream continues after its last revision, also after a restart', async () => {
  const stream = fresh();
  const events = noted(3);
  await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  await client.deleteStream(stream);
  expect(await scavenge()).toBe(3);
  await store.stop();
  await open();
  expect(await failureOf(revisionsOf(client, stream))).toMatchObject({ type: 'stream-not-found' });
  expect(await failureOf(client.appendToStream(stream, noted(1), { expectedRevision: 5n }))).toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: 2n,
  });
  expect((await client.appendToStream(stream, noted(1), { expectedRevision: 2n })).nextExpectedRevision).toBe(3n);
  expect(await revisionsOf(client, stream)).toEqual([3n]);
  await scavenge();
  expect(await inAll(stream, `$$${stream}`)).toEqual([`${stream} 3 noted`, `$$${stream} 1 $metadata`]);
});

test('of a tombstoned stream only the tombstone stays, and none of its metadata', async () => {
  const stream = fresh();
  await client.appendToStream(stream, noted(1200));
  await client.setStreamMetadata(stream, { owner: 'somebody' });
  await client.tombstoneStream(stream);
  expect(await scavenge()).toBe(1201);
  expect(await inAll(stream, `$$${stream}`)).toEqual([`${stream} ${2n ** 63n - 1n} $streamDeleted`]);
  expect(await failureOf(client.appendToStream(stream, noted(1)))).toMatchObject({ type: 'stream-deleted' });
  await store.stop();
  await open();
  expect(await failureOf(client.setStreamMetadata(stream, {}))).toMatchObject({ type: 'stream-deleted' });
  expect(await failureOf(revisionsOf(client, stream))).toMatchObject({ type: 'stream-deleted' });
});

test('reads and subscriptions may start at positions of removed events, both ways', async () => {
  const stream = fresh();
  await client.appendToStream(stream, noted(2));
  const gone = (await Array.fromAsync(client.readStream(stream))).map(({ event }) => event?.position);
  await client.setStreamMetadata(stream, { truncateBefore: 2 });
  const { position: kept } = await client.appendToStream(stream, [jsonEvent({ type: 'kept', data: {} })]);
  await scavenge();
  const fromPosition = gone[0] ?? START;
  const [next] = await linesOf(client.readAll({ fromPosition, maxCount: 2 }));
  expect(next).toBe('0 $metadata');
  const [previous] = await Array.fromAsync(
    client.readAll({ fromPosition: kept ?? START, direction: 'backwards', maxCount: 1 }),
  );
  expect(previous?.event?.type).toBe('$metadata');
  for await (const { event } of client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() })) {
    expect(event?.type).toBe('kept');
    break;
  }
});

test('the newest position is never assigned again, even if its event was hidden', async () => {
  const stream = fresh();
  await client.setStreamMetadata(stream, { maxAge: 1 });
  const { position } = await client.appendToStream(stream, noted(2));
  await expect.poll(() => revisionsOf(client, stream)).toEqual([]);
  await store.stop();
  const lines: string[] = [];
  await open((line) => lines.push(line));
  await expect.poll(() => lines).toContain('A scavenge removed 1 events that could not be seen any more.');
  await store.stop();
  await open();
  const after = await client.appendToStream(fresh(), noted(1));
  expect(after.position?.commit).toBeGreaterThan(position?.commit ?? 2n ** 62n);
});

test('events written during a scavenge are not removed', async () => {
  const stream = fresh();
  await client.appendToStream(stream, noted(2));
  await client.deleteStream(stream);
  const deleted = { status: 'missing', first: 2n ** 63n - 1n, since: 0n, last: 1n } as const;
  await client.appendToStream(stream, noted(1), { expectedRevision: 1n });
  const streamViews = { find: async (name: string): Promise<StreamView> => (name === stream ? deleted : UNTOUCHED) };
  await scavengeNow({ databaseUrl: database.url, streamViews }, new AbortController().signal);
  expect(await revisionsOf(client, stream)).toEqual([2n]);
});

test('only one scavenge runs at a time, and concurrent appends lose nothing', async () => {
  const stream = fresh();
  await client.appendToStream(stream, noted(3000));
  await client.setStreamMetadata(stream, { maxCount: 10 });
  const appending = Promise.all(
    Array.from({ length: 50 }, () => client.appendToStream(stream, noted(1)).then((result) => result.success)),
  );
  const [first, second] = await Promise.all([askToScavenge(store.port), askToScavenge(store.port)]);
  expect(first.getScavengeId()).toBe(second.getScavengeId());
  await scavenge();
  expect((await appending).every(Boolean)).toBe(true);
  expect(await revisionsOf(client, stream)).toEqual(Array.from({ length: 10 }, (_, n) => BigInt(3040 + n)));
});

type Noted = { type: 'noted'; data: Record<string, unknown>; metadata: { command: string } };

test('events of an append that have the same metadata store them once, until the last of them is removed', async () => {
  const [stream, bystander] = [fresh(), fresh()];
  const commands = [...Array(2).fill('few'), ...Array(20).fill('many'), ...Array(20).fill('more')] as string[];
  const appended = commands.map((command) => jsonEvent({ type: 'noted', data: {}, metadata: { command } }));
  await client.appendToStream(stream, appended);
  await client.appendToStream(bystander, noted(1));
  const tables = new pg.Client({ connectionString: database.url });
  await tables.connect();
  const shared = async () => {
    const text = "convert_from(metadata, 'UTF8')::json ->> 'command' AS command";
    const { rows } = await tables.query<{ command: string }>(`SELECT ${text} FROM shared_metadata ORDER BY last`);
    return rows.map(({ command }) => command);
  };
  const metadataOf = async () => {
    const read: string[] = [];
    for await (const { event } of client.readStream<Noted>(stream)) read.push(event?.metadata.command ?? '');
    return read;
  };
  try {
    expect(await shared()).toEqual(['many', 'more']);
    expect(await metadataOf()).toEqual(commands);
    // In the middle of those that share: the rest still have theirs.
    await client.setStreamMetadata(stream, { truncateBefore: 12 });
    await scavenge();
    expect(await metadataOf()).toEqual([...Array(10).fill('many'), ...Array(20).fill('more')]);
    await client.setStreamMetadata(stream, { truncateBefore: 22 });
    await scavenge();
    expect(await shared()).toEqual(['more']);
    expect(await metadataOf()).toEqual(Array(20).fill('more'));
    await client.tombstoneStream(stream);
    await scavenge();
    expect(await shared()).toEqual([]);
  } finally {
    await tables.end();
  }
});
