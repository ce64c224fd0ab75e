import type { AppendExpectedRevision, AppendResult, JSONEventType } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { againstEachStore, PATHS, type Path, type Stage } from './support/stage.ts';
import { noted, seen, settled, told } from './support/told.ts';

type Event = ReturnType<typeof noted>[number];
type Events = readonly Event[];

/** A repeat of an append of the events a, b, c to a stream of three events, with d as another one. */
type Repeat = {
  readonly first?: (events: Events) => Events;
  /** At revision 2, after the three, unless said otherwise. */
  readonly at?: AppendExpectedRevision;
  readonly between?: (stage: Stage, stream: string) => Promise<unknown>;
  readonly again: (events: Events) => Events;
  readonly expected: AppendExpectedRevision;
  readonly outcome: string;
  /** Whether the answer names the same position as the first did. */
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
const softly = (stage: Stage, stream: string) => stage.client.deleteStream(stream);
const truncate = (stage: Stage, stream: string) => stage.client.setStreamMetadata(stream, { truncateBefore: 6 });
const more = (stage: Stage, stream: string) => stage.client.appendToStream(stream, noted(2));

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
    between: (stage, stream) => stage.client.tombstoneStream(stream),
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
    between: async (stage, stream) => {
      await stage.client.setStreamMetadata(stream, { maxCount: 1 });
      await more(stage, stream);
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

async function play(stage: Stage, repeat: Repeat, [path, other]: readonly [Path, Path]): Promise<void> {
  const { at = 2n, first = abc, again, expected, outcome, between, leaves } = repeat;
  const { client } = stage;
  const stream = stage.fresh();
  if (at !== 'no_stream') await client.appendToStream(stream, noted(3));
  const events = noted(4);
  const append = (some: Events, expectedRevision: AppendExpectedRevision, way: Path): Promise<AppendResult> =>
    client.appendToStream<JSONEventType>(stream, [...some], { expectedRevision, ...way });
  const { position } = await append(first(events), at, path);
  await between?.(stage, stream);
  let answered: AppendResult['position'];
  const repeated = append(again(events), expected, other).then((answer) => {
    answered = answer.position;
    return answer;
  });
  expect(await told(repeated)).toBe(outcome);
  if (repeat.isSamePosition === true) expect(answered).toEqual(position);
  if (repeat.isSamePosition === false) expect(answered).not.toEqual(position);
  expect(await seen(client, stream)).toBe(leaves);
}

const [[, batch], [, plain]] = PATHS;
const WAYS = [
  { way: 'in batches', paths: [batch, batch] },
  { way: 'plainly', paths: [plain, plain] },
  { way: 'in a batch and then plainly', paths: [batch, plain] },
  { way: 'plainly and then in a batch', paths: [plain, batch] },
] as const;

againstEachStore('repeated appends', (stage) => {
  describeRepeats('at an exact revision', EXACT);
  describeRepeats('by the memory of ids', BY_MEMORY);

  function describeRepeats(how: string, repeats: Readonly<Record<string, Repeat>>): void {
    const cases = Object.entries(repeats).flatMap(([name, repeat]) => WAYS.map((way) => ({ name, repeat, ...way })));
    test.each(cases)(`${how}, $way: $name`, ({ repeat, paths }) => play(stage, repeat, paths));
  }

  test.each(PATHS)('an id that another stream had first is never recognised, %s', async (_, path) => {
    const [first, second] = [stage.fresh(), stage.fresh()];
    const events = noted(1);
    const outcomes: string[] = [];
    for (const stream of [first, second, second, first]) {
      outcomes.push(await told(stage.client.appendToStream(stream, events, path)));
    }
    expect(outcomes).toEqual(['next 0', 'next 0', 'next 1', 'next 0']);
    expect([await seen(stage.client, first), await seen(stage.client, second)]).toEqual(['0', '0 1']);
  });

  test.each(PATHS)('the same ids begin two streams, %s', async (_, path) => {
    const events = noted(2);
    for (const stream of [stage.fresh(), stage.fresh()]) {
      const append = () => stage.client.appendToStream(stream, events, { expectedRevision: 'no_stream', ...path });
      expect([await told(append()), await told(append())]).toEqual(['next 1', 'next 1']);
    }
  });

  test.each(PATHS)('an id again at newer and newer revisions is known by its first, %s', async (_, path) => {
    const stream = stage.fresh();
    const event = noted(1);
    const outcomes: string[] = [];
    for (const expectedRevision of ['no_stream', 0n, 1n, 'any', 0n] as const) {
      outcomes.push(await told(stage.client.appendToStream(stream, event, { expectedRevision, ...path })));
    }
    expect(outcomes).toEqual(['next 0', 'next 1', 'next 2', 'next 0', 'next 1']);
    expect(await seen(stage.client, stream)).toBe('0 1 2');
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
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(3));
    await client.deleteStream(stream);
    const events = noted(2);
    const append = () => client.appendToStream(stream, events, { expectedRevision: one.expected, ...one.path });
    expect([await told(append()), await told(append())]).toEqual(['next 4', one.outcome]);
    await settled(client);
    expect(await seen(client, stream)).toBe('3 4');
  });

  test('metadata, too, is known again; only the newest has a position', async () => {
    const { client } = stage;
    const meta = `$$${stage.fresh()}`;
    const [first, second] = [noted(1, '$metadata'), noted(1, '$metadata')];
    const outcomes: string[] = [];
    for (const [event, expectedRevision] of [
      [first, 'no_stream'],
      [first, 'no_stream'],
      [second, 0n],
      [second, 0n],
      [first, 'any'],
      [first, 0n],
    ] as const) {
      outcomes.push(await told(client.appendToStream(meta, event, { expectedRevision })));
    }
    expect(outcomes).toEqual(['next 0', 'next 0', 'next 1', 'next 1', 'next 0, no position', 'wrong, is 1']);
    expect(await seen(client, meta)).toBe('1');
  });
});

againstEachStore(
  'repeated appends, here other than with EventStoreDB',
  (stage) => {
    test.each(PATHS)('the same while the first is under way is answered like it, %s', async (_, path) => {
      const { client } = stage;
      const stream = stage.fresh();
      await client.appendToStream(stream, noted(1), path);
      const events = noted(2);
      const append = (some: Events, expectedRevision: AppendExpectedRevision) =>
        client.appendToStream(stream, [...some], { expectedRevision, ...path });
      const [one, other] = await Promise.all([append(events, 0n), append(events, 0n)]);
      expect(one).toEqual(other);
      const reordered = noted(2);
      const outcomes = [told(append(reordered, 'any')), told(append([...reordered].reverse(), 'any'))];
      expect(await Promise.all(outcomes)).toEqual(['next 4', 'next 3']);
      expect(await seen(client, stream)).toBe('0 1 2 3 4');
    });
  },
  { standInOnly: 'a repeat while the first is under way times out there, or gets no answer' },
);
