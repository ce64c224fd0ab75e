import { expect, test } from 'vitest';
import { halvesOf, parseUuid, uuidOfHalves } from './uuid.ts';

const UUID = '0fedcba9-8765-4321-89ab-cdef01234560';

test('a UUID may come in upper case or without dashes', () => {
  expect(parseUuid(UUID.toUpperCase())).toBe(UUID);
  expect(parseUuid(UUID.replaceAll('-', ''))).toBe(UUID);
  expect(parseUuid('not-a-uuid')).toBeUndefined();
});

test('a UUID may come as two halves', () => {
  const { most, least } = halvesOf(UUID);
  expect([most, least]).toEqual([1147797409030816545n, -8526495043095935648n]);
  expect(uuidOfHalves(most, least)).toBe(UUID);
});
