import { expect, test } from 'vitest';
import { againstEachStore, PATHS } from './support/stage.ts';
import { failure, noted, seen, told } from './support/told.ts';

/** Names, and whether trailers can carry them: they take printable ASCII alone. */
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

againstEachStore('stream names', (stage) => {
  const cases = Object.entries(NAMES).flatMap(([what, [name, isInTrailers]]) =>
    PATHS.map(([way, path]) => ({ what, name, isInTrailers, way, path })),
  );
  test.each(cases)('$what, $way', async ({ name, isInTrailers, path }) => {
    const { client } = stage;
    const stream = `${stage.fresh()}-${name}`;
    expect(await failure(Array.fromAsync(client.readStream(stream)))).toMatchObject({
      type: 'stream-not-found',
      streamName: stream,
    });
    expect(await told(client.appendToStream(stream, noted(2), { expectedRevision: 'no_stream', ...path }))).toBe(
      'next 1',
    );
    const [first] = await Array.fromAsync(client.readStream(stream));
    expect(first?.event?.streamId).toBe(stream);
    expect(await told(client.setStreamMetadata(stream, { colour: 'red' }, path))).toBe('next 0');
    expect(await client.getStreamMetadata(stream)).toMatchObject({ metadata: { colour: 'red' } });
    const wrong = await failure(client.appendToStream(stream, noted(1), { expectedRevision: 7n, ...path }));
    expect(wrong).toMatchObject({ type: 'wrong-expected-version', streamName: stream, actualVersion: 1n });
    const named = (type: string) =>
      isInTrailers ? { type, code: 9, streamName: stream } : { type: 'unknown', code: 2 };
    expect(await failure(client.deleteStream(stream, { expectedRevision: 7n }))).toMatchObject(
      named('wrong-expected-version'),
    );
    expect(await told(client.tombstoneStream(stream))).toBe('done');
    expect(await failure(Array.fromAsync(client.readStream(stream)))).toMatchObject(named('stream-deleted'));
    const appended = await failure(client.appendToStream(stream, noted(1), path));
    // The answers of a batch are messages, which carry any name.
    const isBatch = !('credentials' in path);
    expect(appended).toMatchObject(isBatch ? { type: 'stream-deleted', streamName: stream } : named('stream-deleted'));
  });

  test('with spaces at the ends: another name than without, and no trailer can carry it', async () => {
    const { client } = stage;
    const bare = stage.fresh();
    const stream = ` ${bare} `;
    expect(await told(client.appendToStream(stream, noted(2)))).toBe('next 1');
    expect([await seen(client, stream), await seen(client, bare)]).toEqual(['0 1', 'missing']);
    expect(await told(client.tombstoneStream(stream))).toBe('done');
    expect(await failure(client.appendToStream(stream, noted(1)))).toMatchObject({
      type: 'stream-deleted',
      streamName: stream,
    });
    // The runtime below a real one may drop the trailer in silence, and then the client never answers.
    if (stage.isStandIn) expect(await told(client.deleteStream(stream))).toBe('unknown');
  });

  test('that differ in case, or by a space at the end, are different', async () => {
    const name = stage.fresh('a');
    for (const [index, stream] of [name, name.toUpperCase(), `${name} `].entries()) {
      await stage.client.appendToStream(stream, noted(index + 1));
    }
    expect(await seen(stage.client, name)).toBe('0');
    expect(await seen(stage.client, name.toUpperCase())).toBe('0 1');
    expect(await seen(stage.client, `${name} `)).toBe('0 1 2');
  });

  test.each(['$', '$$', '$$$$'])('with %s first are streams like others', async (prefix) => {
    const { client } = stage;
    const stream = `${prefix}${stage.fresh()}`;
    expect(await seen(client, stream)).toBe('missing');
    expect(await told(client.appendToStream(stream, noted(2), { expectedRevision: 'no_stream' }))).toBe('next 1');
    expect(await seen(client, stream)).toBe(prefix === '$' ? '0 1' : '1');
    expect(await told(client.setStreamMetadata(stream, { colour: 'red' }))).toBe('next 0');
    expect(await told(client.tombstoneStream(stream))).toBe('done');
    expect(await failure(Array.fromAsync(client.readStream(stream)))).toMatchObject({ streamName: stream, code: 9 });
  });

  test.each(PATHS)('the empty one is none, %s', async (_, path) => {
    const { client } = stage;
    expect(await told(client.appendToStream('', noted(1), path))).toBe('unknown');
    expect(await seen(client, '')).toBe('unknown');
    expect(await told(client.deleteStream('', { expectedRevision: 2n ** 40n }))).toBe('unknown');
  });
});
