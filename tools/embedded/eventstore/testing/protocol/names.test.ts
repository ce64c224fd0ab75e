import { expect, test } from 'vitest';
import { newEvents, outcomeOf, readableRevisions, rejectionOf } from './support/outcomes.ts';
import { againstEachStore, PATHS } from './support/store-fixture.ts';

/** Names, and whether trailers can contain them: only printable ASCII. */
const NAMES: Readonly<Record<string, readonly [name: string, isInTrailers: boolean]>> = {
  'a space, a slash, a percent sign and quotes': [`a b/c%20"d'\\`, true],
  '@, : and !': ['1@a:b!c', true],
  '400 letters': ['n'.repeat(400), true],
  '3000 letters': ['n'.repeat(3000), true],
  'Latin letters beyond ASCII': ['été-ß', false],
  'Chinese letters and an emoji': ['日本-🙂', false],
  'a line break and a tab': ['a\nb\tc', false],
  'a NUL': ['a\0b', false],
};

againstEachStore('stream names', (fixture) => {
  const cases = Object.entries(NAMES).flatMap(([what, [name, isInTrailers]]) =>
    PATHS.map(([way, path]) => ({ what, name, isInTrailers, way, path })),
  );
  test.each(cases)('$what, $way', async ({ name, isInTrailers, path }) => {
    const { client } = fixture;
    const stream = `${fixture.newStream()}-${name}`;
    expect(await rejectionOf(Array.fromAsync(client.readStream(stream)))).toMatchObject({
      type: 'stream-not-found',
      streamName: stream,
    });
    expect(
      await outcomeOf(client.appendToStream(stream, newEvents(2), { expectedRevision: 'no_stream', ...path })),
    ).toBe('next 1');
    const [first] = await Array.fromAsync(client.readStream(stream));
    expect(first?.event?.streamId).toBe(stream);
    expect(await outcomeOf(client.setStreamMetadata(stream, { colour: 'red' }, path))).toBe('next 0');
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { colour: 'red' } });
    const wrong = await rejectionOf(client.appendToStream(stream, newEvents(1), { expectedRevision: 7n, ...path }));
    expect(wrong).toMatchObject({ type: 'wrong-expected-version', streamName: stream, actualVersion: 1n });
    const named = (type: string) =>
      isInTrailers ? { type, code: 9, streamName: stream } : { type: 'unknown', code: 2 };
    expect(await rejectionOf(client.deleteStream(stream, { expectedRevision: 7n }))).toMatchObject(
      named('wrong-expected-version'),
    );
    expect(await outcomeOf(client.tombstoneStream(stream))).toBe('done');
    expect(await rejectionOf(Array.fromAsync(client.readStream(stream)))).toMatchObject(named('stream-deleted'));
    const appended = await rejectionOf(client.appendToStream(stream, newEvents(1), path));
    // The answers of a batch are messages, which can contain any name.
    const isBatch = !('credentials' in path);
    expect(appended).toMatchObject(isBatch ? { type: 'stream-deleted', streamName: stream } : named('stream-deleted'));
  });

  test('with spaces at the ends are different names, which no trailer can contain', async () => {
    const { client } = fixture;
    const bare = fixture.newStream();
    const stream = ` ${bare} `;
    expect(await outcomeOf(client.appendToStream(stream, newEvents(2)))).toBe('next 1');
    expect([await readableRevisions(client, stream), await readableRevisions(client, bare)]).toEqual([
      '0 1',
      'missing',
    ]);
    expect(await outcomeOf(client.tombstoneStream(stream))).toBe('done');
    expect(await rejectionOf(client.appendToStream(stream, newEvents(1)))).toMatchObject({
      type: 'stream-deleted',
      streamName: stream,
    });
    // EventStoreDB's runtime may drop the trailer silently, and then the client never answers.
    if (fixture.isStandIn) expect(await outcomeOf(client.deleteStream(stream))).toBe('unknown');
  });

  test('that differ in case, or by a space at the end, are different', async () => {
    const name = fixture.newStream('a');
    for (const [index, stream] of [name, name.toUpperCase(), `${name} `].entries()) {
      await fixture.client.appendToStream(stream, newEvents(index + 1));
    }
    expect(await readableRevisions(fixture.client, name)).toBe('0');
    expect(await readableRevisions(fixture.client, name.toUpperCase())).toBe('0 1');
    expect(await readableRevisions(fixture.client, `${name} `)).toBe('0 1 2');
  });

  test.each(['$', '$$', '$$$$'])('with the prefix %s are ordinary streams', async (prefix) => {
    const { client } = fixture;
    const stream = `${prefix}${fixture.newStream()}`;
    expect(await readableRevisions(client, stream)).toBe('missing');
    expect(await outcomeOf(client.appendToStream(stream, newEvents(2), { expectedRevision: 'no_stream' }))).toBe(
      'next 1',
    );
    expect(await readableRevisions(client, stream)).toBe(prefix === '$' ? '0 1' : '1');
    expect(await outcomeOf(client.setStreamMetadata(stream, { colour: 'red' }))).toBe('next 0');
    expect(await outcomeOf(client.tombstoneStream(stream))).toBe('done');
    expect(await rejectionOf(Array.fromAsync(client.readStream(stream)))).toMatchObject({
      streamName: stream,
      code: 9,
    });
  });

  test.each(PATHS)('that are empty are refused, %s', async (_, path) => {
    const { client } = fixture;
    expect(await outcomeOf(client.appendToStream('', newEvents(1), path))).toBe('unknown');
    expect(await readableRevisions(client, '')).toBe('unknown');
    expect(await outcomeOf(client.deleteStream('', { expectedRevision: 2n ** 40n }))).toBe('unknown');
  });
});
