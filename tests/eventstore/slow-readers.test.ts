import { once } from 'node:events';
import { END } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { Listening, streamOf } from './support/listening.ts';
import { type Reading, readRequest } from './support/reading.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { large, noted } from './support/told.ts';

const TOO_SLOW = 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.';
const BYTES = 20_000;

/** A subscription read by somebody who stops, and what they got of a stream. */
class Slow {
  readonly call: ReturnType<Stage['wire']['read']>;
  readonly revisions: number[] = [];
  failure: ServiceError | undefined;
  isLive = false;

  constructor(stage: Stage, stream: string, reading: Reading) {
    this.call = stage.anotherWire().read(readRequest({ ...reading, isSubscription: true }));
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
    await expect.poll(() => this.isLive, { timeout: 10_000 }).toBe(true);
    return this;
  }

  expectNoGap(): void {
    expect(this.revisions).toEqual(this.revisions.map((_, index) => (this.revisions[0] ?? 0) + index));
  }
}

/** Stops a reader as soon as anything has come, long before it can have caught up. */
function pausedAtOnce(call: Slow['call']): Promise<unknown> {
  return new Promise((resolve) => call.once('data', () => resolve(call.pause())));
}

/** Appends so many events of 20 kB, ten at once. */
async function flood({ client }: Stage, stream: string, events: number): Promise<void> {
  for (let n = 0; n < events; n += 10)
    await client.appendToStream(
      stream,
      Array.from({ length: 10 }, () => large(BYTES)),
    );
}

/** A stream, `$all`, and `$all` with a filter, all from their end. */
const KINDS: readonly ((stream: string) => Reading)[] = [
  (stream) => ({ stream, from: 'end' }),
  () => ({ all: 'end' }),
  (stream) => ({ all: 'end', filter: { on: 'stream', prefixes: [stream] }, window: 100 }),
];

againstEachStore('slow readers', (stage) => {
  test('that have caught up and stop are sent away, whatever they listen to; others are not', async () => {
    const stream = stage.fresh();
    const readings = KINDS.map((readingOf) => readingOf(stream));
    const slow = await Promise.all(readings.map((reading) => new Slow(stage, stream, reading).live()));
    const others = readings.map(
      (reading) =>
        new Listening(stage.wire, reading, (event) =>
          streamOf(event) === stream ? event.getStreamRevision() : 'of others',
        ),
    );
    await Promise.all(others.map((other) => other.until('caught up')));
    for (const { call } of slow) call.pause();
    for (let written = 10; written <= 500; written += 10) {
      await flood(stage, stream, 10);
      for (const other of others) await other.until(`${written - 1}`);
    }
    for (const other of others) {
      other.stop();
      expect(other.log.filter((line) => /^\d/.test(line))).toHaveLength(500);
    }
    for (const each of slow) {
      each.call.resume();
      await expect.poll(() => each.failure, { timeout: 20_000 }).toMatchObject({ code: 10, details: TOO_SLOW });
      each.expectNoGap();
      expect(each.revisions.length).toBeLessThan(500);
    }
  });

  test.each(KINDS)('hundreds of small events behind are too many, too', async (readingOf) => {
    const stream = stage.fresh();
    const slow = await new Slow(stage, stream, readingOf(stream)).live();
    slow.call.pause();
    const written = 1500;
    for (let n = 0; n < written; n += 1) await stage.client.appendToStream(stream, large(1000));
    slow.call.resume();
    await expect.poll(() => slow.failure, { timeout: 20_000 }).toMatchObject({ code: 10, details: TOO_SLOW });
    slow.expectNoGap();
    expect(slow.revisions.length).toBeLessThan(written);
  });

  test('the client is told of it as of a timeout, and has missed nothing till then', async () => {
    const stream = stage.fresh();
    const subscription = stage.client.subscribeToStream(stream, { fromRevision: END }, { highWaterMark: 1 });
    const revisions: bigint[] = [];
    subscription.on('data', ({ event }) => {
      if (event) revisions.push(event.revision);
      if (revisions.length === 1) subscription.pause();
    });
    await once(subscription, 'caughtUp');
    const failed = once(subscription, 'error');
    await flood(stage, stream, 500);
    subscription.resume();
    expect((await failed)[0]).toMatchObject({ type: 'timeout', code: 10 });
    expect(revisions.length).toBeGreaterThan(1);
    expect(revisions).toEqual(revisions.map((_, index) => BigInt(index)));
  });

  test.each(['stream', '$all'] as const)('of %s that are catching up are waited for, however long', async (kind) => {
    const stream = stage.fresh();
    const { position } = await stage.client.appendToStream(stage.fresh('mark'), noted(1));
    await flood(stage, stream, 300);
    const filter = { on: 'stream' as const, prefixes: [stream] };
    const reading: Reading = kind === 'stream' ? { stream } : { all: position ?? 'start', filter, window: 100 };
    const slow = new Slow(stage, stream, reading);
    await pausedAtOnce(slow.call);
    await flood(stage, stream, 300);
    slow.call.resume();
    await expect.poll(() => slow.revisions.length, { timeout: 20_000 }).toBe(600);
    await slow.live();
    slow.expectNoGap();
    expect(slow.failure).toBeUndefined();
    slow.call.cancel();
  });

  test('of a plain read are waited for, too', async () => {
    const stream = stage.fresh();
    await flood(stage, stream, 400);
    const revisions: string[] = [];
    const call = stage.wire.read(readRequest({ stream, count: 10_000n }));
    const ended = once(call, 'end');
    const begun = pausedAtOnce(call);
    call.on('data', (answer: ReadResp) => revisions.push(answer.getEvent()?.getEvent()?.getStreamRevision() ?? ''));
    await begun;
    await flood(stage, stream, 200);
    call.resume();
    await ended;
    expect(revisions.length).toBeGreaterThanOrEqual(400);
    expect(revisions).toEqual(revisions.map((_, index) => `${index}`));
  });
});

againstEachStore(
  'what is kept for slow readers',
  (stage) => {
    test('ten of them get no more than a few megabytes when they go on, whatever was written meanwhile', async () => {
      const stream = stage.fresh();
      const slow = await Promise.all(
        Array.from({ length: 10 }, () => new Slow(stage, stream, { stream, from: 'end' }).live()),
      );
      for (const { call } of slow) call.pause();
      await flood(stage, stream, 1000);
      for (const each of slow) each.call.resume();
      for (const each of slow) {
        await expect.poll(() => each.failure, { timeout: 20_000 }).toMatchObject({ code: 10, details: TOO_SLOW });
        each.expectNoGap();
        expect(each.revisions.length * BYTES).toBeLessThan(12_000_000); // of the 20 MB
      }
    });
  },
  { standInOnly: 'how much that is there is not known' },
);
