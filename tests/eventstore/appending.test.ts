import { expect, test } from 'vitest';
import { againstEachStore, PATHS } from './support/stage.ts';
import { failure, noted, seen } from './support/told.ts';

againstEachStore('appending', (stage) => {
  test.each(PATHS)('is answered with the revision and the position of the last event, %s', async (_, path) => {
    const { client } = stage;
    const stream = stage.fresh();
    const answer = await client.appendToStream(stream, noted(5), path);
    expect(answer).toMatchObject({ success: true, nextExpectedRevision: 4n });
    const events = await Array.fromAsync(client.readStream(stream));
    expect(answer.position).toEqual(events.at(-1)?.event?.position);
  });

  test.each(PATHS)('names what it expected and found when the revision is wrong, %s', async (_, path) => {
    const { client } = stage;
    const [stream, missing] = [stage.fresh(), stage.fresh()];
    await client.appendToStream(stream, noted(3), path);
    for (const expectedRevision of ['no_stream', 0n, 9n] as const) {
      const error = await failure(client.appendToStream(stream, noted(1), { expectedRevision, ...path }));
      expect(error).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: expectedRevision,
        actualVersion: 2n,
      });
    }
    const exists = client.appendToStream(missing, noted(1), { expectedRevision: 'stream_exists', ...path });
    expect(await failure(exists)).toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: 'stream_exists',
      actualVersion: 'no_stream',
    });
  });

  // In batches the client's answer is 1, whatever the server's was.
  test('a wrong revision is an answer, where the client is told not to throw, plainly', async () => {
    const client = stage.another('throwOnAppendFailure=false');
    const [[, batch], [, plain]] = PATHS;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    for (const expectedRevision of ['no_stream', 0n, 9n] as const) {
      const answer = await client.appendToStream(stream, noted(1), { expectedRevision, ...plain });
      expect(answer).toMatchObject({ success: false, nextExpectedRevision: 2n });
    }
    const expected = { expectedRevision: 'stream_exists' as const };
    for (const path of [batch, plain]) {
      const answer = await client.appendToStream(stage.fresh(), noted(1), { ...expected, ...path });
      expect(answer).toMatchObject({ success: false, nextExpectedRevision: -1n });
    }
    await client.tombstoneStream(stream);
    expect(await failure(client.appendToStream(stream, noted(1)))).toMatchObject({ type: 'stream-deleted' });
  });

  test.each(PATHS)('twenty at once with any revision are all written, %s', async (_, path) => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(1), path);
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.appendToStream(stream, noted(1), path)));
    const revisions = answers.map(({ nextExpectedRevision }) => nextExpectedRevision);
    expect(revisions.toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: 20 }, (_, n) => BigInt(n + 1)));
    // A batch stream is one call: its appends come in their order.
    if (!('credentials' in path)) expect(revisions).toEqual(revisions.toSorted((a, b) => Number(a - b)));
    expect((await seen(client, stream)).split(' ')).toHaveLength(21);
  });
});
