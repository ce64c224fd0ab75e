import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedOccurrences } from './merged.ts';

type Value = { key: number; source: number };

test('sources in order are merged as a stable sort does', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat({ max: 20 }))), (lists) => {
      const sources = lists.map((keys, source) => keys.toSorted((a, b) => a - b).map((key) => ({ key, source })));
      const sorted = sources.flat().sort((a, b) => a.key - b.key);
      expect([...mergedOccurrences<Value>(sources, (a, b) => a.key - b.key)]).toEqual(sorted);
    }),
  );
});

test('no more is taken of a source than is given', () => {
  let taken = 0;
  function* endless(): Generator<number> {
    for (;;) yield ++taken;
  }
  const found = mergedOccurrences([endless(), [5, 6]], (a, b) => a - b);
  expect(Array.from({ length: 7 }, () => found.next().value)).toEqual([1, 2, 3, 4, 5, 5, 6]);
  expect(taken).toBeLessThanOrEqual(6);
});
