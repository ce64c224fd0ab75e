import { expect, test } from 'vitest';
import { TwoGenerationCache } from './two-generation-cache.ts';

test('entries in use stay, others are evicted', () => {
  const map = new TwoGenerationCache<number, number>(10);
  for (let n = 0; n < 100; n++) {
    map.set(n, n);
    map.get(0);
  }
  expect(map.get(0)).toBe(0);
  expect(map.get(99)).toBe(99);
  expect(map.get(50)).toBeUndefined();
});

test('entries that must be kept stay', () => {
  const map = new TwoGenerationCache<number, number>(10, (value) => value === 1);
  for (let n = 0; n < 100; n++) map.set(n, n);
  expect(map.get(1)).toBe(1);
});
