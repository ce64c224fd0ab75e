import {
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { newEvents, rejectionOf } from './support/outcomes.ts';
import type { ReadOptions } from './support/read-request.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { SubscriptionRecorder, streamOf } from './support/subscription-recorder.ts';

/** The streams of one test, and the lines of their events. */
class TestStreams {
  readonly token = crypto.randomUUID();
  readonly #fixture: StoreFixture;

  constructor(fixture: StoreFixture) {
    this.#fixture = fixture;
  }

  name(word: string): string {
    return `${word}-${this.token}`;
  }

  async write(word: string, count = 1): Promise<Position> {
    const { position } = await this.#fixture.client.appendToStream(this.name(word), newEvents(count));
    if (!position) throw new Error('An append has a position.');
    return position;
  }

  /** Events of other clients have no line. */
  listen(reading: ReadOptions): SubscriptionRecorder {
    return new SubscriptionRecorder(this.#fixture.wire, reading, (event) => {
      const stream = streamOf(event);
      return stream.endsWith(this.token)
        ? `${stream.slice(0, -this.token.length - 1)}@${event.getStreamRevision()}`
        : '';
    });
  }
}

const ownLines = (listening: SubscriptionRecorder): string => {
  listening.stop();
  return listening.log.filter(Boolean).join(' ');
};

/** Filters, and their matches among the same events, in history and live. */
const FILTERS: Readonly<
  Record<string, readonly [filter: (own: TestStreams) => ReadOptions['filter'], past: string, live: string]>
> = {
  'a prefix of the stream': [() => ({ on: 'stream', prefixes: ['apple'] }), 'apple@0 apple@1', 'apple@2 apple@3'],
  'several prefixes of the stream': [
    () => ({ on: 'stream', prefixes: ['pea', '$$app'] }),
    'pear@0 pear@1 $$apple@0',
    'pear@2 pear@3 $$apple@1',
  ],
  'a regular expression on the stream, anchored': [
    (own) => ({ on: 'stream', regex: `^(apple|nothing)-${own.token}$` }),
    'apple@0 apple@1',
    'apple@2 apple@3',
  ],
  'a regular expression on the stream, not anchored': [
    (own) => ({ on: 'stream', regex: `ear-${own.token}` }),
    'pear@0 pear@1',
    'pear@2 pear@3',
  ],
  'a prefix of the type': [
    (own) => ({ on: 'type', prefixes: [own.name('Bought')] }),
    'apple@0 pear@0',
    'apple@2 pear@2',
  ],
  'several prefixes of the type': [
    (own) => ({ on: 'type', prefixes: [own.name('Sold'), own.name('$system'), '$metadata'] }),
    'apple@1 pear@1 $$apple@0',
    'apple@3 pear@3 $$apple@1',
  ],
  'a regular expression on the type, not anchored': [
    (own) => ({ on: 'type', regex: `o[ul].*${own.token}` }),
    'apple@0 apple@1 pear@0',
    'apple@2 apple@3 pear@2',
  ],
  'a regular expression on the type, in another case: nothing but the last': [
    (own) => ({ on: 'type', regex: `^bought-${own.token}|^last` }),
    '',
    '',
  ],
  'a regular expression on the type that leaves out system events': [
    () => ({ on: 'type', regex: '^[^\\$].*' }),
    'apple@0 apple@1 pear@0 $system@0',
    'apple@2 apple@3 pear@2 $system@1',
  ],
  'an empty prefix, which every name begins with': [
    () => ({ on: 'stream', prefixes: [''] }),
    'apple@0 apple@1 pear@0 pear@1 $$apple@0 $system@0',
    'apple@2 apple@3 pear@2 pear@3 $$apple@1 $system@1',
  ],
};

againstEachStore('subscriptions to $all', (fixture) => {
  test('from a position, exclusive, through history to live events', async () => {
    const own = new TestStreams(fixture);
    const start = await own.write('mark');
    await own.write('a', 2);
    await own.write('b');
    const listening = own.listen({ all: start });
    await listening.until('caught up');
    await own.write('a');
    await fixture.client.setStreamMetadata(own.name('a'), { truncateBefore: 1 });
    await fixture.client.deleteStream(own.name('b'));
    await own.write('b');
    await fixture.client.tombstoneStream(own.name('a'));
    await own.write('last');
    await listening.until('last@0');
    expect(ownLines(listening)).toBe(
      `confirmed a@0 a@1 b@0 caught up a@2 $$a@0 $$b@0 b@1 $$b@1 a@${2n ** 63n - 1n} last@0`,
    );
  });

  test('from the end: new events, after confirmed and caught up', async () => {
    const own = new TestStreams(fixture);
    await own.write('a', 2);
    const listening = own.listen({ all: 'end' });
    await listening.until('caught up');
    await own.write('a', 2);
    await listening.until('a@3');
    expect(ownLines(listening)).toBe('confirmed caught up a@2 a@3');
  });

  test.each(Object.entries(FILTERS))('filtered by %s', async (_, [filterOf, past, live]) => {
    const own = new TestStreams(fixture);
    const start = await own.write('mark');
    const play = async () => {
      const { client } = fixture;
      const typed = (...types: string[]) => types.map((type) => jsonEvent({ type: own.name(type), data: {} }));
      await client.appendToStream(own.name('apple'), typed('Bought', 'Sold'));
      await client.appendToStream(own.name('pear'), typed('Bought', '$system'));
      await client.setStreamMetadata(own.name('apple'), { maxCount: 100 });
      await own.write('$system');
    };
    await play();
    const listening = own.listen({ all: start, filter: filterOf(own), window: 1000 });
    await listening.until('caught up');
    await play();
    // The last event, which another subscription without a filter waits for.
    const fence = own.listen({ all: start, filter: { on: 'stream', prefixes: ['last'] }, window: 1000 });
    await own.write('last');
    await fence.until('last@0');
    fence.stop();
    const lines = ['confirmed', past, 'caught up', live].filter(Boolean).join(' ');
    await expect
      .poll(() =>
        listening.log
          .filter(Boolean)
          .join(' ')
          .replace(/ last@0$/, ''),
      )
      .toBe(lines);
    listening.stop();
  });

  test("the client's own filters", async () => {
    const own = new TestStreams(fixture);
    const start = await own.write('mark');
    const regex = new RegExp(`^mat.h-${own.token}$`);
    const filters = {
      names: streamNameFilter({ prefixes: [own.name('match')] }),
      regex: streamNameFilter({ regex: regex.source }),
      types: eventTypeFilter({ prefixes: ['noted'] }),
      'no system events': excludeSystemEvents(),
    };
    const heard = Object.entries(filters).map(([name, filter]) => {
      const lines: string[] = [];
      const subscription = fixture.client.subscribeToAll({ fromPosition: start, filter });
      subscription.on('data', ({ event }) => {
        if (event?.streamId.endsWith(own.token)) lines.push(event.streamId.slice(0, event.streamId.indexOf('-')));
      });
      return { name, lines, subscription };
    });
    await own.write('other');
    await own.write('match');
    await fixture.client.setStreamMetadata(own.name('match'), { a: 1 });
    await own.write('match');
    const expected = {
      names: ['match', 'match'],
      regex: ['match', 'match'],
      types: ['other', 'match', 'match'],
      'no system events': ['other', 'match', 'match'],
    };
    for (const { name, lines, subscription } of heard) {
      await expect.poll(() => lines).toEqual(expected[name as keyof typeof expected]);
      await subscription.unsubscribe();
    }
  });

  test('with an invalid regular expression fail without confirmation, and the server goes on', async () => {
    const own = new TestStreams(fixture);
    const listening = own.listen({ all: 'start', filter: { on: 'stream', regex: '(' } });
    await listening.until(1);
    expect(listening.stop()).toMatch(/^failed: 2/);
    expect(await own.write('a')).toMatchObject({ commit: expect.anything() });
  });
});

againstEachStore('positions of appends of nothing', (fixture) => {
  test('are beyond all events so far; a subscription from one skips the next event', async () => {
    const own = new TestStreams(fixture);
    const last = await own.write('a');
    const empty = async () =>
      (await fixture.client.appendToStream(own.name('a'), [])).position ?? { commit: 0n, prepare: 0n };
    const [first, second] = [await empty(), await empty()];
    expect(first.commit).toBeGreaterThan(last.commit);
    expect(second.commit).toBeGreaterThan(first.commit);
    const before = await Array.fromAsync(
      fixture.client.readAll({ fromPosition: first, direction: 'backwards', maxCount: 1 }),
    );
    expect(before[0]?.event?.position).toEqual(last);
    const early = own.listen({ all: second });
    await early.until('caught up');
    await own.write('a', 2);
    await early.until('a@2');
    expect(ownLines(early)).toBe('confirmed caught up a@1 a@2');
    const late = own.listen({ all: first });
    await late.until('caught up');
    expect(ownLines(late)).toBe('confirmed a@2 caught up');
  });

  test('a subscription from between two events fails, one from beyond the end gets every new event', async () => {
    const own = new TestStreams(fixture);
    const written = await fixture.client.appendToStream(own.name('a'), newEvents(2));
    const at = written.position?.commit ?? 0n;
    const between = fixture.client.subscribeToAll({ fromPosition: { commit: at - 1n, prepare: at - 1n } });
    expect(await rejectionOf(Array.fromAsync(between))).toMatchObject({ code: 2 });
    const beyond = own.listen({ all: { commit: at + 1_000_000n, prepare: at + 1_000_000n } });
    await beyond.until('caught up');
    await own.write('a');
    await beyond.until('a@2');
    expect(ownLines(beyond)).toBe('confirmed caught up a@2');
  });
});
