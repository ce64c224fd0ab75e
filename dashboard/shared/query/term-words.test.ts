import { expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { readWithTerms } from '#ledger/search/read-query.ts';
import { termWords } from './term-words.ts';

const accounts = [{ accountId: 'joint', name: 'Joint card' }];
const names = { today: '2026-03-18', accounts, categories: listed(GIVEN_CATEGORIES) };

/** The terms of a query in words. */
function words(text: string): string[] {
  const { alternatives, problem } = readWithTerms(text, names);
  expect(problem).toBeNull();
  return alternatives.flat().map(({ from, to, query }) => {
    const { label, value } = termWords(query, text.slice(from, to), '$', names);
    return `${label}: ${value}`;
  });
}

test.each([
  ['Coffee', 'text: Coffee'],
  ['"Rye  bread"', 'text: Rye  bread'],
  ['12', 'text or amount: 12'],
  ['title:"a \\"b\\""', 'title: a "b"'],
  ['counterparty:Lidl', 'counterparty: Lidl'],
  ['amount:4.20', 'amount: $4.20'],
  ['amount>20', 'amount: from $20.01'],
  ['amount<=1250', 'amount: up to $1,250.00'],
  ['amount:20..50', 'amount: $20.00 to $50.00'],
  ['date:2026', 'date: 2026'],
  ['date:2026-02', 'date: February 2026'],
  ['date:2026-03-05', 'date: March 5, 2026'],
  ['date:2026-02..2026-03-05', 'date: February 1 to March 5, 2026'],
  ['date>2026-03', 'date: from April 1, 2026'],
  ['date:..2026-03', 'date: up to March 31, 2026'],
  ['date:Last-30-days', 'date: last 30 days'],
  ['category:groceries', 'category: Groceries'],
  ['category:-', 'category: none'],
  ['account:"Joint card"', 'account: Joint card'],
  ['wallet:cash', 'paid with: Cash'],
  ['type:transfer', 'type: Transfer'],
  ['#Holiday', 'tag: #Holiday'],
  ['tag:Holiday', 'tag: #Holiday'],
  ['has:note', 'has: a note'],
  ['is:split', 'is: split'],
  ['-category:Groceries', 'not category: Groceries'],
  ['not not -has:tags', 'not has: tags'],
  ['NOT (tea or milk)', 'not: (tea or milk)'],
  ['(tea milk)', ': (tea milk)'],
  ['note-book', 'text: note-book'],
])('%s is shown as %s', (text, shown) => {
  expect(words(text)).toEqual([shown]);
});
