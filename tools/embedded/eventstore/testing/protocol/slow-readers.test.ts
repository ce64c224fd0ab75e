import { once } from 'node:events';
import { END } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { large, newEvents } from './support/outcomes.ts';
import { type ReadOptions, readRequest } from './support/read-request.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { SubscriptionRecorder, streamOf } from './support/subscription-recorder.ts';

const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
const BYTES = 20_000;

/** A subscriber that stops reading, and the events of a stream that it received. */
class Slow {
  readonly call: ReturnType<StoreFixture['wire']['read']>;
  readonly revisions: number[] = [];
  failure: ServiceError | undefined;
  isLive = false;

  constructor(fixture: StoreFixture, stream: string, reading: ReadOptions) {
    this.call = fixture.newWire().read(readRequest({ ...reading, isSubscription: true }));
    this.call.on('data', (answer: ReadResp) => {
      const event = answer.getEvent()?.getEvent();
      if (event && streamOf(event) === stream) this.revisions.push(Number(event.getStreamRevision()));
      if (answer.hasCaughtUp()) this.isLive = true;
    });
    this.call.on('error', (error: ServiceError) => {
      this.failure = error;
    });
  }

  async live(): Promise<this> {
    await expect.poll(() => this.isLive).toBe(true);
    return this;
  }

  expectNoGap(): void {
    expect(this.revisions).toEqual(this.revisions.map((_, index) => (this.revisions[0] ?? 0) + index));
  }
}

/** Stops a reader after the first message, long before it can have caught up. */
function pausedAtOnce(call: Slow['call']): Promise<unknown> {
  return new Promise((resolve) => call.once('data', () => resolve(call.pause())));
}

/** Appends this many events of this size, ten in each call. */
async function flood({ client }: StoreFixture, stream: string, events: number, bytes = BYTES): Promise<void> {
  for (let n = 0; n < events; n += 10)
    await client.appendToStream(
      stream,
      Array.from({ length: 10 }, () => large(bytes)),
    );
}

/** A stream, `$all`, and `$all` with a filter, all from their end. */
const KINDS: readonly ((stream: string) => ReadOptions)[] = [
  (stream) => ({ stream, from: 'end' }),
  () => ({ all: 'end' }),
  (stream) => ({ all: 'end', filter: { on: 'stream', prefixes: [stream] }, window: 100 }),
];

againstEachStore('slow readers', (fixture) => {
  test('that are live and stop reading are dropped, whatever they subscribe to; others are not', async () => {
    const stream = fixture.newStream();
    const readings = KINDS.map((readingOf) => readingOf(stream));
    const slow = await Promise.all(readings.map((reading) => new Slow(fixture, stream, reading).live()));
    const others = readings.map(
      (reading) =>
        new SubscriptionRecorder(fixture.wire, reading, (event) =>
          streamOf(event) === stream ? event.getStreamRevision() : 'of others',
        ),
    );
    await Promise.all(others.map((other) => other.until('caught up')));
    for (const { call } of slow) call.pause();
    for (let written = 10; written <= 500; written += 10) {
      await flood(fixture, stream, 10);
      for (const other of others) await other.until(`${written - 1}`);
    }
    for (const other of others) {
      other.stop();
      expect(other.log.filter((line) => /^\d/.test(line))).toHaveLength(500);
    }
    for (const each of slow) {
      each.call.resume();
      await expect.poll(() => each.failure).toMatchObject({ code: 10, details: TOO_SLOW });
      each.expectNoGap();
      expect(each.revisions.length).toBeLessThan(500);
    }
  });

  test.each(KINDS)('are also dropped when they are hundreds of small events behind', async (readingOf) => {
    const stream = fixture.newStream();
    const slow = await new Slow(fixture, stream, readingOf(stream)).live();
    slow.call.pause();
    const written = 1500;
    await flood(fixture, stream, written, 1_000);
    slow.call.resume();
    await expect.poll(() => slow.failure).toMatchObject({ code: 10, details: TOO_SLOW });
    slow.expectNoGap();
    expect(slow.revisions.length).toBeLessThan(written);
  });

  test('the client gets a timeout error, and has missed nothing before', async () => {
    const stream = fixture.newStream();
    const subscription = fixture.client.subscribeToStream(stream, { fromRevision: END }, { highWaterMark: 1 });
    const revisions: bigint[] = [];
    subscription.on('data', ({ event }) => {
      if (event) revisions.push(event.revision);
      if (revisions.length === 1) subscription.pause();
    });
    await once(subscription, 'caughtUp');
    const failed = once(subscription, 'error');
    await flood(fixture, stream, 500);
    subscription.resume();
    expect((await failed)[0]).toMatchObject({ type: 'timeout', code: 10 });
    expect(revisions.length).toBeGreaterThan(1);
    expect(revisions).toEqual(revisions.map((_, index) => BigInt(index)));
  });

  test.each(['stream', '$all'] as const)('of %s that are catching up are never dropped', async (kind) => {
    const stream = fixture.newStream();
    const { position } = await fixture.client.appendToStream(fixture.newStream('mark'), newEvents(1));
    await flood(fixture, stream, 300);
    const filter = { on: 'stream' as const, prefixes: [stream] };
    const reading: ReadOptions = kind === 'stream' ? { stream } : { all: position ?? 'start', filter, window: 100 };
    const slow = new Slow(fixture, stream, reading);
    await pausedAtOnce(slow.call);
    await flood(fixture, stream, 300);
    slow.call.resume();
    await expect.poll(() => slow.revisions.length).toBe(600);
    await slow.live();
    slow.expectNoGap();
    expect(slow.failure).toBeUndefined();
    slow.call.cancel();
  });

  test('of a read are never dropped', async () => {
    const stream = fixture.newStream();
    await flood(fixture, stream, 400);
    const revisions: string[] = [];
    const call = fixture.wire.read(readRequest({ stream, count: 10_000n }));
    const ended = once(call, 'end');
    const begun = pausedAtOnce(call);
    call.on('data', (answer: ReadResp) => revisions.push(answer.getEvent()?.getEvent()?.getStreamRevision() ?? ''));
    await begun;
    await flood(fixture, stream, 200);
    call.resume();
    await ended;
    expect(revisions.length).toBeGreaterThanOrEqual(400);
    expect(revisions).toEqual(revisions.map((_, index) => `${index}`));
  });
});

againstEachStore(
  'what is kept for slow readers',
  (fixture) => {
    test('ten of them receive only a few megabytes when they resume, whatever was written meanwhile', async () => {
      const stream = fixture.newStream();
      const slow = await Promise.all(
        Array.from({ length: 10 }, () => new Slow(fixture, stream, { stream, from: 'end' }).live()),
      );
      for (const { call } of slow) call.pause();
      await flood(fixture, stream, 1000);
      for (const each of slow) each.call.resume();
      for (const each of slow) {
        await expect.poll(() => each.failure).toMatchObject({ code: 10, details: TOO_SLOW });
        each.expectNoGap();
        expect(each.revisions.length * BYTES).toBeLessThan(12_000_000); // of the 20 MB
      }
    });
  },
  { standInOnly: 'how much that is there is not known' },
);
