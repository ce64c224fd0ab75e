import { expect, test } from 'vitest';
import { appendText } from './support/append-text.ts';
import {
  metadataOf,
  newEvents,
  outcomeOf,
  readableRevisions,
  SOFT_DELETION,
  waitForServerWrites,
} from './support/outcomes.ts';
import type { Expected } from './support/requests.ts';
import { againstEachStore, PATHS, type StoreFixture } from './support/store-fixture.ts';
import { failureOf } from './support/wire.ts';

/** Expected revisions, in the order of the tables' columns. */
const OF_STREAM = ['any', 'no_stream', 'stream_exists', 0n, 2n, 3n, 9n] as const;
const OF_METADATA = ['any', 'no_stream', 'stream_exists', 0n, 1n, 5n] as const;

/** The outcome of an operation for each expectation, and the stream and its metadata after a success. */
type Row = {
  readonly outcomes: string;
  readonly leaves: readonly [events: string, metadata: string];
};

type State = {
  readonly setUp: (fixture: StoreFixture, stream: string) => Promise<unknown>;
  /** The readable events of the stream, and its metadata. */
  readonly result: readonly [events: string, metadata: string];
  readonly append: Row;
  /** An append of no events. */
  readonly nothing: Row;
  readonly delete: Row;
  readonly tombstone: Row;
  readonly setMetadata: Row;
};

const write = ({ client }: StoreFixture, stream: string, count: number) =>
  client.appendToStream(stream, newEvents(count));
const truncate = ({ client }: StoreFixture, stream: string, truncateBefore: number) =>
  client.setStreamMetadata(stream, { truncateBefore });
const red = ({ client }: StoreFixture, stream: string) => client.setStreamMetadata(stream, { colour: 'red' });

const GONE = ['deleted', '$$ deleted'] as const;
const ALL_DELETED = 'deleted | deleted | deleted | deleted | deleted | deleted | deleted';
/** Three events, or the third after a revival: any, stream_exists and 2 succeed. */
const PASSES_AT_2 = (passed: string) =>
  `${passed} | wrong, is 2 | ${passed} | wrong, is 2 | ${passed} | wrong, is 2 | wrong, is 2`;
/** No event yet, but metadata: everything except a revision succeeds. */
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

const gone = (setUp: State['setUp']): State => ({
  setUp,
  result: GONE,
  append: { outcomes: ALL_DELETED, leaves: GONE },
  nothing: { outcomes: ALL_DELETED, leaves: GONE },
  delete: { outcomes: ALL_DELETED, leaves: GONE },
  tombstone: { outcomes: ALL_DELETED, leaves: GONE },
  setMetadata: { outcomes: META_DELETED, leaves: GONE },
});

const STATES: Readonly<Record<string, State>> = {
  'a missing stream': {
    setUp: async () => {},
    result: ['missing', 'missing'],
    append: {
      outcomes: 'next 1 | next 1 | wrong, is none | wrong, is none | wrong, is none | wrong, is none | wrong, is none',
      leaves: ['0 1', 'missing'],
    },
    // The answer is that there is still no stream, which the client shows as 0.
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
    setUp: (fixture, stream) => write(fixture, stream, 3),
    result: ['0 1 2', 'missing'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['0 1 2 3 4', 'missing'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['0 1 2', 'missing'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `0 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: NO_META, leaves: ['0 1 2', '0 {"colour":"blue"}'] },
  },
  'a stream emptied by truncation': {
    setUp: async (fixture, stream) => {
      await write(fixture, stream, 3);
      await truncate(fixture, stream, 3);
    },
    result: ['', '0 {"$tb":3}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['3 4', '0 {"$tb":3}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['', '0 {"$tb":3}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['0 1 2', '1 {"colour":"blue"}'] },
  },
  'a stream truncated beyond its end': {
    setUp: async (fixture, stream) => {
      await write(fixture, stream, 3);
      await truncate(fixture, stream, 10);
    },
    result: ['', '0 {"$tb":10}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['', '0 {"$tb":10}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['', '0 {"$tb":10}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['0 1 2', '1 {"colour":"blue"}'] },
  },
  'a softly deleted stream': {
    setUp: async (fixture, stream) => {
      await write(fixture, stream, 3);
      await fixture.client.deleteStream(stream);
    },
    result: ['missing', `0 ${SOFT_DELETION}`],
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
    setUp: async (fixture, stream) => {
      await write(fixture, stream, 2);
      await fixture.client.deleteStream(stream);
      await write(fixture, stream, 1);
      await waitForServerWrites(fixture.client);
    },
    result: ['2', '1 {"$tb":2}'],
    append: { outcomes: PASSES_AT_2('next 4'), leaves: ['2 3 4', '1 {"$tb":2}'] },
    nothing: { outcomes: PASSES_AT_2('next 2'), leaves: ['2', '1 {"$tb":2}'] },
    delete: { outcomes: PASSES_AT_2('done'), leaves: ['missing', `2 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_AT_2('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_1, leaves: ['0 1 2', '2 {"colour":"blue"}'] },
  },
  'a tombstoned stream': gone(async (fixture, stream) => {
    await write(fixture, stream, 3);
    await fixture.client.tombstoneStream(stream);
  }),
  'a stream tombstoned before its first event': gone((fixture, stream) => fixture.client.tombstoneStream(stream)),
  'a stream known by its metadata only': {
    setUp: red,
    result: ['missing', '0 {"colour":"red"}'],
    append: { outcomes: PASSES_WITHOUT('next 1'), leaves: ['0 1', '0 {"colour":"red"}'] },
    nothing: { outcomes: PASSES_WITHOUT('next 0'), leaves: ['missing', '0 {"colour":"red"}'] },
    delete: { outcomes: PASSES_WITHOUT('done'), leaves: ['missing', `1 ${SOFT_DELETION}`] },
    tombstone: { outcomes: PASSES_WITHOUT('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_0, leaves: ['missing', '1 {"colour":"blue"}'] },
  },
  'a softly deleted stream known by its metadata only': {
    setUp: async (fixture, stream) => {
      await red(fixture, stream);
      await fixture.client.deleteStream(stream);
    },
    result: ['missing', `1 ${SOFT_DELETION}`],
    append: { outcomes: SOFTLY_WITHOUT('next 1'), leaves: ['0 1', '2 {"$tb":0}'] },
    nothing: { outcomes: SOFTLY_WITHOUT('next 0'), leaves: ['missing', '2 {"$tb":0}'] },
    delete: { outcomes: SOFTLY_WITHOUT('done'), leaves: ['missing', `2 ${SOFT_DELETION}`] },
    tombstone: { outcomes: SOFTLY_WITHOUT('done'), leaves: GONE },
    setMetadata: { outcomes: META_AT_1, leaves: ['missing', '3 {"colour":"blue","$tb":0}'] },
  },
};

/** Runs an operation on a new stream in this state for each expectation; gives a line for each wrong result. */
async function played(
  fixture: StoreFixture,
  state: State,
  expectations: readonly Expected[],
  { leaves }: Row,
  act: (stream: string, expected: Expected) => Promise<unknown>,
): Promise<string> {
  const { client } = fixture;
  const play = async (expected: Expected) => {
    const stream = fixture.newStream();
    await state.setUp(fixture, stream);
    const outcome = await outcomeOf(act(stream, expected));
    await waitForServerWrites(client);
    const after = [await readableRevisions(client, stream), await metadataOf(client, stream)];
    const wanted = /^(done|next)/.test(outcome) ? leaves : state.result;
    expect(after, `${String(expected)}: ${outcome}`).toEqual(wanted);
    return outcome;
  };
  return (await Promise.all(expectations.map(play))).join(' | ');
}

againstEachStore('expected revisions', (fixture) => {
  test.each(Object.entries(STATES))('%s is in the right state before any operation', async (_, state) => {
    const stream = fixture.newStream();
    await state.setUp(fixture, stream);
    expect([await readableRevisions(fixture.client, stream), await metadataOf(fixture.client, stream)]).toEqual(
      state.result,
    );
  });

  const cases = Object.entries(STATES).flatMap(([name, state]) =>
    PATHS.map(([way, path]) => ({ name, state, way, path })),
  );

  test.each(cases)('appending two events $way to $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      fixture.client.appendToStream(stream, newEvents(2, 'appended'), { expectedRevision: expected ?? 'any', ...path });
    expect(await played(fixture, state, OF_STREAM, state.append, act)).toBe(state.append.outcomes);
  });

  test.each(cases)('appending no events $way to $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      fixture.client.appendToStream(stream, [], { expectedRevision: expected ?? 'any', ...path });
    expect(await played(fixture, state, OF_STREAM, state.nothing, act)).toBe(state.nothing.outcomes);
  });

  test.each(cases)('setting metadata $way for $name', async ({ state, path }) => {
    const act = (stream: string, expected: Expected) =>
      fixture.client.setStreamMetadata(stream, { colour: 'blue' }, { expectedRevision: expected ?? 'any', ...path });
    expect(await played(fixture, state, OF_METADATA, state.setMetadata, act)).toBe(state.setMetadata.outcomes);
  });

  // The client can't send 'stream_exists' with a delete, so both tests leave it out.
  const removed = async (kind: 'delete' | 'tombstone', stream: string, expected: Expected) => {
    await fixture.wire.remove(kind, stream, expected).catch((error) => {
      const { exception, ...trailers } = failureOf(error);
      const actual = trailers['actual-version'];
      throw { type: exception, streamName: trailers['stream-name'], actualVersion: actual && BigInt(String(actual)) };
    });
  };

  test.each(Object.entries(STATES))('deleting %s', async (_, state) => {
    const act = (stream: string, expected: Expected) => removed('delete', stream, expected);
    expect(await played(fixture, state, OF_STREAM, state.delete, act)).toBe(state.delete.outcomes);
  });

  test.each(Object.entries(STATES))('tombstoning %s', async (_, state) => {
    const act = (stream: string, expected: Expected) => removed('tombstone', stream, expected);
    expect(await played(fixture, state, OF_STREAM, state.tombstone, act)).toBe(state.tombstone.outcomes);
  });

  const ENORMOUS = [
    [2n ** 53n + 1n, 'wrong, is 1'],
    [2n ** 63n - 1n, 'wrong, is 1'],
    [2n ** 63n, 'unknown'],
    [2n ** 64n - 2n, 'unknown'],
    [2n ** 64n - 1n, 'wrong, is 1'],
  ] as const;
  test.each(ENORMOUS)('revision %s, of a stream that is at 1: %s', async (expectedRevision, outcome) => {
    const { client } = fixture;
    const stream = fixture.newStream();
    await client.appendToStream(stream, newEvents(2));
    for (const [, path] of PATHS) {
      expect(await outcomeOf(client.appendToStream(stream, newEvents(1), { expectedRevision, ...path }))).toBe(outcome);
    }
    expect(await outcomeOf(client.deleteStream(stream, { expectedRevision }))).toBe(outcome);
  });

  test('the largest unsigned revision means no_stream', async () => {
    const stream = fixture.newStream();
    expect(await outcomeOf(appendText(fixture.wire, stream, [{}], 2n ** 64n - 1n))).toBe('next 0');
    expect(await outcomeOf(appendText(fixture.wire, stream, [{}], 2n ** 64n - 1n))).toBe('wrong, is 0');
  });

  test('of ten concurrent appends with no_stream, one succeeds', async () => {
    const stream = fixture.newStream();
    for (const [, path] of PATHS) {
      const name = `${stream}-${'credentials' in path}`;
      const append = () =>
        outcomeOf(fixture.client.appendToStream(name, newEvents(1), { expectedRevision: 'no_stream', ...path }));
      const outcomes = await Promise.all(Array.from({ length: 10 }, append));
      expect(outcomes.sort()).toEqual(['next 0', ...Array.from({ length: 9 }, () => 'wrong, is 0')]);
    }
  });
});
