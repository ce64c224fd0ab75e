import { once } from 'node:events';
import { binaryEvent } from '@eventstore/db-client';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { newEvents, outcomeOf, readableRevisions, rejectionOf } from './support/outcomes.ts';
import { chunk, proposed, target } from './support/requests.ts';
import { againstEachStore, PATHS } from './support/store-fixture.ts';

const LIMIT = 1_048_576;
const bytes = (length: number) => Buffer.alloc(length, 'x');
const event = (data: number, metadata = 0, type = 'noted') =>
  binaryEvent({ type, data: bytes(data), ...(metadata && { metadata: bytes(metadata) }) });

const TAKEN = {
  'data under the limit by ten': () => [event(LIMIT - 10)],
  'data at the limit': () => [event(LIMIT)],
  'metadata over the limit': () => [event(10, LIMIT + 1)],
  'data and metadata that are over it only together': () => [event(LIMIT - 100_000, 200_000)],
  'a type that is over it with the data': () => [event(LIMIT - 1000, 0, 't'.repeat(1000))],
  'three events that are under it together': () => [1, 2, 3].map(() => event(340_000)),
};
const REFUSED = {
  'data over the limit by one': () => [event(LIMIT + 1)],
  'data far over the limit': () => [event(3 * LIMIT)],
  'three events that are over it together': () => [1, 2, 3].map(() => event(360_000)),
};

const inBothWays = <Value>(cases: Readonly<Record<string, Value>>) =>
  Object.entries(cases).flatMap(([name, make]) => PATHS.map(([way, path]) => ({ name, make, way, path })));

againstEachStore('sizes', (fixture) => {
  test.each(inBothWays(TAKEN))('$name is accepted, $way', async ({ make, path }) => {
    const stream = fixture.newStream();
    const events = make();
    expect(await outcomeOf(fixture.client.appendToStream(stream, events, path))).toBe(`next ${events.length - 1}`);
    const [read] = await Array.fromAsync(fixture.client.readStream(stream));
    expect(read?.event?.data).toHaveLength(events[0]?.data.length ?? -1);
  });

  test.each(inBothWays(REFUSED))('$name is refused, $way', async ({ make, path }) => {
    const stream = fixture.newStream();
    const error = await rejectionOf(fixture.client.appendToStream(stream, make(), path));
    expect(error).toMatchObject({ type: 'maximum-append-size-exceeded', maxAppendSize: LIMIT });
    expect((error as { code?: number }).code).toBe('credentials' in path ? 3 : undefined);
    expect(await readableRevisions(fixture.client, stream)).toBe('missing');
  });

  test('the chunks of a batch append count together', async () => {
    const outcomes: string[] = [];
    for (const [count, batchAppendSize] of [
      [10, 150_000],
      [20, 150_000],
      [3, 50_000], // each larger than a chunk
    ] as const) {
      const events = Array.from({ length: count }, () => event(60_000));
      outcomes.push(await outcomeOf(fixture.client.appendToStream(fixture.newStream(), events, { batchAppendSize })));
    }
    expect(outcomes).toEqual(['next 9', 'maximum-append-size-exceeded', 'next 2']);
  });

  test('a message of 15 MiB is accepted, and one of 18 MiB ends only its call', async () => {
    const stream = fixture.newStream();
    const data = bytes(10);
    const metadata = 'm'.repeat(15 * LIMIT);
    const large = (text: string) => proposed({ data, more: { own: text } });
    await fixture.wire.append(target(stream, 'any'), large(metadata));
    const tooLarge = fixture.wire.append(target(stream, 'any'), large(metadata + 'm'.repeat(3 * LIMIT)));
    expect(await rejectionOf(tooLarge)).toMatchObject({ code: 8 });
    expect(await readableRevisions(fixture.client, stream)).toBe('0');

    const batch = fixture.wire.batch();
    const ended = once(batch, 'error');
    batch.write(chunk({ stream, events: [{ more: { own: metadata + 'm'.repeat(3 * LIMIT) } }] }));
    expect(((await ended)[0] as ServiceError).code).toBe(8);
    expect(await outcomeOf(fixture.client.appendToStream(stream, newEvents(1), { expectedRevision: 0n }))).toBe(
      'next 1',
    );
  });
});
