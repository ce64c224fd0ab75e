import { describe, expect, test } from 'vitest';
import { checkExpectedRevision, type StreamStanding, settleByMemory, settleOlder } from './expected-revision.ts';

const missing: StreamStanding = { last: -1n, tombstoned: false, softlyDeleted: false, hasMetadata: false };
const three: StreamStanding = { ...missing, last: 2n };
const deleted: StreamStanding = { ...three, softlyDeleted: true, hasMetadata: true };

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

describe('a write at a revision that has been passed', () => {
  const recorded = ['a', 'b', 'c'];

  test('is a repeat if its ids are those recorded there, all or the first of them', () => {
    expect(settleOlder(2n, ['a', 'b', 'c'], recorded, three)).toEqual({ kind: 'repeat', revision: 5n });
    expect(settleOlder(2n, ['a', 'b'], recorded, three)).toEqual({ kind: 'repeat', revision: 4n });
  });

  test('is wrong if one of them differs, comes in another order, or there are more', () => {
    for (const ids of [['a', 'd'], ['b', 'a', 'c'], ['a', 'b', 'c', 'd'], []]) {
      expect(settleOlder(2n, ids, recorded, three)).toEqual({ kind: 'wrong' });
    }
  });

  test('begins a new life of a softly deleted stream if it wants none, unless it is the one that began the old', () => {
    expect(settleOlder(-1n, ['x'], recorded, deleted)).toEqual({ kind: 'passes' });
    expect(settleOlder(-1n, ['a', 'x'], recorded, deleted)).toEqual({ kind: 'wrong' });
    expect(settleOlder(0n, ['x'], recorded, deleted)).toEqual({ kind: 'wrong' });
  });
});

test('without an exact revision the first id decides whether it is a repeat', () => {
  expect(settleByMemory([undefined, 3n])).toEqual({ kind: 'passes' });
  expect(settleByMemory([3n, undefined])).toEqual({ kind: 'wrong' });
  expect(settleByMemory([3n, 1n])).toEqual({ kind: 'repeat', revision: 1n });
});
