import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  ANY,
  BACKWARDS,
  binaryEvent,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningEventStore, startEventStore } from './server.ts';
import { failureOf, Heard, linesOf, noted, revisionsOf, WAYS } from './testing/client.ts';
import { createTestDatabase, run, type TestDatabase } from './testing/database.ts';

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
  await database.drop();
});

const fresh = (name = 's') => `${name}-${randomUUID()}`;

describe.each(WAYS)('appending %s', (_, way) => {
  test('at exact revisions', async () => {
    const stream = fresh();
    const first = await client.appendToStream(stream, noted(2), { expectedRevision: NO_STREAM, ...way });
    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
    const second = await client.appendToStream(stream, noted(1), { expectedRevision: 1n, ...way });
    expect(second.nextExpectedRevision).toBe(2n);
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
    expect(await revisionsOf(client, stream)).toEqual([0n, 1n, 2n]);
  });

  test('at a wrong revision', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(3), way);
    for (const expectedRevision of [NO_STREAM, 0n, 9n] as const) {
      const failure = await failureOf(client.appendToStream(stream, noted(1), { expectedRevision, ...way }));
      expect(failure).toMatchObject({
        type: 'wrong-expected-version',
        expectedVersion: expectedRevision,
        actualVersion: 2n,
      });
    }
    const missing = client.appendToStream(fresh(), noted(1), { expectedRevision: STREAM_EXISTS, ...way });
    expect(await failureOf(missing)).toMatchObject({ type: 'wrong-expected-version', actualVersion: 'no_stream' });
  });

  test('the same again is answered like the first time, and written once', async () => {
    const stream = fresh();
    const events = noted(3);
    const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...way });
    await client.appendToStream(stream, noted(1), { expectedRevision: 2n, ...way });
    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...way })).toEqual(first);
    expect(await revisionsOf(client, stream)).toHaveLength(4);
  });

  test('the same while the first is under way', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(1), way);
    const events = noted(2);
    const once = () => client.appendToStream(stream, events, { expectedRevision: 0n, ...way });
    const [one, other] = await Promise.all([once(), once()]);
    expect(one).toEqual(other);
    expect(await revisionsOf(client, stream)).toHaveLength(3);
  });

  test('with any revision', async () => {
    const stream = fresh();
    const events = noted(2);
    const first = await client.appendToStream(stream, events, { expectedRevision: ANY, ...way });
    expect(await client.appendToStream(stream, events, { expectedRevision: ANY, ...way })).toEqual(first);
  });

  test('too much at once, or to a tombstoned stream', async () => {
    const large = jsonEvent({ type: 'large', data: 'x'.repeat(1_048_576) });
    expect(await failureOf(client.appendToStream(fresh(), large, way))).toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_048_576,
    });
    const gone = fresh();
    await client.tombstoneStream(gone);
    expect(await failureOf(client.appendToStream(gone, noted(1), way))).toMatchObject({ type: 'stream-deleted' });
  });
});

describe('reading', () => {
  test('a stream both ways, and one that is missing', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(1100));
    const forwards = await revisionsOf(client, stream);
    expect(forwards).toEqual(Array.from({ length: 1100 }, (_, n) => BigInt(n)));
    const some = client.readStream(stream, { direction: BACKWARDS, fromRevision: 1n, maxCount: 5 });
    expect(await linesOf(some)).toEqual(['1 noted', '0 noted']);
    expect(await failureOf(linesOf(client.readStream(fresh())))).toMatchObject({ type: 'stream-not-found' });
  });

  test('an event comes back as it was given', async () => {
    const stream = fresh('été \0 ');
    const given = jsonEvent({ type: 'été', data: { text: 'a\0b 🙂' }, metadata: { version: 1 } });
    const { position } = await client.appendToStream(stream, given);
    for await (const { event } of client.readStream(stream)) {
      const { id, type, data, metadata } = given;
      expect(event).toMatchObject({ streamId: stream, id, type, data, metadata, revision: 0n, isJson: true, position });
    }
  });

  test('$all, forwards inclusive and backwards exclusive', async () => {
    const [stream, other] = [fresh(), fresh()];
    const { position } = await client.appendToStream(stream, noted(1));
    await client.appendToStream(other, noted(2));
    if (!position) throw new Error('an append has a position');
    expect(await linesOf(client.readAll({ fromPosition: position }))).toEqual(['0 noted', '0 noted', '1 noted']);
    const before = client.readAll({ fromPosition: position, direction: BACKWARDS, maxCount: 1 });
    for await (const { event } of before) expect(event?.streamId).not.toBe(stream);
    const between = { commit: position.commit + 1n, prepare: position.prepare + 1n };
    expect(await failureOf(linesOf(client.readAll({ fromPosition: between })))).toMatchObject({ type: 'unknown' });
    expect(await linesOf(client.readAll({ fromPosition: END }))).toEqual([]);
  });

  test('what truncation leaves, a soft deletion hides, and an append revives', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(4));
    await client.setStreamMetadata(stream, { truncateBefore: 2 });
    expect(await revisionsOf(client, stream)).toEqual([2n, 3n]);
    await client.deleteStream(stream);
    expect(await failureOf(revisionsOf(client, stream))).toMatchObject({ type: 'stream-not-found' });
    await client.appendToStream(stream, noted(1), { expectedRevision: NO_STREAM });
    expect(await revisionsOf(client, stream)).toEqual([4n]);
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { truncateBefore: 4 } });
  });
});

describe('subscribing', () => {
  test('to a stream: its history, and what comes', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(3));
    const subscription = client.subscribeToStream(stream, { fromRevision: 0n });
    const heard = new Heard(subscription);
    await heard.until('caught up');
    await client.appendToStream(stream, noted(1));
    await client.tombstoneStream(stream);
    await heard.until('failed: stream-deleted');
    expect(heard.log).toEqual([
      'confirmed',
      '1 noted',
      '2 noted',
      'caught up',
      '3 noted',
      '9223372036854775807 $streamDeleted',
      'failed: stream-deleted',
    ]);
  });

  test('to a missing stream, which then comes about', async () => {
    const stream = fresh();
    const subscription = client.subscribeToStream(stream, { fromRevision: START });
    const heard = new Heard(subscription);
    await heard.until('confirmed');
    await client.appendToStream(stream, noted(1));
    await heard.until('caught up');
    expect(heard.log).toEqual(['confirmed', '0 noted', 'caught up']);
    await subscription.unsubscribe();
  });

  test('to $all with a filter: matches and checkpoints, then what comes; and again from a checkpoint', async () => {
    const match = fresh('match');
    const { position } = await client.appendToStream(fresh('mark'), noted(1));
    await client.appendToStream(fresh('other'), noted(25));
    await client.appendToStream(match, noted(1));
    const marks: { commit: bigint; prepare: bigint }[] = [];
    const filter = streamNameFilter({
      prefixes: [match],
      maxSearchWindow: 10,
      checkpointReached: (_, mark) => {
        marks.push(mark);
        heard.note('checkpoint');
      },
    });
    const subscription = client.subscribeToAll({ fromPosition: position ?? START, filter });
    const heard: Heard = new Heard(subscription);
    await heard.until('caught up');
    await client.appendToStream(fresh('other'), noted(4));
    await client.appendToStream(match, noted(1));
    await heard.until('1 noted');
    expect(heard.log).toEqual([
      'confirmed',
      'checkpoint',
      'checkpoint',
      '0 noted',
      'caught up',
      'checkpoint',
      '1 noted',
    ]);
    await subscription.unsubscribe();
    const [, second = START] = marks;
    const again = client.subscribeToAll({ fromPosition: second, filter: streamNameFilter({ prefixes: [match] }) });
    const after = new Heard(again);
    await after.until('caught up');
    expect(after.log).toEqual(['confirmed', '0 noted', '1 noted', 'caught up']);
    await again.unsubscribe();
  });

  test('while others append, nothing is missed or comes twice', async () => {
    const stream = fresh();
    await client.appendToStream(stream, noted(300));
    const subscription = client.subscribeToStream(stream, { fromRevision: START });
    const heard = new Heard(subscription);
    for (let n = 0; n < 40; n++) await client.appendToStream(stream, noted(5));
    await heard.until('499 noted');
    await heard.until('caught up');
    const events = heard.log.filter((entry) => entry.endsWith(' noted'));
    expect(events).toEqual(Array.from({ length: 500 }, (_, n) => `${n} noted`));
    await subscription.unsubscribe();
  });
});

test('links are resolved, if what they point to can be read', async () => {
  const [target, links] = [fresh('target'), fresh('links')];
  await client.appendToStream(target, noted(2));
  await client.setStreamMetadata(target, { truncateBefore: 1 });
  const linkTo = (place: string) => binaryEvent({ type: '$>', data: Buffer.from(place) });
  await client.appendToStream(links, [
    linkTo(`1@${target}`),
    linkTo(`0@${target}`),
    linkTo(`0@${fresh()}`),
    linkTo('junk'),
  ]);
  const found: string[] = [];
  for await (const { event, link } of client.readStream(links, { resolveLinkTos: true })) {
    found.push(`${event?.type ?? 'none'} through ${link?.type ?? 'none'}`);
  }
  expect(found).toEqual(['noted through $>', 'none through $>', 'none through $>', '$> through none']);
});

test('a subscriber that stops reading is sent away, and has missed nothing till then', async () => {
  const stream = fresh();
  const subscription = client.subscribeToStream(stream, { fromRevision: END }, { highWaterMark: 1 });
  const revisions: bigint[] = [];
  subscription.on('data', ({ event }) => {
    if (event) revisions.push(event.revision);
    if (revisions.length === 1) subscription.pause();
  });
  await once(subscription, 'caughtUp');
  const failed = once(subscription, 'error');
  const ten = () => Array.from({ length: 10 }, () => binaryEvent({ type: 'large', data: Buffer.alloc(20_000) }));
  for (let n = 0; n < 60; n++) await client.appendToStream(stream, ten());
  subscription.resume();
  expect((await failed)[0]).toMatchObject({ type: 'timeout', code: 10 });
  expect(revisions.length).toBeGreaterThan(1);
  expect(revisions).toEqual(revisions.map((_, index) => BigInt(index)));
});

test('what is not offered is unimplemented', async () => {
  expect(await failureOf(client.listProjections())).toMatchObject({ code: 12 });
});

test('a failed commit is an error, writes nothing, and is settled by the exact repeat', async () => {
  const stream = fresh();
  const events = noted(2);
  const append = () => client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  await run(database.url, 'ALTER TABLE events ADD CONSTRAINT refuse CHECK (false) NOT VALID');
  expect(await failureOf(append())).toMatchObject({ type: 'deadline-exceeded' });
  await run(database.url, 'ALTER TABLE events DROP CONSTRAINT refuse');
  expect(await append()).toMatchObject({ nextExpectedRevision: 1n });
  expect(await revisionsOf(client, stream)).toEqual([0n, 1n]);
});

test('a restart keeps everything, and repeats are still known', async () => {
  const stream = fresh();
  const events = noted(3);
  const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  await client.setStreamMetadata(stream, { truncateBefore: 1 });
  await stop();
  await start();
  expect(await revisionsOf(client, stream)).toEqual([1n, 2n]);
  expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })).toEqual(first);
  const { position } = await client.appendToStream(stream, noted(1), { expectedRevision: 2n });
  expect(position?.commit).toBeGreaterThan(first.position?.commit ?? 0n);
});

test('there is only one writer to a database', async () => {
  const second = startEventStore({ databaseUrl: database.url, port: 0 });
  expect(await failureOf(second)).toMatchObject({ message: 'Another event store writes to this database.' });
});

test('a database of a newer version is left alone', async () => {
  const newer = await createTestDatabase();
  await run(newer.url, 'CREATE TABLE schema_version AS SELECT 99 AS version');
  const failure = await failureOf(startEventStore({ databaseUrl: newer.url, port: 0 }));
  expect(failure).toMatchObject({ message: expect.stringContaining('schema version 99') });
  await newer.drop();
});
