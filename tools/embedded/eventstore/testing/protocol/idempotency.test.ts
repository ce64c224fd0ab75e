import type { AppendExpectedRevision, AppendResult, JSONEventType } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { newEvents, outcomeOf, readableRevisions, waitForServerWrites } from './support/outcomes.ts';
import { againstEachStore, PATHS, type Path, type StoreFixture } from './support/store-fixture.ts';

type Event = ReturnType<typeof newEvents>[number];
type Events = readonly Event[];

/** A repeat of an append of the events a, b, c to a stream of three events; d is another event. */
type Repeat = {
  readonly first?: (events: Events) => Events;
  /** The expected revision, 2 by default. */
  readonly at?: AppendExpectedRevision;
  readonly between?: (fixture: StoreFixture, stream: string) => Promise<unknown>;
  readonly again: (events: Events) => Events;
  readonly expected: AppendExpectedRevision;
  readonly outcome: string;
  /** Whether the answer has the same position as the first. */
  readonly isSamePosition?: boolean;
  readonly leaves: string;
};

const abc = (events: Events) => events.slice(0, 3);
const pick =
  (...indexes: number[]) =>
  (events: Events) =>
    indexes.flatMap((index) => events[index] ?? []);
const SIX = '0 1 2 3 4 5';
const NINE = `${SIX} 6 7 8`;
const same = { outcome: 'next 5', isSamePosition: true, leaves: SIX };
const wrong = { outcome: 'wrong, is 5', leaves: SIX };
const softly = (fixture: StoreFixture, stream: string) => fixture.client.deleteStream(stream);
const truncate = (fixture: StoreFixture, stream: string) =>
  fixture.client.setStreamMetadata(stream, { truncateBefore: 6 });
const more = (fixture: StoreFixture, stream: string) => fixture.client.appendToStream(stream, newEvents(2));

const EXACT: Readonly<Record<string, Repeat>> = {
  'the same events at the same revision': { again: abc, expected: 2n, ...same },
  'the same events that want no stream': {
    at: 'no_stream',
    again: abc,
    expected: 'no_stream',
    outcome: 'next 2',
    isSamePosition: true,
    leaves: '0 1 2',
  },
  'the first two of three': { again: pick(0, 1), expected: 2n, outcome: 'next 4', isSamePosition: false, leaves: SIX },
  'the last two of three at their revision': { again: pick(1, 2), expected: 3n, ...same },
  'other data and type under the same ids': {
    again: (events) => abc(events).map((event) => ({ ...event, type: 'changed', data: { n: -1 } })),
    expected: 2n,
    ...same,
  },
  'the same three and a new one': { again: pick(0, 1, 2, 3), expected: 2n, ...wrong },
  'an old one, a new one, an old one': { again: pick(0, 3, 2), expected: 2n, ...wrong },
  'a new one before the old ones': { again: pick(3, 0, 1), expected: 2n, ...wrong },
  'in another order': { again: pick(2, 1, 0), expected: 2n, ...wrong },
  'at an older revision': { again: abc, expected: 0n, ...wrong },
  'at a revision still to come': { again: abc, expected: 9n, ...wrong },
  'at a newer revision: stored again': {
    again: abc,
    expected: 5n,
    outcome: 'next 8',
    isSamePosition: false,
    leaves: NINE,
  },
  'one id twice in one append: stored twice, and repeated': {
    first: pick(0, 0),
    again: pick(0, 0),
    expected: 2n,
    outcome: 'next 4',
    isSamePosition: true,
    leaves: '0 1 2 3 4',
  },
  'after others were appended': { between: more, again: abc, expected: 2n, ...same, leaves: `${SIX} 6 7` },
  'after a soft deletion, which it does not revive': {
    between: softly,
    again: abc,
    expected: 2n,
    outcome: 'next 5, no position',
    leaves: 'missing',
  },
  'wanting no stream, after a soft deletion': {
    at: 'no_stream',
    between: softly,
    again: abc,
    expected: 'no_stream',
    outcome: 'next 2, no position',
    leaves: 'missing',
  },
  'after a tombstone': {
    between: (fixture, stream) => fixture.client.tombstoneStream(stream),
    again: abc,
    expected: 2n,
    outcome: 'deleted',
    leaves: 'deleted',
  },
  'after its events were truncated': {
    between: truncate,
    again: abc,
    expected: 2n,
    outcome: 'next 5, no position',
    leaves: '',
  },
  'after $maxCount has dropped its events': {
    between: async (fixture, stream) => {
      await fixture.client.setStreamMetadata(stream, { maxCount: 1 });
      await more(fixture, stream);
    },
    again: abc,
    expected: 2n,
    outcome: 'next 5, no position',
    leaves: '7',
  },
};

const BY_MEMORY: Readonly<Record<string, Repeat>> = {
  'with any revision, twice': { at: 'any', again: abc, expected: 'any', ...same },
  'an exact append, with any revision': { again: abc, expected: 'any', ...same },
  'an exact append, wanting the stream to exist': { again: abc, expected: 'stream_exists', ...same },
  'with any revision, then at its exact revision': { at: 'any', again: abc, expected: 2n, ...same },
  'the first two of three': {
    at: 'any',
    again: pick(0, 1),
    expected: 'any',
    outcome: 'next 4',
    isSamePosition: false,
    leaves: SIX,
  },
  'the last two of three': { at: 'any', again: pick(1, 2), expected: 'any', ...same },
  'in another order: the last given counts': {
    at: 'any',
    again: pick(2, 0, 1),
    expected: 'any',
    outcome: 'next 4',
    isSamePosition: false,
    leaves: SIX,
  },
  'other data under the same ids': {
    at: 'any',
    again: (events) => abc(events).map((event) => ({ ...event, data: { n: -1 } })),
    expected: 'any',
    ...same,
  },
  'the same three and a new one': { at: 'any', again: pick(0, 1, 2, 3), expected: 'any', ...wrong },
  'a new one before the old ones: all are stored again': {
    at: 'any',
    again: pick(3, 0, 1),
    expected: 'any',
    outcome: 'next 8',
    isSamePosition: false,
    leaves: NINE,
  },
  'after a soft deletion, which it does not revive': {
    at: 'any',
    between: softly,
    again: abc,
    expected: 'any',
    outcome: 'next 5, no position',
    leaves: 'missing',
  },
  'after its events were truncated': {
    at: 'any',
    between: truncate,
    again: abc,
    expected: 'any',
    outcome: 'next 5, no position',
    leaves: '',
  },
};

async function play(fixture: StoreFixture, repeat: Repeat, [path, other]: readonly [Path, Path]): Promise<void> {
  const { at = 2n, first = abc, again, expected, outcome, between, leaves } = repeat;
  const { client } = fixture;
  const stream = fixture.newStream();
  if (at !== 'no_stream') await client.appendToStream(stream, newEvents(3));
  const events = newEvents(4);
  const append = (some: Events, expectedRevision: AppendExpectedRevision, way: Path): Promise<AppendResult> =>
    client.appendToStream<JSONEventType>(stream, [...some], { expectedRevision, ...way });
  const { position } = await append(first(events), at, path);
  await between?.(fixture, stream);
  let answered: AppendResult['position'];
  const repeated = append(again(events), expected, other).then((answer) => {
    answered = answer.position;
    return answer;
  });
  expect(await outcomeOf(repeated)).toBe(outcome);
  if (repeat.isSamePosition === true) expect(answered).toEqual(position);
  if (repeat.isSamePosition === false) expect(answered).not.toEqual(position);
  expect(await readableRevisions(client, stream)).toBe(leaves);
}

const [[, batch], [, plain]] = PATHS;
const WAYS = [
  { way: 'in batches', paths: [batch, batch] },
  { way: 'plainly', paths: [plain, plain] },
  { way: 'in a batch and then plainly', paths: [batch, plain] },
  { way: 'plainly and then in a batch', paths: [plain, batch] },
] as const;

againstEachStore('repeated appends', (fixture) => {
  describeRepeats('at an exact revision', EXACT);
  describeRepeats('by the memory of ids', BY_MEMORY);

  function describeRepeats(how: string, repeats: Readonly<Record<string, Repeat>>): void {
    const cases = Object.entries(repeats).flatMap(([name, repeat]) => WAYS.map((way) => ({ name, repeat, ...way })));
    test.each(cases)(`${how}, $way: $name`, ({ repeat, paths }) => play(fixture, repeat, paths));
  }

  test.each(PATHS)('an id that was first written to another stream is not a repeat, %s', async (_, path) => {
    const [first, second] = [fixture.newStream(), fixture.newStream()];
    const events = newEvents(1);
    const outcomes: string[] = [];
    for (const stream of [first, second, second, first]) {
      outcomes.push(await outcomeOf(fixture.client.appendToStream(stream, events, path)));
    }
    expect(outcomes).toEqual(['next 0', 'next 0', 'next 1', 'next 0']);
    expect([await readableRevisions(fixture.client, first), await readableRevisions(fixture.client, second)]).toEqual([
      '0',
      '0 1',
    ]);
  });

  test.each(PATHS)('the same ids can start two streams, %s', async (_, path) => {
    const events = newEvents(2);
    for (const stream of [fixture.newStream(), fixture.newStream()]) {
      const append = () => fixture.client.appendToStream(stream, events, { expectedRevision: 'no_stream', ...path });
      expect([await outcomeOf(append()), await outcomeOf(append())]).toEqual(['next 1', 'next 1']);
    }
  });

  test.each(PATHS)('an id repeated at newer revisions is recognised by its first, %s', async (_, path) => {
    const stream = fixture.newStream();
    const event = newEvents(1);
    const outcomes: string[] = [];
    for (const expectedRevision of ['no_stream', 0n, 1n, 'any', 0n] as const) {
      outcomes.push(await outcomeOf(fixture.client.appendToStream(stream, event, { expectedRevision, ...path })));
    }
    expect(outcomes).toEqual(['next 0', 'next 1', 'next 2', 'next 0', 'next 1']);
    expect(await readableRevisions(fixture.client, stream)).toBe('0 1 2');
  });

  const REVIVALS = [
    ['no_stream', 'wrong, is 4'],
    ['any', 'next 4'],
    [2n, 'next 4'],
  ] as const;
  const revivals = REVIVALS.flatMap(([expected, outcome]) =>
    PATHS.map(([way, path]) => ({ expected, outcome, way, path })),
  );
  test.each(revivals)('the append that revived a stream at $expected, repeated $way: $outcome', async (one) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(3));
    await client.deleteStream(stream);
    const events = newEvents(2);
    const append = () => client.appendToStream(stream, events, { expectedRevision: one.expected, ...one.path });
    expect([await outcomeOf(append()), await outcomeOf(append())]).toEqual(['next 4', one.outcome]);
    await waitForServerWrites(client);
    expect(await readableRevisions(client, stream)).toBe('3 4');
  });

  test('a repeat of metadata is recognised; only the newest has a position', async () => {
    const { client } = fixture;
    const meta = `$$${fixture.newStream()}`;
    const [first, second] = [newEvents(1, '$metadata'), newEvents(1, '$metadata')];
    const outcomes: string[] = [];
    for (const [event, expectedRevision] of [
      [first, 'no_stream'],
      [first, 'no_stream'],
      [second, 0n],
      [second, 0n],
      [first, 'any'],
      [first, 0n],
    ] as const) {
      outcomes.push(await outcomeOf(client.appendToStream(meta, event, { expectedRevision })));
    }
    expect(outcomes).toEqual(['next 0', 'next 0', 'next 1', 'next 1', 'next 0, no position', 'wrong, is 1']);
    expect(await readableRevisions(client, meta)).toBe('1');
  });
});

againstEachStore(
  'repeated appends, here other than with EventStoreDB',
  (fixture) => {
    test.each(PATHS)('a repeat during the first append is answered like it, %s', async (_, path) => {
      const { client } = fixture;
      const stream = fixture.newStream();
      await client.appendToStream(stream, newEvents(1), path);
      const events = newEvents(2);
      const append = (some: Events, expectedRevision: AppendExpectedRevision) =>
        client.appendToStream(stream, [...some], { expectedRevision, ...path });
      const [one, other] = await Promise.all([append(events, 0n), append(events, 0n)]);
      expect(one).toEqual(other);
      const reordered = newEvents(2);
      const outcomes = [outcomeOf(append(reordered, 'any')), outcomeOf(append([...reordered].reverse(), 'any'))];
      expect(await Promise.all(outcomes)).toEqual(['next 4', 'next 3']);
      expect(await readableRevisions(client, stream)).toBe('0 1 2 3 4');
    });
  },
  { standInOnly: 'a repeat while the first is under way times out there, or gets no answer' },
);
