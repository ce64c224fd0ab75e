import { once } from 'node:events';
import { END, START } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { setMetadata } from './support/append-text.ts';
import { Listening } from './support/listening.ts';
import { againstEachStore, type Stage } from './support/stage.ts';
import { noted } from './support/told.ts';

const PLACES = ['start', 0n, 1n, 50n, 'end'] as const;
const TOMBSTONE = `${2n ** 63n - 1n}`;
const DELETED = 'failed: 9 stream-deleted';

type BringAbout = (stage: Stage, stream: string) => Promise<unknown>;
const three: BringAbout = ({ client }, stream) => client.appendToStream(stream, noted(3));
const softly: BringAbout = async (stage, stream) => {
  await three(stage, stream);
  await stage.client.deleteStream(stream);
};
const truncated =
  (truncateBefore: number): BringAbout =>
  async (stage, stream) => {
    await three(stage, stream);
    await stage.client.setStreamMetadata(stream, { truncateBefore });
  };

/**
 * What a subscription from each of the places says, before and after two events are appended. From far beyond the end
 * nothing is sent that comes before; then caught up is all that tells of it.
 */
const STATES: Readonly<Record<string, readonly [bringAbout: BringAbout, logs: readonly string[]]>> = {
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
    async (stage, stream) => {
      await stage.client.appendToStream(stream, noted(2));
      await stage.client.deleteStream(stream);
      await stage.client.appendToStream(stream, noted(1));
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

/** What is done to a stream while somebody listens, and what they hear of it. */
const MEANWHILE: Readonly<
  Record<
    string,
    { before?: BringAbout; from?: 'start' | 'end' | bigint; act: BringAbout; log: string; ofMetadata?: true }
  >
> = {
  'a soft deletion says nothing, and revisions go on': {
    before: three,
    act: async (stage, stream) => {
      await stage.client.deleteStream(stream);
      await stage.client.appendToStream(stream, noted(2));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4',
  },
  'a truncation says nothing, and hides nothing that is live': {
    before: three,
    act: async (stage, stream) => {
      await stage.client.setStreamMetadata(stream, { truncateBefore: 10 });
      await stage.client.appendToStream(stream, noted(2));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4',
  },
  'a truncation taken back brings nothing': {
    before: truncated(3),
    act: async (stage, stream) => {
      await setMetadata(stage.wire, stream, '{"$tb":0}');
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, caught up, now, 3',
  },
  'a repeated append comes once': {
    before: three,
    act: async (stage, stream) => {
      const events = noted(2);
      for (let n = 0; n < 2; n++) await stage.client.appendToStream(stream, events, { expectedRevision: 2n });
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, 0, 1, 2, caught up, now, 3, 4, 5',
  },
  'a tombstone comes, and then the end': {
    before: three,
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, 0, 1, 2, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a stream watched from its end': {
    before: three,
    from: 'end',
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a stream watched from beyond its end': {
    before: three,
    from: 50n,
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a missing stream that is waited for': {
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, now, ${DELETED}`,
  },
  'a tombstone of a missing stream watched from its end': {
    from: 'end',
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, caught up, now, ${TOMBSTONE}, ${DELETED}`,
  },
  'a tombstone of a softly deleted stream that is waited for': {
    before: softly,
    act: (stage, stream) => stage.client.tombstoneStream(stream),
    log: `confirmed, now, ${DELETED}`,
  },
  'metadata of a missing stream says nothing': {
    act: async (stage, stream) => {
      await stage.client.setStreamMetadata(stream, { colour: 'red' });
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, now, 0, caught up',
  },
  'an append of nothing says nothing': {
    act: async (stage, stream) => {
      await stage.client.appendToStream(stream, []);
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, now, 0, caught up',
  },
  'metadata that revives a softly deleted stream says nothing': {
    before: softly,
    act: async (stage, stream) => {
      await stage.client.setStreamMetadata(stream, { colour: 'red' });
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, now, 3, caught up',
  },
  'a metadata stream: of its history the newest, live all': {
    ofMetadata: true,
    before: async (stage, stream) => {
      await three(stage, stream);
      for (const n of [1, 2]) await stage.client.setStreamMetadata(stream, { n });
    },
    act: async (stage, stream) => {
      await stage.client.setStreamMetadata(stream, { n: 3 });
      await stage.client.deleteStream(stream);
      await stage.client.appendToStream(stream, noted(1));
    },
    log: 'confirmed, 1, caught up, now, 2, 3, 4',
  },
};

/** Listens from a place until it says what it has to, then does something, and gives the whole log. */
async function heard(
  stage: Stage,
  stream: string,
  from: 'start' | 'end' | bigint,
  log: string,
  act: () => Promise<unknown>,
): Promise<string> {
  const lines = log.split(', ');
  const listening = new Listening(stage.wire, { stream, from });
  await listening.until(lines.indexOf('now'));
  listening.note('now');
  await act();
  await listening.until(lines.length);
  return listening.stop();
}

againstEachStore('subscriptions to streams', (stage) => {
  const cases = Object.entries(STATES).flatMap(([name, [bringAbout, logs]]) =>
    PLACES.map((from, index) => ({ name, bringAbout, from, log: logs[index] ?? '' })),
  );
  test.each(cases)('to $name, from $from', async ({ bringAbout, from, log }) => {
    const stream = stage.fresh();
    await bringAbout(stage, stream);
    const append = () => stage.client.appendToStream(stream, noted(2));
    expect(await heard(stage, stream, from, log, append)).toBe(log);
  });

  test.each(Object.entries(MEANWHILE))('%s', async (_, { before, from = 'start', act, log, ofMetadata }) => {
    const stream = stage.fresh();
    await before?.(stage, stream);
    const name = ofMetadata ? `$$${stream}` : stream;
    expect(await heard(stage, name, from, log, () => act(stage, stream))).toBe(log);
  });

  test.each(['start', 0n, 50n] as const)('to a tombstoned stream, from %s: no confirmation', async (from) => {
    const stream = stage.fresh();
    await stage.client.tombstoneStream(stream);
    const listening = new Listening(stage.wire, { stream, from });
    await listening.until(DELETED);
    expect(listening.stop()).toBe(DELETED);
  });

  test('to a tombstoned stream from its end: confirmed and caught up', async () => {
    const stream = stage.fresh();
    await stage.client.tombstoneStream(stream);
    const listening = new Listening(stage.wire, { stream, from: 'end' });
    await listening.until('caught up');
    expect(listening.stop()).toBe('confirmed, caught up');
  });

  const BEYOND = [
    [2n, '3, 4, 5, 6, 7'],
    [3n, '4, 5, 6, 7'],
    [4n, '5, 6, 7'],
    [6n, '7'],
  ] as const;
  test.each(BEYOND)('to three events from %s, then five more: what is beyond comes', async (from, rest) => {
    const stream = stage.fresh();
    await three(stage, stream);
    const log = `confirmed, caught up, now, ${rest}`;
    const append = () => stage.client.appendToStream(stream, noted(5));
    expect(await heard(stage, stream, from, log, append)).toBe(log);
  });

  const ENORMOUS = [
    [2n ** 63n - 2n, 'confirmed, caught up'],
    [2n ** 63n - 1n, 'failed: 2'],
    [2n ** 63n, 'failed: 2'],
    [2n ** 64n - 2n, 'failed: 2'],
    [2n ** 64n - 1n, 'confirmed, caught up, 2'],
  ] as const;
  test.each(ENORMOUS)('from revision %s: %s', async (from, log) => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(2));
    const listening = new Listening(stage.wire, { stream, from });
    await listening.until(log.startsWith('failed') ? 1 : 2);
    await stage.client.appendToStream(stream, noted(1));
    if (log.endsWith('2') && !log.startsWith('failed')) await listening.until('2');
    expect(listening.stop().replace(/(failed: 2).*/, '$1')).toBe(log);
  });

  test('to the empty name', async () => {
    const listening = new Listening(stage.wire, { stream: '' });
    await listening.until(1);
    expect(listening.stop()).toMatch(/^failed: 2/);
  });

  test('a stream that comes about event by event has been caught up on after the first', async () => {
    const stream = stage.fresh();
    const listening = new Listening(stage.wire, { stream });
    await listening.until('confirmed');
    await stage.client.appendToStream(stream, noted(1));
    await listening.until('caught up');
    for (let n = 1; n <= 2; n++) await stage.client.appendToStream(stream, noted(1));
    await listening.until('2');
    expect(listening.stop()).toBe('confirmed, 0, caught up, 1, 2');
  });

  test('many pages while others append: nothing is missed or comes twice', async () => {
    const stream = stage.fresh();
    await stage.client.appendToStream(stream, noted(400));
    const listening = new Listening(stage.wire, { stream });
    for (let n = 0; n < 20; n++) await stage.client.appendToStream(stream, noted(5));
    await listening.until('499');
    await listening.until('caught up');
    listening.stop();
    expect(listening.log[0]).toBe('confirmed');
    expect(listening.log.filter((line) => line === 'caught up')).toHaveLength(1);
    const revisions = listening.log.filter((line) => /^\d/.test(line));
    expect(revisions).toEqual(Array.from({ length: 500 }, (_, n) => `${n}`));
  });

  test('two to one stream hear the same', async () => {
    const stream = stage.fresh();
    await three(stage, stream);
    const both = [new Listening(stage.wire, { stream }), new Listening(stage.wire, { stream, from: 0n })];
    await Promise.all(both.map((listening) => listening.until('caught up')));
    await stage.client.appendToStream(stream, noted(2));
    await Promise.all(both.map((listening) => listening.until('4')));
    expect(both.map((listening) => listening.stop())).toEqual([
      'confirmed, 0, 1, 2, caught up, 3, 4',
      'confirmed, 1, 2, caught up, 3, 4',
    ]);
  });

  test('the client is told all this, and unsubscribing ends it', async () => {
    const stream = stage.fresh();
    await three(stage, stream);
    const subscription = stage.client.subscribeToStream(stream, { fromRevision: START });
    const said: string[] = [];
    for (const kind of ['confirmation', 'caughtUp', 'end'] as const) subscription.on(kind, () => said.push(kind));
    subscription.on('data', ({ event }) => said.push(`${event?.revision}`));
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(5);
    await subscription.unsubscribe();
    await stage.client.appendToStream(stream, noted(1));
    await expect.poll(() => said.at(-1), { timeout: 10_000 }).toBe('end');
    expect(said.toSorted()).toEqual(['0', '1', '2', 'caughtUp', 'confirmation', 'end']);
  });

  test('the client is told of a tombstone as of an error', async () => {
    const stream = stage.fresh();
    await three(stage, stream);
    const subscription = stage.client.subscribeToStream(stream, { fromRevision: END });
    const failed = once(subscription, 'error');
    await new Promise((resolve) => subscription.on('caughtUp', () => resolve(undefined)));
    await stage.client.tombstoneStream(stream);
    expect(await failed).toMatchObject([{ type: 'stream-deleted', code: 9, streamName: stream }]);
  });
});

againstEachStore(
  'subscriptions to streams, here other than with EventStoreDB',
  (stage) => {
    test("an event of somebody's own with the type of a tombstone passes", async () => {
      const stream = stage.fresh();
      const listening = new Listening(stage.wire, { stream });
      await stage.client.appendToStream(stream, noted(1, '$streamDeleted'));
      await stage.client.appendToStream(stream, noted(1));
      await listening.until('1');
      expect(listening.stop().replace(', caught up', '')).toBe('confirmed, 0, 1');
    });
  },
  { standInOnly: 'such an event ends subscriptions there' },
);
