import { binaryEvent, jsonEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { metadataOf, newEvents, outcomeOf, readableRevisions } from './support/outcomes.ts';
import { againstEachStore } from './support/store-fixture.ts';

/** Metadata as text, and which of the revisions 0 to 2 are readable. */
const COUNTS: readonly (readonly [text: string, seen: string])[] = [
  // ordinary metadata
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
  // the last of duplicate keys counts
  ['{"$tb":1,"$tb":2}', '2'],
  ['{"$tb":2,"$tb":1}', '1 2'],
  ['{"$TB":2}', '0 1 2'],
  // out of range: only that key is ignored
  ['{"$tb":-1,"$maxCount":1}', '2'],
  ['{"$tb":2,"$maxCount":0}', '2'],
  ['{"$tb":2,"$maxCount":-1}', '2'],
  ['{"$tb":2,"$maxAge":0}', '2'],
  ['{"$tb":2,"$maxAge":-5}', '2'],
  ['{"$tb":2,"$cacheControl":0}', '2'],
];

/**
 * Metadata that are invalid as a whole because of one value; without that value, all but revision 2 would be hidden.
 */
const VOIDED: readonly string[] = [
  ...['2.0', '2e0', '1.5', '"2"', 'true', 'null', '[2]', '{}'].map((value) => `{"$maxCount":1,"$tb":${value}}`),
  ...['"x"', '1.5', 'null', 'false'].map((value) => `{"$tb":2,"$maxCount":${value}}`),
  ...['"x"', '1.5', '1000000000000'].map((value) => `{"$tb":2,"$maxAge":${value}}`),
  ...['"x"', '2.5', 'null'].map((value) => `{"$tb":2,"$cacheControl":${value}}`),
  // beyond 64 bits: also the $tb of a soft deletion as the client rounds it
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

againstEachStore('metadata', (fixture) => {
  const ofThree = async (text: string) => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(3));
    await setMetadata(fixture.wire, stream, text);
    return readableRevisions(fixture.client, stream);
  };

  test.each(COUNTS)('with %s the readable ones of three events are: %s', async (text, visible) => {
    expect(await ofThree(text)).toBe(visible);
  });
  test.each(VOIDED)('%s is ignored as a whole', async (text) => {
    expect(await ofThree(text)).toBe('0 1 2');
  });
  test.each(ACLS_THAT_COUNT)('a truncation counts with the access control list %s', async (acl) => {
    expect(await ofThree(`{"$tb":2,"$acl":${acl}}`)).toBe('2');
  });
  test.each(ACLS_THAT_VOID)('a truncation is ignored with the access control list %s', async (acl) => {
    expect(await ofThree(`{"$tb":2,"$acl":${acl}}`)).toBe('0 1 2');
  });

  test('a $tb of 2^63 hides nothing and deletes nothing', async () => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(3));
    await fixture.client.setStreamMetadata(stream, { truncateBefore: 2 ** 63 });
    expect(await readableRevisions(fixture.client, stream)).toBe('0 1 2');
    const append = fixture.client.appendToStream(stream, newEvents(1), { expectedRevision: 'no_stream' });
    expect(await outcomeOf(append)).toBe('wrong, is 2');
  });

  test('applies to later events, too, and can be reset', async () => {
    const { client, wire } = fixture;
    const stream = fixture.newStream();
    await setMetadata(wire, stream, '{"$maxCount":2}');
    expect(await readableRevisions(client, stream)).toBe('missing');
    await client.appendToStream(stream, newEvents(4), { expectedRevision: 'no_stream' });
    expect(await readableRevisions(client, stream)).toBe('2 3');
    for (const [text, visible] of [
      ['{"$tb":1}', '1 2 3'],
      ['{"$tb":3}', '3'],
      ['{"$tb":9}', ''],
      ['{"$tb":0}', '0 1 2 3'],
    ] as const) {
      await setMetadata(wire, stream, text);
      expect(await readableRevisions(client, stream)).toBe(visible);
    }
    expect(await outcomeOf(client.appendToStream(stream, newEvents(1), { expectedRevision: 3n }))).toBe('next 4');
  });

  test('events older than $maxAge are not readable', async () => {
    const { client, wire } = fixture;
    const [partly, wholly] = [fixture.newStream(), fixture.newStream()];
    for (const stream of [partly, wholly]) {
      await setMetadata(wire, stream, '{"$maxAge":1}');
      await client.appendToStream(stream, newEvents(2));
    }
    const [oldest] = await Array.fromAsync(client.readStream(partly, { maxCount: 1 }));
    expect(oldest?.event?.revision).toBe(0n);
    await expect.poll(() => readableRevisions(client, wholly), { interval: 100 }).toBe('');
    await client.appendToStream(partly, newEvents(2));
    expect(await readableRevisions(client, partly)).toBe('2 3');
    expect(await readableRevisions(client, partly, { direction: 'backwards', fromRevision: 1n })).toBe('');
    expect(await outcomeOf(client.appendToStream(wholly, newEvents(1), { expectedRevision: 1n }))).toBe('next 2');
  });

  test('of a metadata stream only the newest event is readable, from any start', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    for (const colour of ['red', 'green', 'blue']) await client.setStreamMetadata(stream, { colour });
    const meta = `$$${stream}`;
    const there: string[] = [];
    for (const from of ['start', 0n, 1n, 2n, 3n] as const)
      there.push(await readableRevisions(client, meta, { fromRevision: from }));
    expect(there).toEqual(['2', '2', '2', '2', '']);
    const back: string[] = [];
    for (const from of ['start', 0n, 1n, 2n, 3n, 'end'] as const) {
      back.push(await readableRevisions(client, meta, { fromRevision: from, direction: 'backwards' }));
    }
    expect(back).toEqual(['', '', '', '2', '2', '2']);
    await setMetadata(fixture.wire, meta, '{"$tb":3}');
    expect(await metadataOf(client, stream)).toBe('2 {"colour":"blue"}');
  });

  test('is read as it was set, with the names of the wire format', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
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

  test('the newest event counts whatever its type, if its content type is JSON', async () => {
    const { client, wire } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    await setMetadata(wire, stream, '{"$tb":2}');
    await client.appendToStream(`$$${stream}`, jsonEvent({ type: 'other', data: { $tb: 1 } }));
    expect(await readableRevisions(client, stream)).toBe('1 2');
    for (const data of ['{"$tb":2}', '{oops', '']) {
      await client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data: Buffer.from(data) }));
      expect(await readableRevisions(client, stream)).toBe('0 1 2');
      expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined();
    }
  });

  test('of several in one append the last counts', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(5));
    const events = [4, 1].map(($tb) => jsonEvent({ type: '$metadata', data: { $tb } }));
    expect(await outcomeOf(client.appendToStream(`$$${stream}`, events))).toBe('next 1');
    expect(await readableRevisions(client, stream)).toBe('1 2 3 4');
  });

  test('in an ordinary stream, an event of type $metadata is an ordinary event', async () => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, jsonEvent({ type: '$metadata', data: { $tb: 5 } }));
    expect(await readableRevisions(client, stream)).toBe('0');
  });

  test('a metadata stream can be deleted softly, which hides nothing, and tombstoned', async () => {
    const { client, wire } = fixture;
    const [softly, forGood] = [fixture.newStream(), fixture.newStream()];
    for (const stream of [softly, forGood]) {
      await client.appendToStream(stream, newEvents(3));
      await setMetadata(wire, stream, '{"$tb":1}');
    }
    expect(await outcomeOf(client.deleteStream(`$$${softly}`))).toBe('done');
    expect([await readableRevisions(client, softly), await metadataOf(client, softly)]).toEqual(['1 2', '0 {"$tb":1}']);
    expect(await outcomeOf(client.setStreamMetadata(softly, { a: 1 }))).toBe('next 1');
    expect([await readableRevisions(client, softly), await metadataOf(client, softly)]).toEqual(['0 1 2', '1 {"a":1}']);

    expect(await outcomeOf(client.tombstoneStream(`$$${forGood}`))).toBe('done');
    expect([await readableRevisions(client, forGood), await metadataOf(client, forGood)]).toEqual([
      '0 1 2',
      '$$ deleted',
    ]);
    expect(await outcomeOf(client.setStreamMetadata(forGood, { a: 1 }))).toBe('$$ deleted');
    expect(await outcomeOf(client.appendToStream(forGood, newEvents(1), { expectedRevision: 2n }))).toBe('next 3');
  });
});

againstEachStore(
  'metadata, here other than with EventStoreDB',
  (fixture) => {
    test('a soft deletion of a stream whose metadata stream is tombstoned is refused', async () => {
      const { client } = fixture;
      const stream = fixture.newStream();
      await client.appendToStream(stream, newEvents(1));
      await client.setStreamMetadata(stream, { a: 1 });
      await client.tombstoneStream(`$$${stream}`);
      expect(await outcomeOf(client.deleteStream(stream))).toBe('$$ deleted');
      expect(await readableRevisions(client, stream)).toBe('0');
    });
  },
  { standInOnly: 'it ends the server there' },
);
