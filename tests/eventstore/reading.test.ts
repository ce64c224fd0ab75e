import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { streamOf } from './support/listening.ts';
import { type Reading, readRequest } from './support/reading.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { metadataOf, noted, seen, settled } from './support/told.ts';
import { failureOf } from './support/wire.ts';

const PLACES = ['start', 0n, 1n, 3n, 50n, 'end'] as const;
const all = (word: string) => Array.from({ length: 6 }, () => word);

/** What a state shows forwards from each of the places but the end, where it can't be read, and backwards from each. */
const STATES: Readonly<
  Record<
    string,
    readonly [bringAbout: (stage: Stage, stream: string) => Promise<unknown>, there: string[], back: string[]]
  >
> = {
  'a missing stream': [async () => {}, all('missing'), all('missing')],
  'a stream of three events': [
    ({ client }, stream) => client.appendToStream(stream, noted(3)),
    ['0 1 2', '0 1 2', '1 2', '', ''],
    ['0', '0', '1 0', '2 1 0', '2 1 0', '2 1 0'],
  ],
  'a stream truncated at 2 of 5': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(5));
      await client.setStreamMetadata(stream, { truncateBefore: 2 });
    },
    ['2 3 4', '2 3 4', '2 3 4', '3 4', ''],
    ['', '', '', '3 2', '4 3 2', '4 3 2'],
  ],
  'a stream that shows 2 of 5': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(5));
      await client.setStreamMetadata(stream, { maxCount: 2 });
    },
    ['3 4', '3 4', '3 4', '3 4', ''],
    ['', '', '', '3', '4 3', '4 3'],
  ],
  'a stream emptied by truncation': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(3));
      await client.setStreamMetadata(stream, { truncateBefore: 3 });
    },
    all(''),
    all(''),
  ],
  'a softly deleted stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(3));
      await client.deleteStream(stream);
    },
    all('missing'),
    all('missing'),
  ],
  'a revived stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(2));
      await client.deleteStream(stream);
      await client.appendToStream(stream, noted(1));
      await settled(client);
    },
    ['2', '2', '2', '', ''],
    ['', '', '', '2', '2', '2'],
  ],
  'a tombstoned stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, noted(3));
      await client.tombstoneStream(stream);
    },
    all('deleted'),
    all('deleted'),
  ],
  'a stream tombstoned before its first event': [
    ({ client }, stream) => client.tombstoneStream(stream),
    all('deleted'),
    all('deleted'),
  ],
  'a stream known by its metadata only': [
    ({ client }, stream) => client.setStreamMetadata(stream, { colour: 'red' }),
    all('missing'),
    all('missing'),
  ],
};

/** All that a read says over the wire, in order: events by stream and revision, other messages by their kind. */
function saidTo({ wire }: Stage, reading: Reading): Promise<string[]> {
  const said: string[] = [];
  return new Promise((resolve) => {
    const call = wire.read(readRequest(reading));
    call.on('data', (answer: ReadResp) => {
      const event = answer.getEvent()?.getEvent();
      if (event) said.push(event.getStreamRevision());
      else if (answer.hasStreamNotFound()) said.push('not found');
      else if (answer.hasFirstStreamPosition()) said.push(`first ${answer.getFirstStreamPosition()}`);
      else if (answer.hasLastStreamPosition()) said.push(`last ${answer.getLastStreamPosition()}`);
      else said.push(`something else: ${answer.getContentCase()}`);
    });
    call.on('end', () => resolve(said));
    call.on('error', (error: ServiceError) => resolve([...said, `code ${failureOf(error).code}`]));
  });
}

againstEachStore('reading streams', (stage) => {
  test.each(Object.entries(STATES))('%s, both ways from every kind of place', async (_, [bringAbout, there, back]) => {
    const { client } = stage;
    const stream = stage.fresh();
    await bringAbout(stage, stream);
    const read = (direction: 'forwards' | 'backwards') =>
      Promise.all(PLACES.map((fromRevision) => seen(client, stream, { fromRevision, direction })));
    expect(await read('forwards')).toEqual([...there.slice(0, 5), 'unknown']);
    expect(await read('backwards')).toEqual(back);
  });

  test('no more than the count, and none at all is a failure, even of a missing stream', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(5));
    const counts = [0, 1, 2, 5, 6];
    const read = (direction: 'forwards' | 'backwards', fromRevision: 'start' | 'end') =>
      Promise.all(counts.map((maxCount) => seen(client, stream, { maxCount, direction, fromRevision })));
    expect(await read('forwards', 'start')).toEqual(['unknown', '0', '0 1', '0 1 2 3 4', '0 1 2 3 4']);
    expect(await read('backwards', 'end')).toEqual(['unknown', '4', '4 3', '4 3 2 1 0', '4 3 2 1 0']);
    expect(await seen(client, stream, { fromRevision: 2n, maxCount: 2 })).toBe('2 3');
    expect(await seen(client, stream, { fromRevision: 2n, maxCount: 2, direction: 'backwards' })).toBe('2 1');
    expect(await seen(client, stream, { fromRevision: 6n, maxCount: 3, direction: 'backwards' })).toBe('4 3 2');
    expect(await seen(client, stage.fresh(), { maxCount: 0 })).toBe('unknown');
    await client.setStreamMetadata(stream, { truncateBefore: 3 });
    expect(await seen(client, stream, { maxCount: 1 })).toBe('3');
    expect(await seen(client, stream, { maxCount: 1, fromRevision: 1n })).toBe('3');
  });

  const ENORMOUS = [
    [2n ** 31n, '', '1 0'],
    [2n ** 53n, '', '1 0'],
    [2n ** 63n - 1n, '', '1 0'],
    [2n ** 63n, 'unknown', 'unknown'],
    [2n ** 64n - 2n, 'unknown', 'unknown'],
    [2n ** 64n - 1n, 'unknown', '1 0'],
  ] as const;
  test.each(ENORMOUS)('from revision %s', async (fromRevision, there, back) => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(2));
    expect(await seen(stage.client, stream, { fromRevision })).toBe(there);
    expect(await seen(stage.client, stream, { fromRevision, direction: 'backwards' })).toBe(back);
  });

  test('a long stream comes whole and in order, both ways', async () => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(1100));
    const there = Array.from({ length: 1100 }, (_, n) => n);
    expect(await seen(stage.client, stream)).toBe(there.join(' '));
    const back = await seen(stage.client, stream, { direction: 'backwards', fromRevision: 'end' });
    expect(back).toBe(there.toReversed().join(' '));
    expect(await seen(stage.client, stream, { fromRevision: 1000n, maxCount: 70 })).toBe(
      there.slice(1000, 1070).join(' '),
    );
  });

  test('$all is no stream, and the metadata of a stream without any is empty', async () => {
    const { client } = stage;
    expect(await seen(client, '$all', { maxCount: 1 })).toBe('missing');
    expect(await metadataOf(client, stage.fresh())).toBe('missing');
    expect(await client.getStreamMetadata(stage.fresh())).not.toMatchObject({ metadata: expect.anything() });
  });

  test('a missing stream is a message and no failure', async () => {
    const stream = stage.fresh();
    expect(await saidTo(stage, { stream })).toEqual(['not found']);
    await stage.client.setStreamMetadata(stream, { a: 1 });
    expect(await saidTo(stage, { stream, direction: 1, from: 'end' })).toEqual(['not found']);
  });

  test('the first and the last revision are told to those who are compatible with it', async () => {
    const { client, wire } = stage;
    const [five, cut, softly] = [stage.fresh(), stage.fresh(), stage.fresh()];
    for (const stream of [five, cut, softly]) await client.appendToStream(stream, noted(5));
    await setMetadata(wire, cut, '{"$tb":3}');
    await client.deleteStream(softly);
    const told = (stream: string, reading: Reading = {}) => saidTo(stage, { stream, compatibility: 1, ...reading });
    expect(await told(five)).toEqual(['0', '1', '2', '3', '4', 'last 4']);
    expect(await told(five, { count: 2n })).toEqual(['0', '1', 'last 4']);
    expect(await told(five, { from: 5n })).toEqual(['last 4']);
    expect(await told(five, { direction: 1, from: 2n })).toEqual(['2', '1', '0', 'last 4']);
    expect(await told(cut)).toEqual(['3', '4', 'last 4']);
    expect(await told(cut, { count: 2n })).toEqual(['first 3', '3', '4', 'last 4']);
    expect(await told(cut, { from: 1n })).toEqual(['3', '4', 'last 4']);
    expect(await told(cut, { from: 1n, count: 1n })).toEqual(['first 3', '3', 'last 4']);
    expect(await told(cut, { direction: 1, from: 2n })).toEqual(['last 4']);
    expect(await told(softly)).toEqual(['not found']);
    expect(await told(five, { compatibility: 0, count: 1n })).toEqual(['0']);
    expect(await told(five, { compatibility: 21, count: 1n })).toEqual(['0', 'last 4']);
  });

  test('what a request has to have', async () => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(2));
    const told = (reading: Reading) => saidTo(stage, reading);
    expect(await told({})).toEqual(['code 3']);
    expect(await told({ stream: null })).toEqual(['code 2']);
    expect(await told({ stream: '' })).toEqual(['code 2']);
    expect(await told({ stream, from: null })).toEqual(['code 2']);
    expect(await told({ stream, count: null })).toEqual(['code 3']);
    expect(await told({ stream, filter: { on: 'stream', prefixes: [stream] } })).toEqual(['code 3']);
    expect(await told({ stream, direction: 7 })).toEqual(['code 3']);
    expect(await told({ stream, isSubscription: true, direction: 1 })).toEqual(['code 3']);
    expect(await told({ stream, count: 2n ** 63n })).toEqual(['0', '1']);
    expect(await told({ stream, count: 2n ** 64n - 1n })).toEqual(['0', '1']);
  });

  test('an event has its id as text or in halves, its type, its time and its position', async () => {
    const stream = stage.fresh();
    const [event] = noted(1);
    if (!event) throw new Error('There is one.');
    const { position } = await stage.client.appendToStream(stream, event);
    const eventBy = (hasStructuredIds: boolean) =>
      new Promise<ReadResp.ReadEvent | undefined>((resolve, reject) => {
        const call = stage.wire.read(readRequest({ stream, hasStructuredIds }));
        call.on('data', (answer: ReadResp) => resolve(answer.getEvent()));
        call.on('error', reject);
      });
    const read = await eventBy(false);
    const recorded = read?.getEvent();
    expect(recorded?.getId()?.getString()).toBe(event.id);
    expect(recorded && streamOf(recorded)).toBe(stream);
    const { created, ...metadata } = Object.fromEntries(recorded?.getMetadataMap().toArray() ?? []);
    expect(metadata).toEqual({ type: 'noted', 'content-type': 'application/json' });
    expect(Math.abs(Number(created) / 10_000 - Date.now())).toBeLessThan(3_600_000);
    expect(recorded?.getCommitPosition()).toBe(String(position?.commit));
    expect(recorded?.getPreparePosition()).toBe(String(position?.commit));
    expect(read?.getCommitPosition()).toBe(String(position?.commit));
    const structured = (await eventBy(true))?.getEvent()?.getId()?.getStructured();
    const half = (from: number) =>
      String(BigInt.asIntN(64, BigInt(`0x${event.id.replaceAll('-', '').slice(from, from + 16)}`)));
    expect(structured?.getMostSignificantBits()).toBe(half(0));
    expect(structured?.getLeastSignificantBits()).toBe(half(16));
  });
});
