import { randomUUID } from 'node:crypto';
import { BACKWARDS, binaryEvent, END, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scavengeOf } from '#tools/embedded/eventstore/testing/scavenge.ts';
import { settled } from '../support/settled.ts';
import { damage, openStore, runCopy, type Store, startCopy } from './stores.ts';

let source: Store;
let destination: Store;
beforeEach(async () => {
  [source, destination] = await Promise.all([openStore(), openStore()]);
});
afterEach(async () => {
  await Promise.all([source.close(), destination.close()]);
});

const noted = (count: number, type = 'noted') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n }, metadata: { by: n } }));

/** The visible events of a stream, or the type of the error that reading it gives. */
async function visible({ client }: Store, stream: string): Promise<unknown> {
  try {
    const events = await Array.fromAsync<ResolvedEvent>(client.readStream(stream));
    // An event store adds its own metadata when a deleted stream is revived, so only the data must be equal.
    if (stream.startsWith('$$')) return events.map(({ event }) => event?.data);
    return events.map(({ event }) => event && [event.revision, event.id, event.type, event.data, event.metadata]);
  } catch (error) {
    return (error as { type: string }).type;
  }
}

async function expectSame(...streams: string[]): Promise<void> {
  for (const stream of streams)
    expect([stream, await visible(destination, stream)]).toEqual([stream, await visible(source, stream)]);
}

const LAST = { direction: BACKWARDS, fromPosition: END } as const;
const COMPLETE = { code: 0, stderr: '', stdout: expect.stringContaining('The copy is complete.') };

test('a copy equals its source, and a second run changes nothing', async () => {
  const { client } = source;
  const names = [
    'plain',
    'käse/🧀 <b>',
    'mixed',
    'cut',
    'counted',
    'deleted',
    'revived',
    'erased',
    'taken-back',
    'linked',
  ];
  await client.appendToStream('plain', noted(3));
  await client.appendToStream('käse/🧀 <b>', noted(300));
  await client.appendToStream('mixed', [
    binaryEvent({ type: 'bytes', data: Uint8Array.from([0, 255, 1]), metadata: Uint8Array.from([9, 8]) }),
    binaryEvent({ type: 'empty', data: new Uint8Array() }),
    { ...binaryEvent({ type: 'not JSON', data: Buffer.from('{oops') }), contentType: 'application/json' } as never,
  ]);
  for (const name of ['cut', 'counted', 'deleted', 'revived', 'erased', 'taken-back'])
    await client.appendToStream(name, noted(6));
  await client.setStreamMetadata('cut', { truncateBefore: 4, own: 'words' });
  await client.setStreamMetadata('counted', { maxCount: 2 });
  await client.deleteStream('deleted');
  await client.deleteStream('revived');
  await client.appendToStream('revived', noted(2));
  await client.tombstoneStream('erased');
  await client.tombstoneStream('erased-unwritten');
  await client.setStreamMetadata('taken-back', { truncateBefore: 5 });
  await client.setStreamMetadata('taken-back', { truncateBefore: 1 });
  await client.setStreamMetadata('described', { maxAge: 60 });
  await client.appendToStream('linked', binaryEvent({ type: '$>', data: Buffer.from('1@plain') }));
  await client.appendToStream('$system', noted(1));
  await client.appendToStream('daybook-log', noted(1));
  expect(await runCopy(source, destination)).toMatchObject(COMPLETE);
  await expectSame(
    ...names,
    'erased-unwritten',
    ...['cut', 'counted', 'deleted', 'described'].map((name) => `$$${name}`),
  );
  for (const name of ['$system', 'daybook-log']) expect(await visible(destination, name)).toBe('stream-not-found');
  for (const name of names.filter((name) => name !== 'erased')) {
    const options = { credentials: { username: 'admin', password: 'changeit' } };
    const [ours, theirs] = [
      await client.appendToStream(name, noted(1), options),
      await destination.client.appendToStream(name, noted(1), options),
    ];
    expect([name, theirs.nextExpectedRevision]).toEqual([name, ours.nextExpectedRevision]);
  }
});

test('a second run copies only new events', async () => {
  await source.client.appendToStream('a', noted(5));
  await source.client.deleteStream('a');
  await runCopy(source, destination);
  const before = await Array.fromAsync(destination.client.readAll());
  const again = await runCopy(source, destination);
  expect(again).toMatchObject(COMPLETE);
  expect(again.stdout).toContain(': 0 copied, 6 were there already.');
  expect(await Array.fromAsync(destination.client.readAll())).toEqual(before);
  await source.client.appendToStream('a', noted(1));
  await source.client.appendToStream('b', noted(1));
  expect(await runCopy(source, destination)).toMatchObject(COMPLETE);
  await expectSame('a', 'b');
});

test('a scavenged event gets a hidden placeholder, so later revisions stay the same', async () => {
  const { client } = source;
  for (const name of ['cut', 'taken-back', 'emptied', 'deleted', 'erased'])
    await client.appendToStream(name, noted(450));
  await client.setStreamMetadata('cut', { truncateBefore: 430 });
  await client.setStreamMetadata('taken-back', { truncateBefore: 300, own: 1 });
  await client.setStreamMetadata('emptied', { truncateBefore: 450 });
  await client.deleteStream('deleted');
  await client.tombstoneStream('erased');
  expect(await scavengeOf(source.port, client)).toBeGreaterThan(0);
  await client.setStreamMetadata('taken-back', { own: 2 });
  expect(await runCopy(source, destination)).toMatchObject(COMPLETE);
  await expectSame('cut', 'taken-back', 'emptied', 'deleted', 'erased');
  for (const name of ['cut', 'taken-back', 'emptied', 'deleted']) {
    const [ours, theirs] = [
      await client.appendToStream(name, noted(1)),
      await destination.client.appendToStream(name, noted(1)),
    ];
    expect([name, theirs.nextExpectedRevision]).toEqual([name, ours.nextExpectedRevision]);
  }
});

test('events past their $maxAge at the source stay hidden in the copy', async () => {
  await source.client.appendToStream('aging', noted(3));
  await source.client.setStreamMetadata('aging', { maxAge: 1 });
  await settled(
    () => visible(source, 'aging'),
    (events) => Array.isArray(events) && events.length === 0,
  );
  await source.client.setStreamMetadata('kept', { maxAge: 1000 });
  expect(await runCopy(source, destination)).toMatchObject(COMPLETE);
  expect(await visible(destination, 'aging')).toEqual([]);
});

test('a copy that is killed repeatedly resumes and ends equal to its source', async () => {
  const streams = Array.from({ length: 7 }, () => `killed-${randomUUID()}`);
  for (let round = 0; round < 90; round++) {
    for (const stream of streams) await source.client.appendToStream(stream, noted(2));
    if (round % 9 === 4) await source.client.deleteStream(streams[round % 7] ?? '');
    if (round % 9 === 6) await source.client.setStreamMetadata(streams[round % 7] ?? '', { truncateBefore: round });
  }
  await source.client.tombstoneStream(streams[0] ?? '');
  const newest = async () => {
    const [last] = await Array.fromAsync(destination.client.readAll({ ...LAST, maxCount: 1 }));
    return last?.event?.position?.commit ?? 0n;
  };
  for (let kill = 0; kill < 3; kill++) {
    const before = await newest();
    const { child, ended } = startCopy(source, destination);
    await settled(newest, (position) => position > before + 20n);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  }
  const last = await runCopy(source, destination);
  expect(last).toMatchObject(COMPLETE);
  expect(last.stdout).not.toContain(': 0 copied');
  expect(last.stdout).not.toMatch(/ 0 were there already/);
  await expectSame(...streams, ...streams.map((stream) => `$$${stream}`).slice(1));
  const ids = async ({ client }: Store) =>
    (await Array.fromAsync(client.readAll()))
      .map(({ event }) => event)
      .filter((event) => event && streams.includes(event.streamId) && event.type === 'noted')
      .map((event) => event?.id);
  expect(await ids(destination)).toEqual(await ids(source));
});

test.each([
  ['another event', async () => void (await destination.client.appendToStream('a', noted(3))), /a at revision 0/],
  [
    'one event more',
    async () => {
      await runCopy(source, destination);
      await destination.client.appendToStream('a', noted(1));
    },
    /a at revision 3: the (destination|source)/,
  ],
  [
    'another stream',
    async () => {
      await runCopy(source, destination);
      await destination.client.appendToStream('b', noted(1));
    },
    /b( at revision 0)?: the source/,
  ],
  [
    'other metadata',
    async () => {
      await runCopy(source, destination);
      await destination.client.setStreamMetadata('a', { maxCount: 2 });
    },
    /a at revision 0: the destination does not show this event/,
  ],
])('a destination with %s is refused', async (_, prepare, complaint) => {
  await source.client.appendToStream('a', noted(3));
  await prepare();
  const { code, stderr } = await runCopy(source, destination);
  expect(code).toBe(1);
  expect(stderr).toMatch(complaint);
});

test.each([
  ["UPDATE events SET data = '{\"n\":7}' WHERE revision = 1 AND type = 'noted'", 'a at revision 1: the data differ'],
  ["UPDATE events SET metadata = '{}' WHERE revision = 2 AND type = 'noted'", 'a at revision 2: the metadata differ'],
  ["UPDATE events SET type = 'other' WHERE revision = 0", 'a at revision 0: the type differs'],
  ['DELETE FROM events WHERE revision = 1', 'a at revision 1: '],
])('reports damage of the copy: %s', async (sql, complaint) => {
  await source.client.appendToStream('a', noted(3));
  await runCopy(source, destination);
  await damage(destination, sql);
  const { code, stderr } = await runCopy(source, destination);
  expect([code, stderr]).toEqual([1, expect.stringContaining(complaint)]);
});

test('an unreachable store and two equal URLs are reported in one sentence', async () => {
  const nowhere = { url: 'esdb://127.0.0.1:9?tls=false' };
  const unreachable = await runCopy(source, nowhere);
  expect(unreachable.code).toBe(1);
  expect(unreachable.stderr).toContain('Run the same command again to resume.');
  expect(await runCopy(source, source)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the same event store'),
  });
});
