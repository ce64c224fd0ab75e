import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import type { QueryNames } from './query.ts';
import { readQuery, readWithTerms } from './read-query.ts';
import { withoutTerm, withTerm, writtenText, writtenValue, writtenWhole } from './write-query.ts';

const NAMES: QueryNames = {
  today: '2026-03-18',
  accounts: [{ accountId: 'joint', name: 'Joint (old) card' }],
  categories: listed(GIVEN_CATEGORIES),
};

const read = (text: string) => readWithTerms(text, NAMES);

const word = fc.constantFrom(
  ...['coffee', '"rye bread"', 'amount>20', 'date:2026-03', 'category:Groceries', '#holiday', 'has:receipt', '12'],
  'account:"Joint (old) card"',
);
const term = fc.oneof(
  { weight: 4, arbitrary: word },
  word.map((each) => `-${each}`),
  word.map((each) => `not ${each}`),
  fc.tuple(word, word).map(([one, other]) => `(${one} or ${other})`),
);
const between = fc.constantFrom(' ', '  ', ' and ', ' AND ');
const alternative = fc
  .tuple(term, fc.array(fc.tuple(between, term), { maxLength: 2 }))
  .map(([first, more]) => first + more.flat().join(''));
const query = fc.array(alternative, { minLength: 1, maxLength: 3 }).map((all) => all.join(' or '));

test('terms have the places that they have in the text', () => {
  const text = ' coffee  -"rye bread" or (tea or not milk) and has:note ';
  const { alternatives, problem } = read(text);
  expect(problem).toBeNull();
  expect(alternatives.map((terms) => terms.map(({ from, to }) => text.slice(from, to)))).toEqual([
    ['coffee', '-"rye bread"'],
    ['(tea or not milk)', 'has:note'],
  ]);
});

test('of what is not understood the rest has its terms', () => {
  const { alternatives, problem } = read('coffee category:Grocreies (tea');
  expect(problem?.at).toBe(16);
  expect(alternatives.map((terms) => terms.map(({ from, to }) => [from, to]))).toEqual([
    [
      [0, 6],
      [7, 25],
      [26, 30],
    ],
  ]);
});

test('a query without a term asks for all others', () => {
  fc.assert(
    fc.property(query, (text) => {
      const { alternatives } = read(text);
      for (const gone of alternatives.flat()) {
        const kept = alternatives
          .map((terms) => terms.filter((each) => each !== gone).map((each) => each.query))
          .filter((terms) => terms.length > 0);
        const left = read(withoutTerm(text, alternatives, gone));
        expect(left.problem).toBeNull();
        expect(left.alternatives.map((terms) => terms.map((each) => each.query))).toEqual(kept);
      }
    }),
  );
});

test('a query with another term asks for both', () => {
  fc.assert(
    fc.property(query, term, (text, added) => {
      const { query, alternatives } = read(text);
      const both = read(withTerm(text, alternatives, added)).query;
      const all = alternatives.length === 1 ? alternatives.flat().map((each) => each.query) : [query];
      expect(both).toEqual({ all: [...all, read(added).query] });
    }),
  );
  expect(withTerm('  ', [], 'coffee')).toBe('coffee');
});

test.each([
  ['coffee', 'coffee'],
  ['rye bread', '"rye bread"'],
  ['12.50', '"12.50"'],
  ['a:b', '"a:b"'],
  ['12:30', '12:30'],
  ['-tip', '"-tip"'],
  ['#1', '"#1"'],
  ['=1', '"=1"'],
  ['/1/', '"/1/"'],
  ['Or', '"Or"'],
  ['so "called" \\', '"so \\"called\\" \\\\"'],
])('the text %s is found as %s', (text, written) => {
  expect(writtenText(text)).toBe(written);
  expect(readQuery(written, NAMES)).toEqual({
    query: { is: 'text', field: 'all', text: text.toLowerCase(), isWhole: false },
  });
});

test.each([
  ['nem', '=nem'],
  ['House of "Nem"', '="House of \\"Nem\\""'],
  ['=1', '==1'],
])('the word %s is found as a whole as %s', (text, written) => {
  expect(writtenWhole(text)).toBe(written);
  expect(readQuery(written, NAMES)).toEqual({
    query: { is: 'text', field: 'all', text: text.toLowerCase(), isWhole: true },
  });
});

test('a name with spaces and brackets stands in quotes behind its field', () => {
  expect(writtenValue('Savings')).toBe('Savings');
  const written = `account:${writtenValue('Joint (old) card')}`;
  expect(written).toBe('account:"Joint (old) card"');
  expect(readQuery(written, NAMES)).toEqual({ query: { is: 'account', accounts: ['joint'] } });
});
