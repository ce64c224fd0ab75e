import { once } from 'node:events';
import { END, START } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { newEvents } from './support/outcomes.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { SubscriptionRecorder } from './support/subscription-recorder.ts';

const STARTS = ['start', 0n, 1n, 50n, 'end'] as const;
const TOMBSTONE = `${2n ** 63n - 1n}`;
const DELETED = 'failed: 9 stream-deleted';

type SetUp = (fixture: StoreFixture, stream: string) => Promise<unknown>;
const three: SetUp = ({ client }, stream) => client.appendToStream(stream, newEvents(3));
const softly: SetUp = async (fixture, stream) => {
  await three(fixture, stream);
  await fixture.client.deleteStream(stream);
};
const truncated =
  (truncateBefore: number): SetUp =>
  async (fixture, stream) => {
    await three(fixture, stream);
    await fixture.client.setStreamMetadata(stream, { truncateBefore });
  };

/**
 * The log of a subscription from each start, before and after (`now`) two events are appended. From far beyond the end
 * no event is sent that has a lower revision.
 */
const STATES: Readonly<Record<string, readonly [setUp: SetUp, logs: readonly string[]]>> = {
  'a missing stream': [
    async () => {},
    [
      'confirmed, now, 0, 1, caught up',
      'confirmed, now, 1, caught up',
      'confirmed, now, caught up',
      'confirmed, now, caught up',
      'confirmed, caught up, now, 0, 1',
    ],
  ],
  'a stream of three events': [
    three,
    [
      'confirmed, 0, 1, 2, caught up, now, 3, 4',
      'confirmed, 1, 2, caught up, now, 3, 4',
      'confirmed, 2, caught up, now, 3, 4',
      'confirmed, caught up, now',
      'confirmed, caught up, now, 3, 4',
    ],
  ],
  'a stream emptied by truncation': [
    truncated(3),
    [
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now',
      'confirmed, caught up, now, 3, 4',
    ],
  ],
  'a stream truncated beyond its end, of which live events are not hidden': [
    truncated(10),
    [
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now, 3, 4',
      'confirmed, caught up, now',
      'confirmed, caught up, now, 3, 4',
    ],
  ],
  'a softly deleted stream': [
    softly,
    [
      'confirmed, now, 3, 4, caught up',
      'confirmed, now, 3, 4, caught up',
      'confirmed, now, 3, 4, caught up',
      'confirmed, now, caught up',
      'confirmed, caught up, now, 3, 4',
    ],
  ],
  'a revived stream': [
    async (fixture, stream) => {
      await fixture.client.appendToStream(stream, newEvents(2));
      await fixture.client.deleteStream(stream);
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    [
      'confirmed, 2, caught up, now, 3, 4',
      'confirmed, 2, caught up, now, 3, 4',
      'confirmed, 2, caught up, now, 3, 4',
      'confirmed, caught up, now',
      'confirmed, caught up, now, 3, 4',
    ],
  ],
  'a stream known by its metadata only': [
    ({ client }, stream) => client.setStreamMetadata(stream, { colour: 'red' }),
    [
      'confirmed, now, 0, 1, caught up',
      'confirmed, now, 1, caught up',
      'confirmed, now, caught up',
      'confirmed, now, caught up',
      'confirmed, caught up, now, 0, 1',
    ],
  ],
};

/**
 * Operations on a stream during a subscription, and its log. `orLog` is the log of a store that looks at the stream
 * between two of the operations.
 */
type Meanwhile = {
  before?: SetUp;
  from?: 'start' | 'end' | bigint;
  act: SetUp;
  log: string;
  orLog?: string;
  ofMetadata?: true;
};
const MEANWHILE: Readonly<Record<string, Meanwhile>> = {
  'a soft deletion sends nothing, and revisions continue': {
    before: three,
    act: async (fixture, stream) => {
      await fixture.client.deleteStream(stream);
      await fixture.client.appendToStream(stream, newEvents(2));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4',
  },
  'a truncation sends nothing, and hides no live event': {
    before: three,
    act: async (fixture, stream) => {
      await fixture.client.setStreamMetadata(stream, { truncateBefore: 10 });
      await fixture.client.appendToStream(stream, newEvents(2));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4',
  },
  'a truncation that is reset sends nothing': {
    before: truncated(3),
    act: async (fixture, stream) => {
      await setMetadata(fixture.wire, stream, '{"$tb":0}');
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, caught up, now, 3',
  },
  'a repeated append is sent once': {
    before: three,
    act: async (fixture, stream) => {
      const events = newEvents(2);
      for (let n = 0; n < 2; n++) await fixture.client.appendToStream(stream, events, { expectedRevision: 2n });
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4, 5',
  },
  'a tombstone is sent, then the subscription ends': {
    before: three,
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, 0, 1, 2, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone, subscribed from the end': {
    before: three,
    from: 'end',
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone, subscribed from beyond the end': {
    before: three,
    from: 50n,
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a missing stream, subscribed from the start': {
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, now, ${DELETED}`,
  },
  'a tombstone of a missing stream, subscribed from the end': {
    from: 'end',
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a softly deleted stream, subscribed from the start': {
    before: softly,
    act: (fixture, stream) => fixture.client.tombstoneStream(stream),
    log: `confirmed, now, ${DELETED}`,
  },
  'metadata of a missing stream send nothing': {
    act: async (fixture, stream) => {
      await fixture.client.setStreamMetadata(stream, { colour: 'red' });
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, now, 0, caught up',
  },
  'an append of no events sends nothing': {
    act: async (fixture, stream) => {
      await fixture.client.appendToStream(stream, []);
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, now, 0, caught up',
  },
  'metadata that revive a softly deleted stream send nothing': {
    before: softly,
    act: async (fixture, stream) => {
      await fixture.client.setStreamMetadata(stream, { colour: 'red' });
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, now, 3, caught up',
    orLog: 'confirmed, now, caught up, 3',
  },
  'a metadata stream: its newest event of history, all live events': {
    ofMetadata: true,
    before: async (fixture, stream) => {
      await three(fixture, stream);
      for (const n of [1, 2]) await fixture.client.setStreamMetadata(stream, { n });
    },
    act: async (fixture, stream) => {
      await fixture.client.setStreamMetadata(stream, { n: 3 });
      await fixture.client.deleteStream(stream);
      await fixture.client.appendToStream(stream, newEvents(1));
    },
    log: 'confirmed, 1, caught up, now, 2, 3, 4',
  },
};

/** Subscribes, waits for the lines before `now`, runs an operation, waits for the rest, and gives the whole log. */
async function logOf(
  fixture: StoreFixture,
  stream: string,
  from: 'start' | 'end' | bigint,
  log: string,
  act: () => Promise<unknown>,
): Promise<string> {
  const lines = log.split(', ');
  const listening = new SubscriptionRecorder(fixture.wire, { stream, from });
  await listening.until(lines.indexOf('now'));
  listening.note('now');
  await act();
  await listening.until(lines.length);
  return listening.stop();
}

againstEachStore('subscriptions to streams', (fixture) => {
  const cases = Object.entries(STATES).flatMap(([name, [setUp, logs]]) =>
    STARTS.map((from, index) => ({ name, setUp, from, log: logs[index] ?? '' })),
  );
  test.each(cases)('to $name, from $from', async ({ setUp, from, log }) => {
    const stream = fixture.newStream();
    await setUp(fixture, stream);
    const append = () => fixture.client.appendToStream(stream, newEvents(2));
    expect(await logOf(fixture, stream, from, log, append)).toBe(log);
  });

  test.each(Object.entries(MEANWHILE))(
    '%s',
    async (_, { before, from = 'start', act, log, orLog = log, ofMetadata }) => {
      const stream = fixture.newStream();
      await before?.(fixture, stream);
      const name = ofMetadata ? `$$${stream}` : stream;
      expect([log, orLog]).toContain(await logOf(fixture, name, from, log, () => act(fixture, stream)));
    },
  );

  test.each(['start', 0n, 50n] as const)('to a tombstoned stream, from %s: no confirmation', async (from) => {
    const stream = fixture.newStream();
    await fixture.client.tombstoneStream(stream);
    const listening = new SubscriptionRecorder(fixture.wire, { stream, from });
    await listening.until(DELETED);
    expect(listening.stop()).toBe(DELETED);
  });

  test('to a tombstoned stream from its end: confirmed and caught up', async () => {
    const stream = fixture.newStream();
    await fixture.client.tombstoneStream(stream);
    const listening = new SubscriptionRecorder(fixture.wire, { stream, from: 'end' });
    await listening.until('caught up');
    expect(listening.stop()).toBe('confirmed, caught up');
  });

  const BEYOND = [
    [2n, '3, 4, 5, 6, 7'],
    [3n, '4, 5, 6, 7'],
    [4n, '5, 6, 7'],
    [6n, '7'],
  ] as const;
  test.each(BEYOND)('to three events from %s, then five more: only later revisions are sent', async (from, rest) => {
    const stream = fixture.newStream();
    await three(fixture, stream);
    const log = `confirmed, caught up, now, ${rest}`;
    const append = () => fixture.client.appendToStream(stream, newEvents(5));
    expect(await logOf(fixture, stream, from, log, append)).toBe(log);
  });

  const ENORMOUS = [
    [2n ** 63n - 2n, 'confirmed, caught up'],
    [2n ** 63n - 1n, 'failed: 2'],
    [2n ** 63n, 'failed: 2'],
    [2n ** 64n - 2n, 'failed: 2'],
    [2n ** 64n - 1n, 'confirmed, caught up, 2'],
  ] as const;
  test.each(ENORMOUS)('from revision %s: %s', async (from, log) => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(2));
    const listening = new SubscriptionRecorder(fixture.wire, { stream, from });
    await listening.until(log.startsWith('failed') ? 1 : 2);
    await fixture.client.appendToStream(stream, newEvents(1));
    if (log.endsWith('2') && !log.startsWith('failed')) await listening.until('2');
    expect(listening.stop().replace(/(failed: 2).*/, '$1')).toBe(log);
  });

  test('to the empty name', async () => {
    const listening = new SubscriptionRecorder(fixture.wire, { stream: '' });
    await listening.until(1);
    expect(listening.stop()).toMatch(/^failed: 2/);
  });

  test('caught up is sent after the first event of a missing stream', async () => {
    const stream = fixture.newStream();
    const listening = new SubscriptionRecorder(fixture.wire, { stream });
    await listening.until('confirmed');
    await fixture.client.appendToStream(stream, newEvents(1));
    await listening.until('caught up');
    for (let n = 1; n <= 2; n++) await fixture.client.appendToStream(stream, newEvents(1));
    await listening.until('2');
    expect(listening.stop()).toBe('confirmed, 0, caught up, 1, 2');
  });

  test('many pages during appends: nothing is missed or sent twice', async () => {
    const stream = fixture.newStream();
    await fixture.client.appendToStream(stream, newEvents(400));
    const listening = new SubscriptionRecorder(fixture.wire, { stream });
    for (let n = 0; n < 20; n++) await fixture.client.appendToStream(stream, newEvents(5));
    await listening.until('499');
    await listening.until('caught up');
    listening.stop();
    expect(listening.log[0]).toBe('confirmed');
    expect(listening.log.filter((line) => line === 'caught up')).toHaveLength(1);
    const revisions = listening.log.filter((line) => /^\d/.test(line));
    expect(revisions).toEqual(Array.from({ length: 500 }, (_, n) => `${n}`));
  });

  test('two to one stream get the same events', async () => {
    const stream = fixture.newStream();
    await three(fixture, stream);
    const both = [
      new SubscriptionRecorder(fixture.wire, { stream }),
      new SubscriptionRecorder(fixture.wire, { stream, from: 0n }),
    ];
    await Promise.all(both.map((listening) => listening.until('caught up')));
    await fixture.client.appendToStream(stream, newEvents(2));
    await Promise.all(both.map((listening) => listening.until('4')));
    expect(both.map((listening) => listening.stop())).toEqual([
      'confirmed, 0, 1, 2, caught up, 3, 4',
      'confirmed, 1, 2, caught up, 3, 4',
    ]);
  });

  test('the client gets all this, and unsubscribing ends it', async () => {
    const stream = fixture.newStream();
    await three(fixture, stream);
    const subscription = fixture.client.subscribeToStream(stream, { fromRevision: START });
    const said: string[] = [];
    for (const kind of ['confirmation', 'caughtUp', 'end'] as const) subscription.on(kind, () => said.push(kind));
    subscription.on('data', ({ event }) => said.push(`${event?.revision}`));
    await expect.poll(() => said.length).toBe(5);
    await subscription.unsubscribe();
    await fixture.client.appendToStream(stream, newEvents(1));
    await expect.poll(() => said.at(-1)).toBe('end');
    expect(said.toSorted()).toEqual(['0', '1', '2', 'caughtUp', 'confirmation', 'end']);
  });

  test('the client gets a tombstone as an error', async () => {
    const stream = fixture.newStream();
    await three(fixture, stream);
    const subscription = fixture.client.subscribeToStream(stream, { fromRevision: END });
    const failed = once(subscription, 'error');
    await new Promise((resolve) => subscription.on('caughtUp', () => resolve(undefined)));
    await fixture.client.tombstoneStream(stream);
    expect(await failed).toMatchObject([{ type: 'stream-deleted', code: 9, streamName: stream }]);
  });
});

againstEachStore(
  'subscriptions to streams, here other than with EventStoreDB',
  (fixture) => {
    test("a client's own event with the type of a tombstone is an ordinary event", async () => {
      const stream = fixture.newStream();
      const listening = new SubscriptionRecorder(fixture.wire, { stream });
      await fixture.client.appendToStream(stream, newEvents(1, '$streamDeleted'));
      await fixture.client.appendToStream(stream, newEvents(1));
      await listening.until('1');
      expect(listening.stop().replace(', caught up', '')).toBe('confirmed, 0, 1');
    });
  },
  { standInOnly: 'such an event ends subscriptions there' },
);
