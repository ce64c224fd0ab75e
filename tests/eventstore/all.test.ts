import { BACKWARDS, END, type Position, START } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServiceError } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { streamOf } from './support/listening.ts';
import { type Reading, readRequest } from './support/reading.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { noted, shown } from './support/told.ts';
import { failureOf } from './support/wire.ts';

/** Streams of one test, and what of them `$all` shows: `b1` is revision 1 of stream b. */
class Own {
  readonly #stage: Stage;
  readonly #token = crypto.randomUUID();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  name(letter: string): string {
    return `${letter}-${this.#token}`;
  }

  async write(letter: string, count = 1, type = 'noted'): Promise<Position> {
    const { position } = await this.#stage.client.appendToStream(this.name(letter), noted(count, type));
    if (!position) throw new Error('An append has a position.');
    return position;
  }

  line(stream: string, revision: bigint | string): string {
    return stream.endsWith(this.#token) ? `${stream.slice(0, stream.indexOf('-'))}${revision}` : '';
  }

  async read(options: Parameters<Stage['client']['readAll']>[0]): Promise<string> {
    const lines = await shown(this.#stage.client.readAll(options), ({ event }) =>
      event ? this.line(event.streamId, event.revision) : '',
    );
    return lines.trim().replace(/ +/g, ' ');
  }
}

/** What a filtered read of `$all` gives: lines of one's own, or the code it fails with. */
function filtered({ wire }: Stage, own: Own, reading: Reading): Promise<string> {
  const lines: string[] = [];
  return new Promise((resolve) => {
    const call = wire.read(readRequest(reading));
    call.on('data', (answer: ReadResp) => {
      const event = answer.getEvent()?.getEvent();
      if (event) lines.push(own.line(streamOf(event), event.getStreamRevision()));
    });
    call.on('end', () => resolve(lines.filter(Boolean).join(' ')));
    call.on('error', (error: ServiceError) => resolve(`code ${failureOf(error).code}`));
  });
}

againstEachStore('$all', (stage) => {
  test('from a position: inclusive forwards, exclusive backwards', async () => {
    const own = new Own(stage);
    const start = await own.write('m');
    const positions: Position[] = [];
    for (const letter of ['a', 'b', 'c', 'd']) positions.push(await own.write(letter, 2));
    const [, , third = start, fourth = start] = positions;
    expect(await own.read({ fromPosition: start })).toBe('m0 a0 a1 b0 b1 c0 c1 d0 d1');
    expect(await own.read({ fromPosition: third })).toBe('c1 d0 d1');
    expect(await own.read({ fromPosition: fourth })).toBe('d1');
    expect(await own.read({ fromPosition: third, direction: BACKWARDS, maxCount: 6 })).toMatch(
      /^c0 b1 b0 a1 a0( m0)?$/,
    );
    if (!stage.isStandIn) return; // others may write, too
    expect(await own.read({ fromPosition: END, direction: BACKWARDS, maxCount: 9 })).toBe('d1 d0 c1 c0 b1 b0 a1 a0 m0');
    expect(await own.read({ fromPosition: start, maxCount: 3 })).toBe('m0 a0 a1');
    expect(await own.read({ fromPosition: fourth, direction: BACKWARDS, maxCount: 2 })).toBe('d0 c1');
  });

  test('at its ends: nothing comes after the end or before the start, and something always from the start', async () => {
    const { client } = stage;
    const own = new Own(stage);
    await own.write('a');
    expect(await own.read({ fromPosition: END })).toBe('');
    expect(await shown(client.readAll({ fromPosition: START, direction: BACKWARDS }))).toBe('');
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
    const own = new Own(stage);
    const { commit } = await own.write('m');
    await own.write('s', 2);
    const fromPosition = oddFrom(commit);
    const lines = await own.read({ fromPosition, ...(stage.isStandIn && { maxCount: 2 }) });
    expect(stage.isStandIn ? lines : lines.replace(/^m0 s0 s1$/, 'm0 s0')).toBe(there);
    expect(await own.read({ fromPosition, direction: BACKWARDS, maxCount: 1 })).toBe(back);
  });

  test('1100 events come in the order of their appends, both ways, each at its one position', async () => {
    const own = new Own(stage);
    const start = await own.write('m');
    for (let n = 0; n < 11; n++) await own.write('abc'.charAt(n % 3), 100);
    const there: bigint[] = [];
    const seen: string[] = [];
    for await (const { event, commitPosition } of stage.client.readAll({ fromPosition: start })) {
      if (!event || own.line(event.streamId, 0n) === '') continue;
      expect(event.position).toEqual({ commit: commitPosition, prepare: commitPosition });
      there.push(event.position.commit);
      seen.push(own.line(event.streamId, event.revision));
    }
    expect(there).toHaveLength(1101);
    expect(there.every((position, index) => index === 0 || position > (there[index - 1] ?? 0n))).toBe(true);
    const back: string[] = [];
    for await (const { event } of stage.client.readAll({ fromPosition: END, direction: BACKWARDS })) {
      const line = event ? own.line(event.streamId, event.revision) : '';
      if (line) back.push(line);
      if (line === 'm0') break;
    }
    expect(back.toReversed()).toEqual(seen);
  });

  test('an append of several events is answered with the position of the last, and appends go up', async () => {
    const own = new Own(stage);
    const first = await own.write('a', 5);
    const [last] = await Array.fromAsync(
      stage.client.readStream(own.name('a'), { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    );
    expect(last?.event?.position).toEqual(first);
    let before = first;
    for (let n = 0; n < 6; n++) {
      const position = await own.write(n % 2 ? 'a' : 'b');
      expect(position.commit).toBeGreaterThan(before.commit);
      expect(position.prepare).toBe(position.commit);
      before = position;
    }
  });

  test('read with a filter, which the client does not offer', async () => {
    const own = new Own(stage);
    const start = await own.write('m');
    for (let n = 0; n < 3; n++) {
      await own.write('apple', 1, 'Bought');
      await own.write('apple', 1, own.name('Sold'));
      await own.write('pear', 1, own.name('Sold'));
      await own.write('pear', 20);
    }
    const end = await own.write('m');
    const there = (filter: NonNullable<Reading['filter']>, more: Reading = {}) =>
      filtered(stage, own, { all: start, filter, ...more });
    const back = (filter: NonNullable<Reading['filter']>, more: Reading = {}) =>
      filtered(stage, own, { all: end, direction: 1, filter, ...more });
    const apple = { on: 'stream' as const, prefixes: [own.name('apple')] };
    const sold = { on: 'type' as const, prefixes: [own.name('Sold')] };
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
    const several = { on: 'stream' as const, prefixes: ['nothing', own.name('m'), own.name('apple')] };
    expect(await there(several)).toBe('m0 apple0 apple1 apple2 apple3 apple4 apple5 m1');
    expect(await there({ on: 'stream', regex: `(m|apple)-${own.name('').slice(1)}$` }, { count: 4n })).toBe(
      'm0 apple0 apple1 apple2',
    );
    expect(await back({ on: 'type', regex: `^${own.name('Sold')}$` }, { count: 4n })).toBe(
      'pear42 apple5 pear21 apple3',
    );
    expect(await there({ on: 'stream', prefixes: ['nothing-of-ours'] })).toBe('');
    expect(await there({ on: 'stream', regex: '(' })).toBe('code 2');
  });
});

againstEachStore(
  '$all, here other than with EventStoreDB',
  (stage) => {
    test('no events at all are an empty answer', async () => {
      expect(await shown(stage.client.readAll({ maxCount: 0 }))).toBe('');
    });
  },
  { standInOnly: 'a read of none never ends there' },
);
