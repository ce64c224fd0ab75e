import { describe, expect, test } from 'vitest';
import { MAX_REVISION } from './names.ts';
import { NO_METADATA } from './stream-metadata.ts';
import { readability, visiblePart } from './visibility.ts';

const now = 1_000_000_000_000n;
const firstOf = (metadata: object, isMetastream = false) =>
  visiblePart(4n, isMetastream, { ...NO_METADATA, ...metadata }, now).first;

describe('the readable ones of five events', () => {
  test('all without metadata', () => expect(firstOf({})).toBe(0n));
  test('from $tb on', () => expect(firstOf({ truncateBefore: 2n })).toBe(2n));
  test('nothing if $tb is beyond the end', () => expect(firstOf({ truncateBefore: 10n })).toBe(10n));
  test('the newest $maxCount', () => expect(firstOf({ maxCount: 2n })).toBe(3n));
  test('all if there are fewer', () => expect(firstOf({ maxCount: 50n })).toBe(0n));
  test('what $tb and $maxCount both leave', () => expect(firstOf({ maxCount: 4n, truncateBefore: 3n })).toBe(3n));
  test('the newest of a metadata stream', () => expect(firstOf({ truncateBefore: 1n }, true)).toBe(4n));

  test('events younger than $maxAge', () => {
    expect(visiblePart(4n, false, { ...NO_METADATA, maxAge: 60n }, now).since).toBe(now - 600_000_000n);
    expect(visiblePart(4n, false, { ...NO_METADATA, maxAge: 10n ** 11n }, now).since).toBe(0n);
  });
});

describe('a read finds a stream', () => {
  const deletion = { ...NO_METADATA, truncateBefore: MAX_REVISION };

  test.each([
    ['there', 4n, false, false, NO_METADATA],
    ['missing', -1n, false, false, NO_METADATA],
    ['missing', 4n, false, false, deletion],
    ['there', 4n, false, true, deletion],
    ['deleted', 4n, true, false, deletion],
  ] as const)('%s', (expected, last, tombstoned, isMetastream, metadata) => {
    expect(readability({ last, tombstoned }, isMetastream, metadata)).toBe(expected);
  });
});
