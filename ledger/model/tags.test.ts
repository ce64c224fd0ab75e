import { expect, test } from 'vitest';
import { distinctTags, isTag, tagsOfFile } from './tags.ts';

test.each(['a', 'Été-26', 'дом', 'x_1', '-', '2026', 'e\u0301te', 'x'.repeat(30)])('%j is a tag', (text) => {
  expect(isTag(text)).toBe(true);
});

test.each(['', 'two words', '#holiday', 'a,b', '½', '🙂', '\u0301', 'x'.repeat(31)])('%j is no tag', (text) => {
  expect(isTag(text)).toBe(false);
});

test('of equal tags the first is kept, where it stands', () => {
  expect(distinctTags(['Été', 'b', 'ete', 'ETÉ', 'Straße', 'strasse'])).toEqual(['Été', 'b', 'Straße']);
});

test('tags of a file get a hyphen for each run of other signs, are cut, and at most ten', () => {
  expect(tagsOfFile([' summer  trip!', '', ' ', 'Summer-Trip-', `${'x'.repeat(29)}\u{10400}`])).toEqual([
    'summer-trip-',
    'x'.repeat(29),
  ]);
  expect(tagsOfFile(Array.from({ length: 12 }, (_, at) => `t${at}`))).toHaveLength(10);
});
