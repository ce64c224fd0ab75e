import { expect, test } from 'vitest';
import { appendText } from './support/append-text.ts';
import type { Expected } from './support/requests.ts';
import { againstEachStore, PATHS, type Stage } from './support/stage.ts';
import { metadataOf, noted, SOFT_DELETION, seen, settled, told } from './support/told.ts';
import { failureOf } from './support/wire.ts';

/** What is expected of a stream, in the order of the tables' columns. */
const OF_STREAM = ['any', 'no_stream', 'stream_exists', 0n, 2n, 3n, 9n] as const;
const OF_METADATA = ['any', 'no_stream', 'stream_exists', 0n, 1n, 5n] as const;

/** What becomes of an operation for each expectation, and the stream and its metadata after it has passed. */
type Row = {
  readonly outcomes: string;
  readonly leaves: readonly [events: string, metadata: string];
};

type State = {
  readonly bringAbout: (stage: Stage, stream: string) => Promise<unknown>;
  /** What can be seen of the stream, and of its metadata. */
  readonly stands: readonly [events: string, metadata: string];
  readonly append: Row;
  /** An append of no events. */
  readonly nothing: Row;
  readonly delete: Row;
  readonly tombstone: Row;
  readonly setMetadata: Row;
};

const write = ({ client }: Stage, stream: string, count: number) => client.appendToStream(stream, noted(count));
const truncate = ({ client }: Stage, stream: string, truncateBefore: number) =>
  client.setStreamMetadata(stream, { truncateBefore });
const red = ({ client }: Stage, stream: string) => client.setStreamMetadata(stream, { colour: 'red' });

const GONE = ['deleted', '$$ deleted'] as const;
const ALL_DELETED = 'deleted | deleted | deleted | deleted | deleted | deleted | deleted';
/** Three events, or the third after a revival: what any, stream_exists and 2 let pass. */
const PASSES_AT_2 = (passed: string) =>
  `${passed} | wrong, is 2 | ${passed} | wrong, is 2 | ${passed} | wrong, is 2 | wrong, is 2`;
/** No event yet, but metadata: everything but a revision passes. */
const PASSES_WITHOUT = (passed: string) =>
  `${passed} | ${passed} | ${passed} | wrong, is none | wrong, is none | wrong, is none | wrong, is none`;
const SOFTLY_AT_2 = (passed: string) =>
  `${passed} | ${passed} | deleted | wrong, is 2 | ${passed} | wrong, is 2 | wrong, is 2`;
const SOFTLY_WITHOUT = (passed: string) =>
  `${passed} | ${passed} | deleted | wrong, is none | wrong, is none | wrong, is none | wrong, is none`;
/** Metadata at revision 0. */
const META_AT_0 = 'next 1 | wrong, is 0 | next 1 | next 1 | wrong, is 0 | wrong, is 0';
const META_AT_1 = 'next 2 | wrong, is 1 | next 2 | wrong, is 1 | next 2 | wrong, is 1';
const NO_META = 'next 0 | next 0 | wrong, is none | wrong, is none | wrong, is none | wrong, is none';
const META_DELETED = '$$ deleted | $$ deleted | $$ deleted | $$ deleted | $$ deleted | $$ deleted';

const gone = (bringAbout: State['bringAbout']): State => ({
  bringAbout,
  stands: GONE,
  append: { outcomes: ALL_DELETED, leaves: GONE },
  nothing: { outcomes: ALL_DELETED, leaves: GONE },
  delete: { outcomes: ALL_DELETED, leaves: GONE },
  tombstone: { outcomes: ALL_DELETED, leaves: GONE },
  setMetadata: { outcomes: META_DELETED, leaves: GONE },
});

const STATES: Readonly<Record<string, State>> = {
  'a missing stream': {
    bringAbout: async () => {},
    stands: ['missing', 'missing'],
    append: {
      outcomes: 'next 1 | next 1 | wrong, is none | wrong, is none | wrong, is none | wrong, is none | wrong, is none',
      leaves: ['0 1', 'missing'],
    },
    // The answer says that there is still no stream, which the client shows as 0.
    nothing: {
      outcomes: 'next 0 | next 0 | wrong, is none | wrong, is none | wrong, is none | wrong, is none | wrong, is none',
      leaves: ['missing', 'missing'],
    },
    delete: {
      outcomes: Array.from({ length: 7 }, () => 'wrong, is none').join(' | '),
      leaves: ['missing', 'missing'],
    },
    tombstone: {
      outcomes: 'done | done | wrong, is none | wrong, is none | wrong, is none | wrong, is none | wrong, is none',
      leaves: GONE,
    },
    setMetadata: { outcomes: NO_META, leaves: ['missing', '0 {"colour":"blue"}'] },
  },
  'a stream of three events': {
    bringAbout: (stage, stream) => write(stage, stream, 3),
    stands: ['0 1 2', 'missing'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['0 1 2 3 4', 'missing'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['0 1 2', 'missing'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `0 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: NO_META, leaves: ['0 1 2', '0 {"colour":"blue"}'] },
  },
  'a stream emptied by truncation': {
    bringAbout: async (stage, stream) => {
      await write(stage, stream, 3);
      await truncate(stage, stream, 3);
    },
    stands: ['', '0 {"$tb":3}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['3 4', '0 {"$tb":3}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['', '0 {"$tb":3}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['0 1 2', '1 {"colour":"blue"}'] },
  },
  'a stream truncated beyond its end': {
    bringAbout: async (stage, stream) => {
      await write(stage, stream, 3);
      await truncate(stage, stream, 10);
    },
    stands: ['', '0 {"$tb":10}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['', '0 {"$tb":10}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['', '0 {"$tb":10}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['0 1 2', '1 {"colour":"blue"}'] },
  },
  'a softly deleted stream': {
    bringAbout: async (stage, stream) => {
      await write(stage, stream, 3);
      await stage.client.deleteStream(stream);
    },
    stands: ['missing', `0 ${SOFT_DELETION}`],
    append: { outcomes: SOFTLY_AT_2('next 4'), leaves: ['3 4', '1 {"$tb":3}'] },
    nothing: {
      outcomes: 'next 2 | wrong, is 2 | deleted | wrong, is 2 | next 2 | wrong, is 2 | wrong, is 2',
      leaves: ['', '1 {"$tb":3}'],
    },
    delete: { outcomes: SOFTLY_AT_2('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: SOFTLY_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['', '2 {"colour":"blue","$tb":3}'] },
  },
  'a revived stream': {
    bringAbout: async (stage, stream) => {
      await write(stage, stream, 2);
      await stage.client.deleteStream(stream);
      await write(stage, stream, 1);
      await settled(stage.client);
    },
    stands: ['2', '1 {"$tb":2}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['2 3 4', '1 {"$tb":2}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['2', '1 {"$tb":2}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `2 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_1, leaves: ['0 1 2', '2 {"colour":"blue"}'] },
  },
  'a tombstoned stream': gone(async (stage, stream) => {
    await write(stage, stream, 3);
    await stage.client.tombstoneStream(stream);
  }),
  'a stream tombstoned before its first event': gone((stage, stream) => stage.client.tombstoneStream(stream)),
  'a stream known by its metadata only': {
    bringAbout: red,
    stands: ['missing', '0 {"colour":"red"}'],
    append: { outcomes: PASSES_WITHOUT('next 1'), leaves: ['0 1', '0 {"colour":"red"}'] },
    nothing: { outcomes: PASSES_WITHOUT('next 0'), leaves: ['missing', '0 {"colour":"red"}'] },
    delete: { outcomes: PASSES_WITHOUT('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_WITHOUT('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['missing', '1 {"colour":"blue"}'] },
  },
  'a softly deleted stream known by its metadata only': {
    bringAbout: async (stage, stream) => {
      await red(stage, stream);
      await stage.client.deleteStream(stream);
    },
    stands: ['missing', `1 ${SOFT_DELETION}`],
    append: { outcomes: SOFTLY_WITHOUT('next 1'), leaves: ['0 1', '2 {"$tb":0}'] },
    nothing: { outcomes: SOFTLY_WITHOUT('next 0'), leaves: ['missing', '2 {"$tb":0}'] },
    delete: { outcomes: SOFTLY_WITHOUT('done'), leaves: ['missing', `2 ${SOFT_DELETION}`] },
    tombstone: { outcomes: SOFTLY_WITHOUT('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_1, leaves: ['missing', '3 {"colour":"blue","$tb":0}'] },
  },
};

/** Does the same to a fresh stream in this state for each expectation; gives a line for each that is not as it should be. */
async function played(
  stage: Stage,
  state: State,
  expectations: readonly Expected[],
  { leaves }: Row,
  act: (stream: string, expected: Expected) => Promise<unknown>,
): Promise<string> {
  const { client } = stage;
  const play = async (expected: Expected) => {
    const stream = stage.fresh();
    await state.bringAbout(stage, stream);
    const outcome = await told(act(stream, expected));
    await settled(client);
    const after = [await seen(client, stream), await metadataOf(client, stream)];
    const wanted = /^(done|next)/.test(outcome) ? leaves : state.stands;
    expect(after, `${String(expected)}: ${outcome}`).toEqual(wanted);
    return outcome;
  };
  return (await Promise.all(expectations.map(play))).join(' | ');
}

againstEachStore('expected revisions', (stage) => {
  test.each(Object.entries(STATES))('%s looks as it should before anything is done to it', async (_, state) => {
    const stream = stage.fresh();
    await state.bringAbout(stage, stream);
    expect([await seen(stage.client, stream), await metadataOf(stage.client, stream)]).toEqual(state.stands);
  });

  const cases = Object.entries(STATES).flatMap(([name, state]) =>
    PATHS.map(([way, path]) => ({ name, state, way, path })),
  );

  test.each(cases)('appending two events $way to $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      stage.client.appendToStream(stream, noted(2, 'appended'), { expectedRevision: expected ?? 'any', ...path });
    expect(await played(stage, state, OF_STREAM, state.append, act)).toBe(state.append.outcomes);
  });

  test.each(cases)('appending no events $way to $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      stage.client.appendToStream(stream, [], { expectedRevision: expected ?? 'any', ...path });
    expect(await played(stage, state, OF_STREAM, state.nothing, act)).toBe(state.nothing.outcomes);
  });

  test.each(cases)('setting metadata $way for $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      stage.client.setStreamMetadata(stream, { colour: 'blue' }, { expectedRevision: expected ?? 'any', ...path });
    expect(await played(stage, state, OF_METADATA, state.setMetadata, act)).toBe(state.setMetadata.outcomes);
  });

  // The client can't say in a delete that the stream has to exist, and rounds nothing else: so both go without it.
  const removed = async (kind: 'delete' | 'tombstone', stream: string, expected: Expected) => {
    await stage.wire.remove(kind, stream, expected).catch((error) => {
      const { exception, ...trailers } = failureOf(error);
      const actual = trailers['actual-version'];
      throw { type: exception, streamName: trailers['stream-name'], actualVersion: actual && BigInt(String(actual)) };
    });
  };

  test.each(Object.entries(STATES))('deleting %s', async (_, state) => {
    const act = (stream: string, expected: Expected) => removed('delete', stream, expected);
    expect(await played(stage, state, OF_STREAM, state.delete, act)).toBe(state.delete.outcomes);
  });

  test.each(Object.entries(STATES))('tombstoning %s', async (_, state) => {
    const act = (stream: string, expected: Expected) => removed('tombstone', stream, expected);
    expect(await played(stage, state, OF_STREAM, state.tombstone, act)).toBe(state.tombstone.outcomes);
  });

  const ENORMOUS = [
    [2n ** 53n + 1n, 'wrong, is 1'],
    [2n ** 63n - 1n, 'wrong, is 1'],
    [2n ** 63n, 'unknown'],
    [2n ** 64n - 2n, 'unknown'],
    [2n ** 64n - 1n, 'wrong, is 1'],
  ] as const;
  test.each(ENORMOUS)('revision %s, of a stream that is at 1: %s', async (expectedRevision, outcome) => {
    const { client } = stage;
    const stream = stage.fresh();
    await client.appendToStream(stream, noted(2));
    for (const [, path] of PATHS) {
      expect(await told(client.appendToStream(stream, noted(1), { expectedRevision, ...path }))).toBe(outcome);
    }
    expect(await told(client.deleteStream(stream, { expectedRevision }))).toBe(outcome);
  });

  test('the largest unsigned revision is no stream', async () => {
    const stream = stage.fresh();
    expect(await told(appendText(stage.wire, stream, [{}], 2n ** 64n - 1n))).toBe('next 0');
    expect(await told(appendText(stage.wire, stream, [{}], 2n ** 64n - 1n))).toBe('wrong, is 0');
  });

  test('of ten appends at once that all want no stream, one wins', async () => {
    const stream = stage.fresh();
    for (const [, path] of PATHS) {
      const name = `${stream}-${'credentials' in path}`;
      const append = () =>
        told(stage.client.appendToStream(name, noted(1), { expectedRevision: 'no_stream', ...path }));
      const outcomes = await Promise.all(Array.from({ length: 10 }, append));
      expect(outcomes.sort()).toEqual(['next 0', ...Array.from({ length: 9 }, () => 'wrong, is 0')]);
    }
  });
});
