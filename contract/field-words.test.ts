import { expect, test } from 'vitest';
import { FIELDS, type Field } from '#ledger/model/fields.ts';
import { wordsOfName } from './field-words.ts';

test('a name has one word and shape in History, whatever kind has it', () => {
  const named = Object.values<Record<string, Field>>(FIELDS).flatMap((fields) =>
    Object.entries(fields).map(([field, { name = field, word, shape }]) => ({ name, word, shape })),
  );
  // A goal's category is one of the specification's goals, whose name is its value.
  const others = named.filter(({ name, word, shape }) => {
    const known = wordsOfName(name);
    return known.word !== word || known.shape !== shape;
  });
  expect(others).toEqual([{ name: 'category', word: 'Category', shape: 'text' }]);
});
