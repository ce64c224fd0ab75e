import { type Position, streamNameFilter } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { newEvents } from './support/outcomes.ts';
import { againstEachStore, type StoreFixture } from './support/store-fixture.ts';
import { SubscriptionRecorder, streamOf } from './support/subscription-recorder.ts';

type Steps = readonly (readonly [stream: 'other' | 'match', count: number])[];

/**
 * Events written before and after the subscription has caught up, and its log: `*other@20` is a checkpoint at that
 * event.
 */
type Case = {
  readonly history: Steps;
  readonly live?: Steps;
  readonly from?: 'end';
  /** The server's default, if undefined. */
  readonly window?: number;
  readonly interval?: number;
  /** Checkpoints without a match, which have prepare position 0, are `?other@20`. */
  readonly log: string;
};

const times = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join(' ');
const matches = (from: number, to: number) => times(to - from + 1, (n) => `match@${from + n}`);
const sixtyAndOne: Steps = [
  ['other', 60],
  ['match', 1],
];
const inTurn: Steps = Array.from(
  { length: 12 },
  (): Steps => [
    ['other', 1],
    ['match', 1],
  ],
).flat();

const CASES: Readonly<Record<string, Case>> = {
  'a window of 10': {
    history: sixtyAndOne,
    window: 10,
    log: `confirmed ${times(6, (n) => `?other@${10 * n}`)} match@0 caught-up now ${times(6, (n) => `*other@${68 + 10 * n}`)} match@1`,
  },
  'a window of 10, an interval of 3': {
    history: sixtyAndOne,
    window: 10,
    interval: 3,
    log: 'confirmed ?other@20 ?other@50 match@0 caught-up now *other@88 *other@118 match@1',
  },
  'the usual window, which is 32': {
    history: sixtyAndOne,
    log: 'confirmed ?other@0 match@0 caught-up now *other@62 *other@94 match@1',
  },
  'a window of 100: what the last page has counted is carried over': {
    history: sixtyAndOne,
    window: 100,
    log: 'confirmed match@0 caught-up now *other@98 match@1',
  },
  'a window of 10, from the end: nothing has been counted': {
    history: sixtyAndOne,
    from: 'end',
    window: 10,
    log: `confirmed caught-up now ${times(6, (n) => `*other@${69 + 10 * n}`)} match@1`,
  },
  'a window of 1': {
    history: [
      ['other', 8],
      ['match', 1],
    ],
    window: 1,
    log: `confirmed ${times(8, (n) => `?other@${n}`)} match@0 *match@0 caught-up now ${times(8, (n) => `*other@${8 + n}`)} match@1 *match@1`,
  },
  'matches in turn: a checkpoint stands at the last match of its page': {
    history: inTurn,
    window: 10,
    log: `confirmed ${matches(0, 4)} *match@4 ${matches(5, 9)} *match@9 match@10 match@11 caught-up now ${matches(12, 14)} *match@14 ${matches(15, 19)} *match@19 ${matches(20, 23)}`,
  },
  'more than 32 matches, which end a page': {
    history: [
      ['match', 40],
      ['other', 200],
    ],
    live: sixtyAndOne,
    window: 100,
    log: `confirmed ${matches(0, 39)} *match@39 ?other@92 caught-up now *other@259 match@40`,
  },
  'everything matches': {
    history: [['match', 30]],
    window: 10,
    log: `confirmed ${times(3, (n) => `${matches(10 * n, 10 * n + 9)} *match@${10 * n + 9}`)} caught-up now ${times(3, (n) => `${matches(30 + 10 * n, 39 + 10 * n)} *match@${39 + 10 * n}`)}`,
  },
  'nothing matches': {
    history: [['other', 35]],
    window: 10,
    log: `confirmed ${times(3, (n) => `?other@${10 * n}`)} caught-up now ${times(4, (n) => `*other@${39 + 10 * n}`)}`,
  },
};

async function play(
  fixture: StoreFixture,
  { history, live = history, from, window, interval, log }: Case,
): Promise<string> {
  const { client, wire } = fixture;
  const token = crypto.randomUUID();
  const write = async (steps: Steps) => {
    for (const [stream, count] of steps) await client.appendToStream(`${stream}-${token}`, newEvents(count));
  };
  const { position: start = { commit: 0n, prepare: 0n } } = await client.appendToStream(
    fixture.newStream('mark'),
    newEvents(1),
  );
  await write(history);
  const listening = new SubscriptionRecorder(
    wire,
    {
      all: from ?? start,
      filter: { on: 'stream', prefixes: [`match-${token}`] },
      ...(window !== undefined && { window }),
      ...(interval !== undefined && { interval }),
    },
    (event) => `${streamOf(event).split('-')[0]}@${event.getStreamRevision()}`,
  );
  await listening.until('caught up');
  listening.note('now');
  await write(live);
  await listening.until(log.split(' ').length);
  listening.stop();
  const places = new Map<bigint, string>();
  for await (const { event } of client.readAll({ fromPosition: start })) {
    if (event) places.set(event.position.commit, `${event.streamId.split('-')[0]}@${event.revision}`);
  }
  const named = listening.log.map((line) => {
    const [, commit = '', prepare = ''] = /^checkpoint (\d+) (\d+)$/.exec(line) ?? [];
    if (commit === '') return line.replace(' ', '-');
    const mark = prepare === commit ? '*' : prepare === '0' ? '?' : 'neither';
    return `${mark}${places.get(BigInt(commit))}`;
  });
  return named.join(' ');
}

againstEachStore(
  'checkpoints',
  (fixture) => {
    test.each(Object.entries(CASES))('%s', async (_, each) => {
      expect(await play(fixture, each)).toBe(each.log);
    });
  },
  { ownStoreOnly: 'a checkpoint counts all events, and others may write to that store' },
);

againstEachStore('checkpoints as the client has them', (fixture) => {
  test('a subscription resumed at any of them misses nothing', async () => {
    const { client } = fixture;
    const token = crypto.randomUUID();
    const prefixes = [`match-${token}`];
    const { position: start } = await client.appendToStream(fixture.newStream('mark'), newEvents(1));
    for (let n = 0; n < 6; n++) {
      await client.appendToStream(`other-${token}`, newEvents(7));
      await client.appendToStream(`match-${token}`, newEvents(2));
    }
    /** The matches from a position on, and the checkpoints between them. */
    const listen = async (fromPosition: Position) => {
      const revisions: bigint[] = [];
      const marks: Position[] = [];
      const filter = streamNameFilter({
        prefixes,
        maxSearchWindow: 5,
        checkpointReached: (_, position) => {
          marks.push(position);
        },
      });
      const subscription = client.subscribeToAll({ fromPosition, filter });
      for await (const { event } of subscription) {
        if (event) revisions.push(event.revision);
        if (event?.revision === 11n) break;
      }
      await subscription.unsubscribe();
      return { revisions, marks };
    };
    const all = Array.from({ length: 12 }, (_, n) => BigInt(n));
    const { revisions, marks } = await listen(start ?? { commit: 0n, prepare: 0n });
    expect(revisions).toEqual(all);
    expect(marks.length).toBeGreaterThan(3);
    const matches = await Array.fromAsync(client.readStream(`match-${token}`));
    for (const position of marks) {
      const rest = (await listen(position)).revisions;
      expect(rest).toEqual(all.slice(12 - rest.length));
      const before = matches.filter(({ event }) => (event?.position?.commit ?? 0n) <= position.commit);
      expect(rest.length).toBeGreaterThanOrEqual(12 - before.length);
    }
  });
});
