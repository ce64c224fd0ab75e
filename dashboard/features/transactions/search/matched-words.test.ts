import { expect, test } from 'vitest';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { readWithTerms } from '#ledger/search/read-query.ts';
import { matchedWords, textsAsked } from './matched-words.ts';

const NAMES = { today: '2026-11-20', accounts: [], categories: [] };
const asked = (text: string) => {
  const { alternatives } = readWithTerms(text, NAMES);
  return alternatives.flat().flatMap(({ query }) => textsAsked(query));
};
const entry = {
  title: 'Groceries',
  note: 'For the Café, with Ines and all of her friends',
  parts: null,
  bankText: null,
};

test.each([
  ['friends', 'friends'],
  ['groceries', null],
  ['groceries cafe', 'cafe'],
  ['-cafe', null],
  ['amount>5', null],
])('%s', (text, hit) => {
  const found = matchedWords(asked(text), entry);
  expect(found && [found.where, comparableText(found.hit)]).toEqual(hit && ['note', hit]);
});

test('the bank’s text stands where neither title nor notes have the words', () => {
  const bought = {
    ...entry,
    parts: [{ amount: 2, category: 'Other', note: 'Light bulbs' }],
    bankText: 'card 4711 rewe',
  };
  expect(matchedWords(asked('rewe'), bought)).toEqual({ where: 'bank', before: 'card 4711 ', hit: 'rewe', after: '' });
  expect(matchedWords(asked('bulbs'), bought)).toEqual({ where: 'note', before: 'Light ', hit: 'bulbs', after: '' });
});

test('a tag that is asked for stands below the title', () => {
  const tagged = { ...entry, tags: ['work', 'Holiday'] };
  expect(matchedWords(asked('#holiday'), tagged)).toEqual({ where: 'tag', before: '', hit: '#Holiday', after: '' });
  expect(matchedWords(asked('-#holiday'), tagged)).toBeNull();
  expect(matchedWords(asked('#holi'), tagged)).toBeNull();
});
