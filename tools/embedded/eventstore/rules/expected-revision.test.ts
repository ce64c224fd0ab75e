import { describe, expect, test } from 'vitest';
import {
  checkExpectedRevision,
  repeatAtOlderRevision,
  repeatByKnownIds,
  type StreamSummary,
} from './expected-revision.ts';

const missing: StreamSummary = { last: -1n, tombstoned: false, softlyDeleted: false, hasMetadata: false };
const three: StreamSummary = { ...missing, last: 2n };
const deleted: StreamSummary = { ...three, softlyDeleted: true, hasMetadata: true };

describe('checking the expected revision', () => {
  test.each([
    ['any', missing, 'passes'],
    ['no_stream', missing, 'passes'],
    [2n ** 64n - 1n, missing, 'passes'],
    ['stream_exists', missing, 'wrong'],
    [0n, missing, 'wrong'],
    ['any', three, 'passes'],
    ['stream_exists', three, 'passes'],
    [2n, three, 'passes'],
    [3n, three, 'wrong'],
    ['no_stream', three, 'older'],
    [1n, three, 'older'],
    ['stream_exists', { ...missing, hasMetadata: true }, 'passes'],
    ['any', deleted, 'passes'],
    ['stream_exists', deleted, 'deleted'],
    ['no_stream', deleted, 'older'],
    ['any', { ...three, tombstoned: true }, 'deleted'],
    [2n, { ...three, tombstoned: true }, 'deleted'],
  ] as const)('%s of %o: %s', (expected, stream, kind) => {
    expect(checkExpectedRevision(expected, stream).kind).toBe(kind);
  });
});

describe('an append at an older revision', () => {
  const recorded = ['a', 'b', 'c'];

  test('is a repeat if its ids are those recorded there, all or the first of them', () => {
    expect(repeatAtOlderRevision(2n, ['a', 'b', 'c'], recorded, three)).toEqual({ kind: 'repeat', revision: 5n });
    expect(repeatAtOlderRevision(2n, ['a', 'b'], recorded, three)).toEqual({ kind: 'repeat', revision: 4n });
  });

  test('is wrong if an id differs, the order differs, or there are more', () => {
    for (const ids of [['a', 'd'], ['b', 'a', 'c'], ['a', 'b', 'c', 'd'], []]) {
      expect(repeatAtOlderRevision(2n, ids, recorded, three)).toEqual({ kind: 'wrong' });
    }
  });

  test('revives a softly deleted stream if it expects no stream, unless it repeats the first append', () => {
    expect(repeatAtOlderRevision(-1n, ['x'], recorded, deleted)).toEqual({ kind: 'passes' });
    expect(repeatAtOlderRevision(-1n, ['a', 'x'], recorded, deleted)).toEqual({ kind: 'wrong' });
    expect(repeatAtOlderRevision(0n, ['x'], recorded, deleted)).toEqual({ kind: 'wrong' });
  });
});

test('without an exact revision the first id decides whether an append is a repeat', () => {
  expect(repeatByKnownIds([undefined, 3n])).toEqual({ kind: 'passes' });
  expect(repeatByKnownIds([3n, undefined])).toEqual({ kind: 'wrong' });
  expect(repeatByKnownIds([3n, 1n])).toEqual({ kind: 'repeat', revision: 1n });
});
