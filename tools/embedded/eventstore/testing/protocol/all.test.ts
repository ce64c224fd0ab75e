import { BACKWARDS, END, type Position, START } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { newEvents, readAsText } from './support/outcomes.ts';
import { type ReadOptions, readRequest } from './support/read-request.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { streamOf } from './support/subscription-recorder.ts';
import { failureOf } from './support/wire.ts';

/** The streams of one test, and their events in `$all` as text: `b1` is revision 1 of stream b. */
class TestStreams {
  readonly #fixture: StoreFixture;
  readonly #token = crypto.randomUUID();

  constructor(fixture: StoreFixture) {
    this.#fixture = fixture;
  }

  name(letter: string): string {
    return `${letter}-${this.#token}`;
  }

  async write(letter: string, count = 1, type = 'noted'): Promise<Position> {
    const { position } = await this.#fixture.client.appendToStream(this.name(letter), newEvents(count, type));
    if (!position) throw new Error('An append has a position.');
    return position;
  }

  line(stream: string, revision: bigint | string): string {
    return stream.endsWith(this.#token) ? `${stream.slice(0, stream.indexOf('-'))}${revision}` : '';
  }

  async read(options: Parameters<StoreFixture['client']['readAll']>[0]): Promise<string> {
    const lines = await readAsText(this.#fixture.client.readAll(options), ({ event }) =>
      event ? this.line(event.streamId, event.revision) : '',
    );
    return lines.trim().replace(/ +/g, ' ');
  }
}

/** A filtered read of `$all`: the events of the test as text, or the code of the failure. */
function filtered({ wire }: StoreFixture, streams: TestStreams, reading: ReadOptions): Promise<string> {
  const lines: string[] = [];
  return new Promise((resolve) => {
    const call = wire.read(readRequest(reading));
    call.on('data', (answer: ReadResp) => {
      const event = answer.getEvent()?.getEvent();
      if (event) lines.push(streams.line(streamOf(event), event.getStreamRevision()));
    });
    call.on('end', () => resolve(lines.filter(Boolean).join(' ')));
    call.on('error', (error: ServiceError) => resolve(`code ${failureOf(error).code}`));
  });
}

againstEachStore('$all', (fixture) => {
  test('from a position: inclusive forwards, exclusive backwards', async () => {
    const streams = new TestStreams(fixture);
    const start = await streams.write('m');
    const positions: Position[] = [];
    for (const letter of ['a', 'b', 'c', 'd']) positions.push(await streams.write(letter, 2));
    const [, , third = start, fourth = start] = positions;
    expect(await streams.read({ fromPosition: start })).toBe('m0 a0 a1 b0 b1 c0 c1 d0 d1');
    expect(await streams.read({ fromPosition: third })).toBe('c1 d0 d1');
    expect(await streams.read({ fromPosition: fourth })).toBe('d1');
    expect(await streams.read({ fromPosition: third, direction: BACKWARDS, maxCount: 6 })).toMatch(
      /^c0 b1 b0 a1 a0( m0)?$/,
    );
    if (!fixture.isStandIn) return; // other clients may write, too
    expect(await streams.read({ fromPosition: END, direction: BACKWARDS, maxCount: 9 })).toBe(
      'd1 d0 c1 c0 b1 b0 a1 a0 m0',
    );
    expect(await streams.read({ fromPosition: start, maxCount: 3 })).toBe('m0 a0 a1');
    expect(await streams.read({ fromPosition: fourth, direction: BACKWARDS, maxCount: 2 })).toBe('d0 c1');
  });

  test('nothing is after the end or before the start, and never nothing from the start', async () => {
    const { client } = fixture;
    const streams = new TestStreams(fixture);
    await streams.write('a');
    expect(await streams.read({ fromPosition: END })).toBe('');
    expect(await readAsText(client.readAll({ fromPosition: START, direction: BACKWARDS }))).toBe('');
    expect(await Array.fromAsync(client.readAll({ fromPosition: START, maxCount: 1 }))).toHaveLength(1);
  });

  const ODD = [
    ['just after an event', (at: bigint) => ({ commit: at + 1n, prepare: at + 1n }), 'unknown', 'unknown'],
    ['just before an event', (at: bigint) => ({ commit: at - 1n, prepare: at - 1n }), 'unknown', 'unknown'],
    ['prepare before commit', (at: bigint) => ({ commit: at, prepare: at - 1n }), 'm0 s0', ''],
    ['prepare after commit', (at: bigint) => ({ commit: at, prepare: at + 1n }), 'unknown', 'unknown'],
    ['prepare 0', (at: bigint) => ({ commit: at, prepare: 0n }), 'm0 s0', ''],
    ['far beyond the end', (at: bigint) => ({ commit: at + 2n ** 50n, prepare: at + 2n ** 50n }), '', 'unknown'],
    ['at 2^63', () => ({ commit: 2n ** 63n, prepare: 2n ** 63n }), 'unknown', 'unknown'],
  ] as const;
  test.each(ODD)('from a position %s', async (_, oddFrom, there, back) => {
    const streams = new TestStreams(fixture);
    const { commit } = await streams.write('m');
    await streams.write('s', 2);
    const fromPosition = oddFrom(commit);
    const lines = await streams.read({ fromPosition, ...(fixture.isStandIn && { maxCount: 2 }) });
    expect(fixture.isStandIn ? lines : lines.replace(/^m0 s0 s1$/, 'm0 s0')).toBe(there);
    expect(await streams.read({ fromPosition, direction: BACKWARDS, maxCount: 1 })).toBe(back);
  });

  test('1100 events are in the order of their appends, both ways, with the same positions', async () => {
    const streams = new TestStreams(fixture);
    const start = await streams.write('m');
    for (let n = 0; n < 11; n++) await streams.write('abc'.charAt(n % 3), 100);
    const there: bigint[] = [];
    const seen: string[] = [];
    for await (const { event, commitPosition } of fixture.client.readAll({ fromPosition: start })) {
      if (!event || streams.line(event.streamId, 0n) === '') continue;
      expect(event.position).toEqual({ commit: commitPosition, prepare: commitPosition });
      there.push(event.position.commit);
      seen.push(streams.line(event.streamId, event.revision));
    }
    expect(there).toHaveLength(1101);
    expect(there.every((position, index) => index === 0 || position > (there[index - 1] ?? 0n))).toBe(true);
    const back: string[] = [];
    for await (const { event } of fixture.client.readAll({ fromPosition: END, direction: BACKWARDS })) {
      const line = event ? streams.line(event.streamId, event.revision) : '';
      if (line) back.push(line);
      if (line === 'm0') break;
    }
    expect(back.toReversed()).toEqual(seen);
  });

  test('an append of several events is answered with the position of the last, and positions increase', async () => {
    const streams = new TestStreams(fixture);
    const first = await streams.write('a', 5);
    const [last] = await Array.fromAsync(
      fixture.client.readStream(streams.name('a'), { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    );
    expect(last?.event?.position).toEqual(first);
    let before = first;
    for (let n = 0; n < 6; n++) {
      const position = await streams.write(n % 2 ? 'a' : 'b');
      expect(position.commit).toBeGreaterThan(before.commit);
      expect(position.prepare).toBe(position.commit);
      before = position;
    }
  });

  test('read with a filter, which the client does not offer', async () => {
    const streams = new TestStreams(fixture);
    const start = await streams.write('m');
    for (let n = 0; n < 3; n++) {
      await streams.write('apple', 1, 'Bought');
      await streams.write('apple', 1, streams.name('Sold'));
      await streams.write('pear', 1, streams.name('Sold'));
      await streams.write('pear', 20);
    }
    const end = await streams.write('m');
    const there = (filter: NonNullable<ReadOptions['filter']>, more: ReadOptions = {}) =>
      filtered(fixture, streams, { all: start, filter, ...more });
    const back = (filter: NonNullable<ReadOptions['filter']>, more: ReadOptions = {}) =>
      filtered(fixture, streams, { all: end, direction: 1, filter, ...more });
    const apple = { on: 'stream' as const, prefixes: [streams.name('apple')] };
    const sold = { on: 'type' as const, prefixes: [streams.name('Sold')] };
    const SOLD = 'apple1 pear0 apple3 pear21 apple5 pear42';
    const backwards = (lines: string) => lines.split(' ').reverse().join(' ');
    expect(await there(apple)).toBe('apple0 apple1 apple2 apple3 apple4 apple5');
    expect(await back(apple)).toBe('apple5 apple4 apple3 apple2 apple1 apple0');
    for (const more of [{}, { window: 1 }]) {
      expect(await there(sold, more)).toBe(SOLD);
      expect(await back(sold, more)).toBe(backwards(SOLD));
      expect(await there(sold, { count: 2n, ...more })).toBe('apple1 pear0');
      expect(await back(sold, { count: 3n, ...more })).toBe('pear42 apple5 pear21');
    }
    const several = { on: 'stream' as const, prefixes: ['nothing', streams.name('m'), streams.name('apple')] };
    expect(await there(several)).toBe('m0 apple0 apple1 apple2 apple3 apple4 apple5 m1');
    expect(await there({ on: 'stream', regex: `(m|apple)-${streams.name('').slice(1)}$` }, { count: 4n })).toBe(
      'm0 apple0 apple1 apple2',
    );
    expect(await back({ on: 'type', regex: `^${streams.name('Sold')}$` }, { count: 4n })).toBe(
      'pear42 apple5 pear21 apple3',
    );
    expect(await there({ on: 'stream', prefixes: ['nothing-of-ours'] })).toBe('');
    expect(await there({ on: 'stream', regex: '(' })).toBe('code 2');
  });
});

againstEachStore(
  '$all, here other than with EventStoreDB',
  (fixture) => {
    test('a read of no events is empty', async () => {
      expect(await readAsText(fixture.client.readAll({ maxCount: 0 }))).toBe('');
    });
  },
  { standInOnly: 'a read of none never ends there' },
);
