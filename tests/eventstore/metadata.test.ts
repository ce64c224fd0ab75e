import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { againstEachStore } from './support/stage.ts';
import { metadataOf, noted, seen, told } from './support/told.ts';

/** Metadata as it is written, and what of the revisions 0 to 2 it lets be seen. */
const COUNTS: readonly (readonly [text: string, seen: string])[] = [
  // what it is there for
  ['{"$tb":2}', '2'],
  ['  {"$tb":2}  ', '2'],
  ['{"$tb":3}', ''],
  ['{"$tb":9223372036854775806}', ''],
  ['{"$maxCount":1}', '2'],
  ['{"$maxCount":9223372036854775807}', '0 1 2'],
  ['{"$maxAge":100000}', '0 1 2'],
  ['{"$maxAge":100000,"$tb":2}', '2'],
  ['{"$cacheControl":5,"$tb":2}', '2'],
  ['{"$maxCount":2,"$tb":1}', '1 2'],
  ['{"$maxCount":2,"$tb":2}', '2'],
  ['{"$maxCount":1,"$tb":1}', '2'],
  ['{"$tb":2,"other":{"a":[1]}}', '2'],
  // the last of two keys of one name
  ['{"$tb":1,"$tb":2}', '2'],
  ['{"$tb":2,"$tb":1}', '1 2'],
  ['{"$TB":2}', '0 1 2'],
  // out of range: ignored alone
  ['{"$tb":-1,"$maxCount":1}', '2'],
  ['{"$tb":2,"$maxCount":0}', '2'],
  ['{"$tb":2,"$maxCount":-1}', '2'],
  ['{"$tb":2,"$maxAge":0}', '2'],
  ['{"$tb":2,"$maxAge":-5}', '2'],
  ['{"$tb":2,"$cacheControl":0}', '2'],
];

/** Metadata of which nothing counts, since a value is of another kind; without that value, all but revision 2 were hidden. */
const VOIDED: readonly string[] = [
  ...['2.0', '2e0', '1.5', '"2"', 'true', 'null', '[2]', '{}'].map((value) => `{"$maxCount":1,"$tb":${value}}`),
  ...['"x"', '1.5', 'null', 'false'].map((value) => `{"$tb":2,"$maxCount":${value}}`),
  ...['"x"', '1.5', '1000000000000'].map((value) => `{"$tb":2,"$maxAge":${value}}`),
  ...['"x"', '2.5', 'null'].map((value) => `{"$tb":2,"$cacheControl":${value}}`),
  // beyond 64 bits: also what the client makes of a soft deletion's $tb when it writes it back
  '{"$maxCount":1,"$tb":9223372036854775808}',
  '{"$maxCount":1,"$tb":18446744073709551616}',
  '{"$maxCount":1,"$tb":-9223372036854775809}',
  '{"$tb":2,"$maxCount":9223372036854775808}',
  // no JSON object
  '{"$tb":2',
  '[{"$tb":2}]',
  'null',
  '5',
  '"text"',
  '',
];

const ACLS_THAT_COUNT = [
  '{}',
  '{"$r":"$admins"}',
  '{"$r":["$admins","a"]}',
  '{"$w":[],"$d":"a","$mr":"$admins","$mw":"$admins"}',
];
const ACLS_THAT_VOID = [
  '{"own":"x"}',
  '{"$r":5}',
  '{"$r":null}',
  '{"$r":["$admins",5]}',
  '{"$r":{"a":1}}',
  'null',
  '[]',
  '"text"',
  '5',
];

againstEachStore('metadata', (stage) => {
  const ofThree = async (text: string) => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(3));
    await setMetadata(stage.wire, stream, text);
    return seen(stage.client, stream);
  };

  test.each(COUNTS)('of three events under %s can be seen: %s', async (text, visible) => {
    expect(await ofThree(text)).toBe(visible);
  });
  test.each(VOIDED)('nothing counts of %s', async (text) => {
    expect(await ofThree(text)).toBe('0 1 2');
  });
  test.each(ACLS_THAT_COUNT)('a truncation counts beside the access control list %s', async (acl) => {
    expect(await ofThree(`{"$tb":2,"$acl":${acl}}`)).toBe('2');
  });
  test.each(ACLS_THAT_VOID)('nothing counts beside the access control list %s', async (acl) => {
    expect(await ofThree(`{"$tb":2,"$acl":${acl}}`)).toBe('0 1 2');
  });

  test('a $tb of 2^63 hides nothing and deletes nothing', async () => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(3));
    await stage.client.setStreamMetadata(stream, { truncateBefore: 2 ** 63 });
    expect(await seen(stage.client, stream)).toBe('0 1 2');
    const append = stage.client.appendToStream(stream, noted(1), { expectedRevision: 'no_stream' });
    expect(await told(append)).toBe('wrong, is 2');
  });

  test('counts also for what is appended later, and can be taken back', async () => {
    const { client, wire } = stage;
    const stream = stage.fresh();
    await setMetadata(wire, stream, '{"$maxCount":2}');
    expect(await seen(client, stream)).toBe('missing');
    await client.appendToStream(stream, noted(4), { expectedRevision: 'no_stream' });
    expect(await seen(client, stream)).toBe('2 3');
    for (const [text, visible] of [
      ['{"$tb":1}', '1 2 3'],
      ['{"$tb":3}', '3'],
      ['{"$tb":9}', ''],
      ['{"$tb":0}', '0 1 2 3'],
    ] as const) {
      await setMetadata(wire, stream, text);
      expect(await seen(client, stream)).toBe(visible);
    }
    expect(await told(client.appendToStream(stream, noted(1), { expectedRevision: 3n }))).toBe('next 4');
  });

  test('events older than $maxAge are no longer seen', async () => {
    const { client, wire } = stage;
    const [partly, wholly] = [stage.fresh(), stage.fresh()];
    for (const stream of [partly, wholly]) {
      await setMetadata(wire, stream, '{"$maxAge":1}');
      await client.appendToStream(stream, noted(2));
    }
    const [oldest] = await Array.fromAsync(client.readStream(partly, { maxCount: 1 }));
    expect(oldest?.event?.revision).toBe(0n);
    await expect.poll(() => seen(client, wholly), { timeout: 10_000, interval: 100 }).toBe('');
    await client.appendToStream(partly, noted(2));
    expect(await seen(client, partly)).toBe('2 3');
    expect(await seen(client, partly, { direction: 'backwards', fromRevision: 1n })).toBe('');
    expect(await told(client.appendToStream(wholly, noted(1), { expectedRevision: 1n }))).toBe('next 2');
  });

  test('of a metadata stream only the newest event can be seen, from wherever it is read', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    for (const colour of ['red', 'green', 'blue']) await client.setStreamMetadata(stream, { colour });
    const meta = `$$${stream}`;
    const there: string[] = [];
    for (const from of ['start', 0n, 1n, 2n, 3n] as const) there.push(await seen(client, meta, { fromRevision: from }));
    expect(there).toEqual(['2', '2', '2', '2', '']);
    const back: string[] = [];
    for (const from of ['start', 0n, 1n, 2n, 3n, 'end'] as const) {
      back.push(await seen(client, meta, { fromRevision: from, direction: 'backwards' }));
    }
    expect(back).toEqual(['', '', '', '2', '2', '2']);
    await setMetadata(stage.wire, meta, '{"$tb":3}');
    expect(await metadataOf(client, stream)).toBe('2 {"colour":"blue"}');
  });

  test('comes back as it was set, under the names it has on the wire', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    const acl = {
      readRoles: ['a', 'b'],
      writeRoles: ['c'],
      deleteRoles: [],
      metaReadRoles: ['$admins'],
      metaWriteRoles: ['$all'],
    };
    const metadata = { maxCount: 5, maxAge: 60, truncateBefore: 1, cacheControl: 7, own: { deep: [1, 'é'] }, acl };
    await client.setStreamMetadata(stream, metadata);
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata });
    const [read] = await Array.fromAsync(client.readStream(`$$${stream}`));
    expect(read?.event).toMatchObject({
      type: '$metadata',
      isJson: true,
      data: {
        $maxCount: 5,
        $maxAge: 60,
        $tb: 1,
        $cacheControl: 7,
        own: { deep: [1, 'é'] },
        $acl: { $r: ['a', 'b'], $w: ['c'], $d: [], $mr: ['$admins'], $mw: ['$all'] },
      },
    });
  });

  test('the newest event counts whatever its type, if it is flagged as JSON', async () => {
    const { client, wire } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    await setMetadata(wire, stream, '{"$tb":2}');
    await client.appendToStream(`$$${stream}`, jsonEvent({ type: 'other', data: { $tb: 1 } }));
    expect(await seen(client, stream)).toBe('1 2');
    for (const data of ['{"$tb":2}', '{oops', '']) {
      await client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data: Buffer.from(data) }));
      expect(await seen(client, stream)).toBe('0 1 2');
      expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined();
    }
  });

  test('of several in one append the last counts', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(5));
    const events = [4, 1].map(($tb) => jsonEvent({ type: '$metadata', data: { $tb } }));
    expect(await told(client.appendToStream(`$$${stream}`, events))).toBe('next 1');
    expect(await seen(client, stream)).toBe('1 2 3 4');
  });

  test('in an ordinary stream, an event of its type is an event', async () => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, jsonEvent({ type: '$metadata', data: { $tb: 5 } }));
    expect(await seen(client, stream)).toBe('0');
  });

  test('a metadata stream can be deleted softly, which hides nothing, and for good', async () => {
    const { client, wire } = stage;
    const [softly, forGood] = [stage.fresh(), stage.fresh()];
    for (const stream of [softly, forGood]) {
      await client.appendToStream(stream, noted(3));
      await setMetadata(wire, stream, '{"$tb":1}');
    }
    expect(await told(client.deleteStream(`$$${softly}`))).toBe('done');
    expect([await seen(client, softly), await metadataOf(client, softly)]).toEqual(['1 2', '0 {"$tb":1}']);
    expect(await told(client.setStreamMetadata(softly, { a: 1 }))).toBe('next 1');
    expect([await seen(client, softly), await metadataOf(client, softly)]).toEqual(['0 1 2', '1 {"a":1}']);

    expect(await told(client.tombstoneStream(`$$${forGood}`))).toBe('done');
    expect([await seen(client, forGood), await metadataOf(client, forGood)]).toEqual(['0 1 2', '$$ deleted']);
    expect(await told(client.setStreamMetadata(forGood, { a: 1 }))).toBe('$$ deleted');
    expect(await told(client.appendToStream(forGood, noted(1), { expectedRevision: 2n }))).toBe('next 3');
  });
});

againstEachStore(
  'metadata, here other than with EventStoreDB',
  (stage) => {
    test('a soft deletion of a stream whose metadata stream is tombstoned is refused', async () => {
      const { client } = stage;
      const stream = stage.fresh();
      await client.appendToStream(stream, noted(1));
      await client.setStreamMetadata(stream, { a: 1 });
      await client.tombstoneStream(`$$${stream}`);
      expect(await told(client.deleteStream(stream))).toBe('$$ deleted');
      expect(await seen(client, stream)).toBe('0');
    });
  },
  { standInOnly: 'it ends the server there' },
);
