import { BACKWARDS, binaryEvent, END } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { againstEachStore, PATHS, type Stage } from './support/stage.ts';
import { failure, metadataOf, noted, SOFT_DELETION, seen, settled, told } from './support/told.ts';

/** Metadata given to a softly deleted stream of three events: what is written after it, and what is then seen. */
const REVIVING: readonly (readonly [text: string, metadata: string, seen: string])[] = [
  ['{}', '2 {"$tb":3}', ''],
  ['{"colour":"red"}', '2 {"colour":"red","$tb":3}', ''],
  ['{"$tb":1}', '2 {"$tb":3}', ''],
  ['{"$tb":5}', '2 {"$tb":3}', ''],
  ['{"$maxCount":1}', '2 {"$maxCount":1,"$tb":3}', ''],
  ['{"$tb":9223372036854775807}', '2 {"$tb":3}', ''],
  // no JSON object: no second event, and the old events are there again
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
  { client }: Stage,
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

async function softlyDeleted(stage: Stage, count = 3): Promise<string> {
  const stream = stage.fresh();
  await stage.client.appendToStream(stream, noted(count));
  await stage.client.deleteStream(stream);
  return stream;
}

againstEachStore('deletion', (stage) => {
  test.each(SEQUENCES)('%s', async (_, steps, outcomes, events, metadata) => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    const found: string[] = [];
    for (const step of steps) {
      found.push(await told(step === 'd' ? client.deleteStream(stream) : client.tombstoneStream(stream)));
    }
    expect(found).toEqual(outcomes);
    expect([await seen(client, stream), await metadataOf(client, stream)]).toEqual([events, metadata]);
  });

  test('a delete and a tombstone answer the position of the event they write', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    const { position: start } = await client.appendToStream(stream, noted(1));
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

  test('a tombstone is an event without data that is no JSON, at the last of all revisions', async () => {
    const { client } = stage;
    const stream = stage.fresh();
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

  test('the metadata that is a soft deletion holds nothing of what was set before', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(1));
    await client.setStreamMetadata(stream, { colour: 'red', maxCount: 4 });
    await client.deleteStream(stream);
    expect(await metadataOf(client, stream)).toBe(`1 ${SOFT_DELETION}`);
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 2 ** 63 });
  });

  test.each(PATHS)('an append revives: revisions go on, and metadata follows it in $all, %s', async (_, path) => {
    const { client } = stage;
    const stream = stage.fresh();
    const { position: start } = await client.appendToStream(stream, noted(3));
    await client.setStreamMetadata(stream, { colour: 'red', maxCount: 4 });
    await client.deleteStream(stream);
    const append = (count: number, expectedRevision: 'no_stream' | bigint) =>
      told(client.appendToStream(stream, noted(count), { expectedRevision, ...path }));
    expect(await append(2, 'no_stream')).toBe('next 4');
    expect(await append(1, 4n)).toBe('next 5');
    await settled(client);
    expect([await seen(client, stream), await metadataOf(client, stream)]).toEqual(['3 4 5', '2 {"$tb":3}']);
    expect(await allOf(stage, { s: stream }, start ?? { commit: 0n, prepare: 0n })).toEqual([
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
    const { client } = stage;
    const stream = stage.fresh();
    for (const [last, visible] of [
      [1, '0 1'],
      [3, '2 3'],
      [5, '4 5'],
    ] as const) {
      const append = client.appendToStream(stream, noted(2), { expectedRevision: 'no_stream' });
      expect(await told(append)).toBe(`next ${last}`);
      await settled(client);
      expect(await seen(client, stream)).toBe(visible);
      expect(await told(client.deleteStream(stream))).toBe('done');
    }
    expect([await seen(client, stream), await metadataOf(client, stream)]).toEqual(['missing', `4 ${SOFT_DELETION}`]);
  });

  test.each(REVIVING)('the metadata %s set for a softly deleted stream leaves %s', async (text, metadata, visible) => {
    const { client, wire } = stage;
    const stream = await softlyDeleted(stage);
    expect(await told(setMetadata(wire, stream, text))).toBe('next 1');
    await settled(client);
    expect([await metadataOf(client, stream), await seen(client, stream)]).toEqual([metadata, visible]);
    expect(await told(client.appendToStream(stream, noted(1), { expectedRevision: 2n }))).toBe('next 3');
    await settled(client);
    expect(await seen(client, stream)).toBe(`${visible} 3`.trim());
    expect(await metadataOf(client, stream)).toBe(metadata);
  });

  test('a soft deletion that somebody wrote as metadata is one; its revival keeps the other keys', async () => {
    const { client, wire } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    await setMetadata(wire, stream, '{"$tb":9223372036854775807,"colour":"red","$maxCount":9}');
    expect(await seen(client, stream)).toBe('missing');
    expect(await told(client.deleteStream(stream, { expectedRevision: 7n }))).toBe('wrong, is 2');
    expect(await told(client.appendToStream(stream, noted(2), { expectedRevision: 'no_stream' }))).toBe('next 4');
    await settled(client);
    expect(await seen(client, stream)).toBe('3 4');
    expect(await metadataOf(client, stream)).toBe('1 {"$tb":3,"colour":"red","$maxCount":9}');
  });

  test('metadata set for it revives, and hides the old events, even if it is not flagged as the JSON it is', async () => {
    const { client } = stage;
    const stream = await softlyDeleted(stage);
    const event = binaryEvent({ type: '$metadata', data: Buffer.from('{"$maxCount":9}') });
    expect(await told(client.appendToStream(`$$${stream}`, event))).toBe('next 1');
    await settled(client);
    expect(await metadataOf(client, stream)).toBe('2 {"$maxCount":9,"$tb":3}');
    expect(await seen(client, stream)).toBe('');
  });

  test('$all goes on showing what is truncated, counted out or deleted, both ways', async () => {
    const { client, wire } = stage;
    const [cut, counted, softly, gone] = [stage.fresh(), stage.fresh(), stage.fresh(), stage.fresh()];
    const { position: start } = await client.appendToStream(cut, noted(2));
    await setMetadata(wire, cut, '{"$tb":2}');
    await setMetadata(wire, counted, '{"$maxCount":1}');
    for (const stream of [counted, softly, gone]) await client.appendToStream(stream, noted(2));
    await client.deleteStream(softly);
    await client.tombstoneStream(gone);
    const names = { cut, counted, softly, gone };
    const lines = await allOf(stage, names, start ?? { commit: 0n, prepare: 0n });
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

  test('the errors of the client name the stream and what it expected', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    expect(await failure(client.deleteStream(stream, { expectedRevision: 0n }))).toMatchObject({
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
      () => client.appendToStream(stream, noted(1), PATHS[1][1]),
    ]) {
      expect(await failure(call())).toMatchObject({ type: 'stream-deleted', code: 9, streamName: stream });
    }
    const batch = await failure(client.appendToStream(stream, noted(1)));
    expect(batch).toMatchObject({ type: 'stream-deleted', streamName: stream });
    expect(batch).not.toMatchObject({ code: expect.anything() });
  });
});

againstEachStore(
  'metadata streams that are deleted',
  (stage) => {
    const exists = { expectedRevision: 'stream_exists' } as const;
    const none = { expectedRevision: 'no_stream' } as const;
    const other = () => stage.client.setStreamMetadata(stage.fresh('other'), { colour: 'green' });
    const anything = () => stage.client.appendToStream(stage.fresh('other'), noted(1));

    /** A metadata stream that was softly deleted, and what was written meanwhile. */
    async function deletedMetadata(...meanwhile: (() => Promise<unknown>)[]): Promise<string> {
      const stream = stage.fresh();
      await stage.client.setStreamMetadata(stream, { colour: 'red' });
      await stage.client.deleteStream(`$$${stream}`);
      for (const write of meanwhile) await write();
      return stream;
    }

    const truncations = async (stream: string) => {
      const read = stage.client.readStream(`$$$$${stream}`);
      return (await Array.fromAsync(read)).map(({ event }) => (event?.data as { $tb: number } | undefined)?.$tb);
    };

    test.each([
      ['nothing else was written', []],
      ["another stream's metadata were", [other]],
      ['events and nothing else were', [anything, anything]],
    ] as const)('are so as long as %s, and revived by what is written', async (_, meanwhile) => {
      const stream = await deletedMetadata(...meanwhile);
      expect(await told(stage.client.setStreamMetadata(stream, {}, exists))).toBe('$$ deleted');
      expect(await told(stage.client.setStreamMetadata(stream, {}, none))).toBe('next 1');
      await expect.poll(() => truncations(stream)).toEqual([1]);
    });

    test.each([
      ['an event and then metadata', [anything, other]],
      ['metadata three times', [other, other, other]],
    ] as const)('are forgotten to be so once others have written %s', async (_, meanwhile) => {
      const stream = await deletedMetadata(...meanwhile);
      expect(await told(stage.client.setStreamMetadata(stream, {}, none))).toBe('wrong, is 0');
      expect(await told(stage.client.setStreamMetadata(stream, {}, exists))).toBe('next 1');
      await anything();
      expect(await truncations(stream)).toEqual([Number(2n ** 63n)]);
    });

    test('of a tombstoned stream can be written only if they have been before', async () => {
      const { client } = stage;
      const [described, bare] = [stage.fresh(), stage.fresh()];
      await client.setStreamMetadata(described, { colour: 'red' });
      for (const stream of [described, bare]) await client.tombstoneStream(stream);
      expect(await told(client.setStreamMetadata(described, {}))).toBe('next 1');
      expect(await told(client.setStreamMetadata(bare, {}))).toBe('$$ deleted');
      for (const stream of [described, bare])
        for (const name of [`$$${stream}`, `$$$$${stream}`])
          expect(await failure(Array.fromAsync(client.readStream(name)))).toMatchObject({ type: 'stream-deleted' });
    });
  },
  { ownStoreOnly: 'others write there, too' },
);
