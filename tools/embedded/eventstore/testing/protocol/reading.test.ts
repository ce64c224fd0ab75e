import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { metadataOf, newEvents, readableRevisions, waitForServerWrites } from './support/outcomes.ts';
import { type ReadOptions, readRequest } from './support/read-request.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { streamOf } from './support/subscription-recorder.ts';
import { failureOf } from './support/wire.ts';

const STARTS = ['start', 0n, 1n, 3n, 50n, 'end'] as const;
const all = (word: string) => Array.from({ length: 6 }, () => word);

/** The events of a state, forwards from each start except the end, and backwards from each start. */
const STATES: Readonly<
  Record<
    string,
    readonly [setUp: (fixture: StoreFixture, stream: string) => Promise<unknown>, there: string[], back: string[]]
  >
> = {
  'a missing stream': [async () => {}, all('missing'), all('missing')],
  'a stream of three events': [
    ({ client }, stream) => client.appendToStream(stream, newEvents(3)),
    ['0 1 2', '0 1 2', '1 2', '', ''],
    ['0', '0', '1 0', '2 1 0', '2 1 0', '2 1 0'],
  ],
  'a stream truncated at 2 of 5': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(5));
      await client.setStreamMetadata(stream, { truncateBefore: 2 });
    },
    ['2 3 4', '2 3 4', '2 3 4', '3 4', ''],
    ['', '', '', '3 2', '4 3 2', '4 3 2'],
  ],
  'a stream that shows 2 of 5': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(5));
      await client.setStreamMetadata(stream, { maxCount: 2 });
    },
    ['3 4', '3 4', '3 4', '3 4', ''],
    ['', '', '', '3', '4 3', '4 3'],
  ],
  'a stream emptied by truncation': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(3));
      await client.setStreamMetadata(stream, { truncateBefore: 3 });
    },
    all(''),
    all(''),
  ],
  'a softly deleted stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(3));
      await client.deleteStream(stream);
    },
    all('missing'),
    all('missing'),
  ],
  'a revived stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(2));
      await client.deleteStream(stream);
      await client.appendToStream(stream, newEvents(1));
      await waitForServerWrites(client);
    },
    ['2', '2', '2', '', ''],
    ['', '', '', '2', '2', '2'],
  ],
  'a tombstoned stream': [
    async ({ client }, stream) => {
      await client.appendToStream(stream, newEvents(3));
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

/** All messages of a read, in order: events by stream and revision, others by their kind. */
function saidTo({ wire }: StoreFixture, reading: ReadOptions): Promise<string[]> {
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

againstEachStore('reading streams', (fixture) => {
  test.each(Object.entries(STATES))('%s, both ways from every kind of start', async (_, [setUp, there, back]) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await setUp(fixture, stream);
    const read = (direction: 'forwards' | 'backwards') =>
      Promise.all(STARTS.map((fromRevision) => readableRevisions(client, stream, { fromRevision, direction })));
    expect(await read('forwards')).toEqual([...there.slice(0, 5), 'unknown']);
    expect(await read('backwards')).toEqual(back);
  });

  test('at most the count; a count of 0 is a failure, even for a missing stream', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(5));
    const counts = [0, 1, 2, 5, 6];
    const read = (direction: 'forwards' | 'backwards', fromRevision: 'start' | 'end') =>
      Promise.all(counts.map((maxCount) => readableRevisions(client, stream, { maxCount, direction, fromRevision })));
    expect(await read('forwards', 'start')).toEqual(['unknown', '0', '0 1', '0 1 2 3 4', '0 1 2 3 4']);
    expect(await read('backwards', 'end')).toEqual(['unknown', '4', '4 3', '4 3 2 1 0', '4 3 2 1 0']);
    expect(await readableRevisions(client, stream, { fromRevision: 2n, maxCount: 2 })).toBe('2 3');
    expect(await readableRevisions(client, stream, { fromRevision: 2n, maxCount: 2, direction: 'backwards' })).toBe(
      '2 1',
    );
    expect(await readableRevisions(client, stream, { fromRevision: 6n, maxCount: 3, direction: 'backwards' })).toBe(
      '4 3 2',
    );
    expect(await readableRevisions(client, fixture.newStream(), { maxCount: 0 })).toBe('unknown');
    await client.setStreamMetadata(stream, { truncateBefore: 3 });
    expect(await readableRevisions(client, stream, { maxCount: 1 })).toBe('3');
    expect(await readableRevisions(client, stream, { maxCount: 1, fromRevision: 1n })).toBe('3');
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
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(2));
    expect(await readableRevisions(fixture.client, stream, { fromRevision })).toBe(there);
    expect(await readableRevisions(fixture.client, stream, { fromRevision, direction: 'backwards' })).toBe(back);
  });

  test('a long stream is complete and in order, both ways', async () => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(1100));
    const there = Array.from({ length: 1100 }, (_, n) => n);
    expect(await readableRevisions(fixture.client, stream)).toBe(there.join(' '));
    const back = await readableRevisions(fixture.client, stream, { direction: 'backwards', fromRevision: 'end' });
    expect(back).toBe(there.toReversed().join(' '));
    expect(await readableRevisions(fixture.client, stream, { fromRevision: 1000n, maxCount: 70 })).toBe(
      there.slice(1000, 1070).join(' '),
    );
  });

  test('$all is no stream, and a stream without metadata has empty metadata', async () => {
    const { client } = fixture;
    expect(await readableRevisions(client, '$all', { maxCount: 1 })).toBe('missing');
    expect(await metadataOf(client, fixture.newStream())).toBe('missing');
    expect(await client.getStreamMetadata(fixture.newStream())).not.toMatchObject({ metadata: expect.anything() });
  });

  test('a missing stream is answered with a message, not a failure', async () => {
    const stream = fixture.newStream();
    expect(await saidTo(fixture, { stream })).toEqual(['not found']);
    await fixture.client.setStreamMetadata(stream, { a: 1 });
    expect(await saidTo(fixture, { stream, direction: 1, from: 'end' })).toEqual(['not found']);
  });

  test('the first and the last revision are sent to compatible clients', async () => {
    const { client, wire } = fixture;
    const [five, cut, softly] = [fixture.newStream(), fixture.newStream(), fixture.newStream()];
    for (const stream of [five, cut, softly]) await client.appendToStream(stream, newEvents(5));
    await setMetadata(wire, cut, '{"$tb":3}');
    await client.deleteStream(softly);
    const outcomeOf = (stream: string, reading: ReadOptions = {}) =>
      saidTo(fixture, { stream, compatibility: 1, ...reading });
    expect(await outcomeOf(five)).toEqual(['0', '1', '2', '3', '4', 'last 4']);
    expect(await outcomeOf(five, { count: 2n })).toEqual(['0', '1', 'last 4']);
    expect(await outcomeOf(five, { from: 5n })).toEqual(['last 4']);
    expect(await outcomeOf(five, { direction: 1, from: 2n })).toEqual(['2', '1', '0', 'last 4']);
    expect(await outcomeOf(cut)).toEqual(['3', '4', 'last 4']);
    expect(await outcomeOf(cut, { count: 2n })).toEqual(['first 3', '3', '4', 'last 4']);
    expect(await outcomeOf(cut, { from: 1n })).toEqual(['3', '4', 'last 4']);
    expect(await outcomeOf(cut, { from: 1n, count: 1n })).toEqual(['first 3', '3', 'last 4']);
    expect(await outcomeOf(cut, { direction: 1, from: 2n })).toEqual(['last 4']);
    expect(await outcomeOf(softly)).toEqual(['not found']);
    expect(await outcomeOf(five, { compatibility: 0, count: 1n })).toEqual(['0']);
    expect(await outcomeOf(five, { compatibility: 21, count: 1n })).toEqual(['0', 'last 4']);
  });

  test('the required fields of a request', async () => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(2));
    const outcomeOf = (reading: ReadOptions) => saidTo(fixture, reading);
    expect(await outcomeOf({})).toEqual(['code 3']);
    expect(await outcomeOf({ stream: null })).toEqual(['code 2']);
    expect(await outcomeOf({ stream: '' })).toEqual(['code 2']);
    expect(await outcomeOf({ stream, from: null })).toEqual(['code 2']);
    expect(await outcomeOf({ stream, count: null })).toEqual(['code 3']);
    expect(await outcomeOf({ stream, filter: { on: 'stream', prefixes: [stream] } })).toEqual(['code 3']);
    expect(await outcomeOf({ stream, direction: 7 })).toEqual(['code 3']);
    expect(await outcomeOf({ stream, isSubscription: true, direction: 1 })).toEqual(['code 3']);
    expect(await outcomeOf({ stream, count: 2n ** 63n })).toEqual(['0', '1']);
    expect(await outcomeOf({ stream, count: 2n ** 64n - 1n })).toEqual(['0', '1']);
  });

  test('an event has its id as text or in halves, its type, its time and its position', async () => {
    const stream = fixture.newStream();
    const [event] = newEvents(1);
    if (!event) throw new Error('There is one.');
    const { position } = await fixture.client.appendToStream(stream, event);
    const eventBy = (hasStructuredIds: boolean) =>
      new Promise<ReadResp.ReadEvent | undefined>((resolve, reject) => {
        const call = fixture.wire.read(readRequest({ stream, hasStructuredIds }));
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
