import { expect, test } from 'vitest';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import { completedQuery, completionsAt } from './completions.ts';

const NAMES = {
  accounts: ['Everyday', 'Joint (old) card', 'Savings'],
  categories: [...GIVEN_NAMES, 'Rye bread'],
  tags: ['Holiday', 'été-26'],
};

/** The labels of what completes a query whose cursor is at `|`. */
function offers(marked: string): string[] {
  return completionsAt(marked.replace('|', ''), marked.indexOf('|'), NAMES).offers.map(({ label }) => label);
}

/** A query, and its cursor at `|`, with the completion of this label. */
function taken(marked: string, label: string): string {
  const text = marked.replace('|', '');
  const completions = completionsAt(text, marked.indexOf('|'), NAMES);
  const offer = completions.offers.find((each) => each.label === label);
  if (!offer) throw new Error(`${label} is not offered`);
  const { text: whole, place } = completedQuery(text, completions, offer);
  return `${whole.slice(0, place)}|${whole.slice(place)}`;
}

test('an empty word is completed by every field, a begun one by fields and names', () => {
  expect(offers('|')).toHaveLength(15);
  expect(offers('coffee |')).toHaveLength(15);
  expect(taken('rye |', '=')).toBe('rye =|');
  expect(offers('c|')).toEqual(['counterparty:', 'category:']);
  expect(offers('ca|')).toEqual(['category:', 'Joint (old) card', 'Cash', 'Credit card', 'Debit card']);
  expect(offers('DRÍNK|')).toEqual(['Food & Drinks']);
  expect(offers('zzz|')).toEqual([]);
});

test('behind a field its values are offered, those in use too', () => {
  expect(offers('coffee category:gro|')).toEqual(['Groceries']);
  expect(offers('category:bread|')).toEqual(['Rye bread']);
  expect(offers('(account:|')).toEqual(['Everyday', 'Joint (old) card', 'Savings']);
  expect(offers('account:"joint (o|')).toEqual(['Joint (old) card']);
  expect(offers('date>=last|')).toEqual(['last-week', 'last-month', 'last-year', 'last-30-days']);
  expect(offers('is:|')).toEqual(['split', 'imported', 'edited', 'refund']);
  expect(offers('by:|')).toEqual(['hand', 'rule', 'import', 'past', 'words', 'token']);
  expect(offers('tag:ete|')).toEqual(['été-26']);
  expect(offers('-#h|')).toEqual(['#Holiday']);
  expect(offers('amount:|')).toEqual([]);
  expect(offers('nothing:|')).toEqual([]);
});

test('what is there already is not offered', () => {
  expect(offers('category:Groceries|')).toEqual([]);
  expect(offers('#Holiday|')).toEqual([]);
});

test('a completion takes the place of the whole word, in quotes where it needs them', () => {
  expect(taken('cof ca|t tea', 'category:')).toBe('cof category:| tea');
  expect(taken('category:gro|', 'Groceries')).toBe('category:Groceries |');
  expect(taken('gro| milk', 'Groceries')).toBe('category:Groceries |milk');
  expect(taken('tea -jo|', 'Joint (old) card')).toBe('tea -account:"Joint (old) card" |');
  expect(taken('(account:"Joi|nt" milk)', 'Joint (old) card')).toBe('(account:"Joint (old) card" |milk)');
  expect(taken('"rye bread"sav|', 'Savings')).toBe('"rye bread"account:Savings |');
  expect(taken('#h|', '#Holiday')).toBe('#Holiday |');
});
