import { expect, test } from 'vitest';
import { newEvents, readableRevisions, rejectionOf } from './support/outcomes.ts';
import { againstEachStore, PATHS } from './support/store-fixture.ts';

againstEachStore('appending', (fixture) => {
  test.each(PATHS)('is answered with the revision and the position of the last event, %s', async (_, path) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    const answer = await client.appendToStream(stream, newEvents(5), path);
    expect(answer).toMatchObject({ success: true, nextExpectedRevision: 4n });
    const events = await Array.fromAsync(client.readStream(stream));
    expect(answer.position).toEqual(events.at(-1)?.event?.position);
  });

  test.each(PATHS)(
    'fails with the expected and the actual revision when the revision is wrong, %s',
    async (_, path) => {
      const { client } = fixture;
      const [stream, missing] = [fixture.newStream(), fixture.newStream()];
      await client.appendToStream(stream, newEvents(3), path);
      for (const expectedRevision of ['no_stream', 0n, 9n] as const) {
        const error = await rejectionOf(client.appendToStream(stream, newEvents(1), { expectedRevision, ...path }));
        expect(error).toMatchObject({
          type: 'wrong-expected-version',
          streamName: stream,
          expectedVersion: expectedRevision,
          actualVersion: 2n,
        });
      }
      const exists = client.appendToStream(missing, newEvents(1), { expectedRevision: 'stream_exists', ...path });
      expect(await rejectionOf(exists)).toMatchObject({
        type: 'wrong-expected-version',
        expectedVersion: 'stream_exists',
        actualVersion: 'no_stream',
      });
    },
  );

  // In batches the client answers 1, whatever the server's answer.
  test('with throwOnAppendFailure=false a wrong revision is an answer, plainly', async () => {
    const client = fixture.newClient('throwOnAppendFailure=false');
    const [[, batch], [, plain]] = PATHS;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    for (const expectedRevision of ['no_stream', 0n, 9n] as const) {
      const answer = await client.appendToStream(stream, newEvents(1), { expectedRevision, ...plain });
      expect(answer).toMatchObject({ success: false, nextExpectedRevision: 2n });
    }
    const expected = { expectedRevision: 'stream_exists' as const };
    for (const path of [batch, plain]) {
      const answer = await client.appendToStream(fixture.newStream(), newEvents(1), { ...expected, ...path });
      expect(answer).toMatchObject({ success: false, nextExpectedRevision: -1n });
    }
    await client.tombstoneStream(stream);
    expect(await rejectionOf(client.appendToStream(stream, newEvents(1)))).toMatchObject({ type: 'stream-deleted' });
  });

  test.each(PATHS)('twenty at once with any revision are all written, %s', async (_, path) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(1), path);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.appendToStream(stream, newEvents(1), path)),
    );
    const revisions = answers.map(({ nextExpectedRevision }) => nextExpectedRevision);
    expect(revisions.toSorted((a, b) => Number(a - b))).toEqual(Array.from({ length: 20 }, (_, n) => BigInt(n + 1)));
    // A batch stream is one call, so its appends arrive in order.
    if (!('credentials' in path)) expect(revisions).toEqual(revisions.toSorted((a, b) => Number(a - b)));
    expect((await readableRevisions(client, stream)).split(' ')).toHaveLength(21);
  });
});
