import { expect, test } from 'vitest';
import type { Rule } from '#contract/rule-calls.ts';
import { isWhole, ruleInput, valuesOf } from './rule-values.ts';

const rule: Rule = {
  ...{ _id: 'r', version: 2, when: 'title:bakery', stop: true, isOn: true, applied: 0, last: null },
  then: {
    title: 'Bakery',
    wallet: 'Cash',
    addTags: ['weekly', 'bread'],
    split: [
      { percent: 33.5, category: 'Groceries' },
      { amount: 2, category: 'Bakery', categoryId: 'b', note: 'train' },
      { rest: true, category: 'Other' },
    ],
  },
};

test('what is typed of a rule says the same rule', () => {
  const [first, , rest] = rule.then.split ?? [];
  const bakery = { amount: 2, categoryId: 'b', note: 'train' };
  const then = { ...rule.then, split: [first, bakery, rest] };
  expect(ruleInput(valuesOf(rule, '$'), rule)).toEqual({ when: rule.when, then, stop: true });
});

test('what is empty is left as it is, and a split takes the place of a category', () => {
  const empty = valuesOf(null, '$', { when: ' coffee ', category: 'Travel' });
  expect(ruleInput(empty, null)).toEqual({ when: 'coffee', then: { category: 'Travel' }, stop: false });
  const split = { ...empty, parts: valuesOf(rule, '$').parts };
  expect(ruleInput(split, null).then).not.toHaveProperty('category');
  expect(ruleInput({ ...empty, tags: '#a  b' }, null).then.addTags).toEqual(['a', 'b']);
});

test('a rule is whole once it says when and what then', () => {
  const empty = valuesOf(null, '$');
  expect(isWhole(empty)).toBe(false);
  expect(isWhole({ ...empty, when: 'coffee' })).toBe(false);
  expect(isWhole({ ...empty, category: 'Travel' })).toBe(false);
  expect(isWhole({ ...empty, when: 'coffee', category: 'Travel' })).toBe(true);
  const [part] = valuesOf(rule, '$').parts;
  expect(isWhole({ ...empty, when: 'coffee', parts: part ? [{ ...part, share: 'half' }] : [] })).toBe(false);
});
