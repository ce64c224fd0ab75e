import { BACKWARDS, binaryEvent, END } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import {
  metadataOf,
  newEvents,
  outcomeOf,
  readableRevisions,
  rejectionOf,
  SOFT_DELETION,
  waitForServerWrites,
} from './support/outcomes.ts';
import { againstEachStore, PATHS, type StoreFixture } from './support/store-fixture.ts';

/** Metadata set for a softly deleted stream of three events: the metadata afterwards, and the readable events. */
const REVIVING: readonly (readonly [text: string, metadata: string, seen: string])[] = [
  ['{}', '2 {"$tb":3}', ''],
  ['{"colour":"red"}', '2 {"colour":"red","$tb":3}', ''],
  ['{"$tb":1}', '2 {"$tb":3}', ''],
  ['{"$tb":5}', '2 {"$tb":3}', ''],
  ['{"$maxCount":1}', '2 {"$maxCount":1,"$tb":3}', ''],
  ['{"$tb":9223372036854775807}', '2 {"$tb":3}', ''],
  // no JSON object: no second event, and the old events are readable again
  ['[1]', '1 [1]', '0 1 2'],
  ['5', '1 5', '0 1 2'],
  ['junk', '1 "junk"', '0 1 2'],
  ['', '1 ""', '0 1 2'],
];

const SEQUENCES = [
  ['a soft deletion twice', 'dd', ['done', 'done'], 'missing', `1 ${SOFT_DELETION}`],
  ['a tombstone twice', 'tt', ['done', 'deleted'], 'deleted', '$$ deleted'],
  ['a soft deletion, then a tombstone', 'dt', ['done', 'done'], 'deleted', '$$ deleted'],
  ['a tombstone, then a soft deletion', 'td', ['done', 'deleted'], 'deleted', '$$ deleted'],
] as const;

/** The events of these streams in `$all` from an event on: stream, revision and type. */
async function allOf(
  { client }: StoreFixture,
  names: Readonly<Record<string, string>>,
  from: { commit: bigint; prepare: bigint },
) {
  const lines: string[] = [];
  for await (const { event } of client.readAll({ fromPosition: from })) {
    const short = Object.entries(names).find(([, name]) => event?.streamId.replace(/^\$\$/, '') === name)?.[0];
    if (event && short) lines.push(`${event.streamId.startsWith('$$') ? '$$' : ''}${short}@${event.revision}`);
  }
  return lines;
}

async function softlyDeleted(fixture: StoreFixture, count = 3): Promise<string> {
  const stream = fixture.newStream();
  await fixture.client.appendToStream(stream, newEvents(count));
  await fixture.client.deleteStream(stream);
  return stream;
}

againstEachStore('deletion', (fixture) => {
  test.each(SEQUENCES)('%s', async (_, steps, outcomes, events, metadata) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    const found: string[] = [];
    for (const step of steps) {
      found.push(await outcomeOf(step === 'd' ? client.deleteStream(stream) : client.tombstoneStream(stream)));
    }
    expect(found).toEqual(outcomes);
    expect([await readableRevisions(client, stream), await metadataOf(client, stream)]).toEqual([events, metadata]);
  });

  test('a delete and a tombstone are answered with the position of the event they write', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    const { position: start } = await client.appendToStream(stream, newEvents(1));
    const softly = await client.deleteStream(stream);
    const forGood = await client.tombstoneStream(stream);
    const events = await Array.fromAsync(client.readAll({ fromPosition: start ?? 'start' }));
    const typeAt = (position: typeof start) => {
      const found = events.find(({ event }) => event?.position.commit === position?.commit);
      return `${found?.event?.type} in ${found?.event?.streamId.replace(stream, 's')}`;
    };
    expect(typeAt(softly.position)).toBe('$metadata in $$s');
    expect(typeAt(forGood.position)).toBe('$streamDeleted in s');
  });

  test('a tombstone is an event without data and without JSON content type, at the largest revision', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    const { position } = await client.tombstoneStream(stream);
    const [read] = await Array.fromAsync(client.readAll({ fromPosition: position ?? 'start', maxCount: 1 }));
    expect(read?.event).toMatchObject({
      streamId: stream,
      type: '$streamDeleted',
      revision: 2n ** 63n - 1n,
      isJson: false,
      position,
    });
    expect(read?.event?.data).toHaveLength(0);
  });

  test('the metadata of a soft deletion have none of the earlier keys', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(1));
    await client.setStreamMetadata(stream, { colour: 'red', maxCount: 4 });
    await client.deleteStream(stream);
    expect(await metadataOf(client, stream)).toBe(`1 ${SOFT_DELETION}`);
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 2 ** 63 });
  });

  test.each(PATHS)('an append revives: revisions continue, and metadata follow it in $all, %s', async (_, path) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    const { position: start } = await client.appendToStream(stream, newEvents(3));
    await client.setStreamMetadata(stream, { colour: 'red', maxCount: 4 });
    await client.deleteStream(stream);
    const append = (count: number, expectedRevision: 'no_stream' | bigint) =>
      outcomeOf(client.appendToStream(stream, newEvents(count), { expectedRevision, ...path }));
    expect(await append(2, 'no_stream')).toBe('next 4');
    expect(await append(1, 4n)).toBe('next 5');
    await waitForServerWrites(client);
    expect([await readableRevisions(client, stream), await metadataOf(client, stream)]).toEqual([
      '3 4 5',
      '2 {"$tb":3}',
    ]);
    expect(await allOf(fixture, { s: stream }, start ?? { commit: 0n, prepare: 0n })).toEqual([
      's@2',
      '$$s@0',
      '$$s@1',
      's@3',
      's@4',
      '$$s@2',
      's@5',
    ]);
  });

  test('deleted and revived three times', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    for (const [last, visible] of [
      [1, '0 1'],
      [3, '2 3'],
      [5, '4 5'],
    ] as const) {
      const append = client.appendToStream(stream, newEvents(2), { expectedRevision: 'no_stream' });
      expect(await outcomeOf(append)).toBe(`next ${last}`);
      await waitForServerWrites(client);
      expect(await readableRevisions(client, stream)).toBe(visible);
      expect(await outcomeOf(client.deleteStream(stream))).toBe('done');
    }
    expect([await readableRevisions(client, stream), await metadataOf(client, stream)]).toEqual([
      'missing',
      `4 ${SOFT_DELETION}`,
    ]);
  });

  test.each(REVIVING)('the metadata %s set for a softly deleted stream leaves %s', async (text, metadata, visible) => {
    const { client, wire } = fixture;
    const stream = await softlyDeleted(fixture);
    expect(await outcomeOf(setMetadata(wire, stream, text))).toBe('next 1');
    await waitForServerWrites(client);
    expect([await metadataOf(client, stream), await readableRevisions(client, stream)]).toEqual([metadata, visible]);
    expect(await outcomeOf(client.appendToStream(stream, newEvents(1), { expectedRevision: 2n }))).toBe('next 3');
    await waitForServerWrites(client);
    expect(await readableRevisions(client, stream)).toBe(`${visible} 3`.trim());
    expect(await metadataOf(client, stream)).toBe(metadata);
  });

  test('metadata with the $tb of a soft deletion delete the stream; its revival keeps the other keys', async () => {
    const { client, wire } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    await setMetadata(wire, stream, '{"$tb":9223372036854775807,"colour":"red","$maxCount":9}');
    expect(await readableRevisions(client, stream)).toBe('missing');
    expect(await outcomeOf(client.deleteStream(stream, { expectedRevision: 7n }))).toBe('wrong, is 2');
    expect(await outcomeOf(client.appendToStream(stream, newEvents(2), { expectedRevision: 'no_stream' }))).toBe(
      'next 4',
    );
    await waitForServerWrites(client);
    expect(await readableRevisions(client, stream)).toBe('3 4');
    expect(await metadataOf(client, stream)).toBe('1 {"$tb":3,"colour":"red","$maxCount":9}');
  });

  test('metadata set for it revive it and hide the old events, even without the JSON content type', async () => {
    const { client } = fixture;
    const stream = await softlyDeleted(fixture);
    const event = binaryEvent({ type: '$metadata', data: Buffer.from('{"$maxCount":9}') });
    expect(await outcomeOf(client.appendToStream(`$$${stream}`, event))).toBe('next 1');
    await waitForServerWrites(client);
    expect(await metadataOf(client, stream)).toBe('2 {"$maxCount":9,"$tb":3}');
    expect(await readableRevisions(client, stream)).toBe('');
  });

  test('$all still has truncated and deleted events, and those beyond $maxCount, both ways', async () => {
    const { client, wire } = fixture;
    const [cut, counted, softly, gone] = [
      fixture.newStream(),
      fixture.newStream(),
      fixture.newStream(),
      fixture.newStream(),
    ];
    const { position: start } = await client.appendToStream(cut, newEvents(2));
    await setMetadata(wire, cut, '{"$tb":2}');
    await setMetadata(wire, counted, '{"$maxCount":1}');
    for (const stream of [counted, softly, gone]) await client.appendToStream(stream, newEvents(2));
    await client.deleteStream(softly);
    await client.tombstoneStream(gone);
    const names = { cut, counted, softly, gone };
    const lines = await allOf(fixture, names, start ?? { commit: 0n, prepare: 0n });
    expect(lines).toEqual([
      'cut@1',
      '$$cut@0',
      '$$counted@0',
      'counted@0',
      'counted@1',
      'softly@0',
      'softly@1',
      'gone@0',
      'gone@1',
      '$$softly@0',
      `gone@${2n ** 63n - 1n}`,
    ]);
    const back: string[] = [];
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END })) {
      const name = event?.streamId.replace(/^\$\$/, '');
      if (event && Object.values(names).some((each) => each === name)) back.push(event.id);
      if (back.length === lines.length) break;
    }
    expect(new Set(back).size).toBe(lines.length);
  });

  test('the errors of the client have the stream and the expected revision', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    expect(await rejectionOf(client.deleteStream(stream, { expectedRevision: 0n }))).toMatchObject({
      type: 'wrong-expected-version',
      code: 9,
      streamName: stream,
      expectedVersion: 0n,
      actualVersion: 2n,
    });
    await client.tombstoneStream(stream);
    for (const call of [
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
      () => Array.fromAsync(client.readStream(stream)),
      () => client.appendToStream(stream, newEvents(1), PATHS[1][1]),
    ]) {
      expect(await rejectionOf(call())).toMatchObject({ type: 'stream-deleted', code: 9, streamName: stream });
    }
    const batch = await rejectionOf(client.appendToStream(stream, newEvents(1)));
    expect(batch).toMatchObject({ type: 'stream-deleted', streamName: stream });
    expect(batch).not.toMatchObject({ code: expect.anything() });
  });
});

againstEachStore(
  'metadata streams that are deleted',
  (fixture) => {
    const exists = { expectedRevision: 'stream_exists' } as const;
    const none = { expectedRevision: 'no_stream' } as const;
    const other = () => fixture.client.setStreamMetadata(fixture.newStream('other'), { colour: 'green' });
    const anything = () => fixture.client.appendToStream(fixture.newStream('other'), newEvents(1));

    /** A softly deleted metadata stream, and writes in between. */
    async function deletedMetadata(...meanwhile: (() => Promise<unknown>)[]): Promise<string> {
      const stream = fixture.newStream();
      await fixture.client.setStreamMetadata(stream, { colour: 'red' });
      await fixture.client.deleteStream(`$$${stream}`);
      for (const write of meanwhile) await write();
      return stream;
    }

    const truncations = async (stream: string) => {
      const read = fixture.client.readStream(`$$$$${stream}`);
      return (await Array.fromAsync(read)).map(({ event }) => (event?.data as { $tb: number } | undefined)?.$tb);
    };

    test.each([
      ['nothing else was written', []],
      ["another stream's metadata were", [other]],
      ['events and nothing else were', [anything, anything]],
    ] as const)('are so as long as %s, and revived by what is written', async (_, meanwhile) => {
      const stream = await deletedMetadata(...meanwhile);
      expect(await outcomeOf(fixture.client.setStreamMetadata(stream, {}, exists))).toBe('$$ deleted');
      expect(await outcomeOf(fixture.client.setStreamMetadata(stream, {}, none))).toBe('next 1');
      await expect.poll(() => truncations(stream)).toEqual([1]);
    });

    test.each([
      ['an event and then metadata', [anything, other]],
      ['metadata three times', [other, other, other]],
    ] as const)('are forgotten to be so once others have written %s', async (_, meanwhile) => {
      const stream = await deletedMetadata(...meanwhile);
      expect(await outcomeOf(fixture.client.setStreamMetadata(stream, {}, none))).toBe('wrong, is 0');
      expect(await outcomeOf(fixture.client.setStreamMetadata(stream, {}, exists))).toBe('next 1');
      await anything();
      expect(await truncations(stream)).toEqual([Number(2n ** 63n)]);
    });

    test('of a tombstoned stream can be written only if they were written before', async () => {
      const { client } = fixture;
      const [described, bare] = [fixture.newStream(), fixture.newStream()];
      await client.setStreamMetadata(described, { colour: 'red' });
      for (const stream of [described, bare]) await client.tombstoneStream(stream);
      expect(await outcomeOf(client.setStreamMetadata(described, {}))).toBe('next 1');
      expect(await outcomeOf(client.setStreamMetadata(bare, {}))).toBe('$$ deleted');
      for (const stream of [described, bare])
        for (const name of [`$$${stream}`, `$$$$${stream}`])
          expect(await rejectionOf(Array.fromAsync(client.readStream(name)))).toMatchObject({ type: 'stream-deleted' });
    });
  },
  { ownStoreOnly: 'others write there, too' },
);
