import { expect, test } from 'vitest';
import { clara, goalOf } from '../../testing/people.ts';
import { fieldLabel, fieldWords, isShown, nameInWords, valueLines } from './field-words.ts';

const everyday = clara.accounts[0]?._id ?? '';
const card = { _id: 'card', name: 'Card', kind: 'Credit card' as const, balance: 0, isOpen: true, isBudgeted: true };
const withCard = { ...clara, accounts: [...clara.accounts, card] };

test.each([
  ['amount', 13.1, ['$13.10']],
  ['balance', -20, ['−\u00a0$20.00']],
  ['account', everyday, ['Everyday']],
  ['toAccount', 'unknown', ['An account that is gone']],
  ['date', '2026-11-20', ['November 20, 2026']],
  ['isOpen', false, ['Closed']],
  ['isArchived', true, ['Archived']],
  ['isArchived', false, ['In use']],
  ['stop', false, ['No']],
  ['ruleIds', ['two', 'one', 'gone'], ['1. amount>20', '2. bakery', '3. A rule that is gone']],
  ['title', 'Rye loaf', ['Rye loaf']],
  ['note', 'one\ntwo', ['one', 'two']],
  ['tags', ['holiday', 'b_2'], ['#holiday #b_2']],
  ['category', null, []],
  [
    'parts',
    [
      { amount: 10, category: 'Groceries', note: null },
      { amount: 3.1, category: 'Shopping', note: 'paper bag' },
      { amount: -5, category: 'Other', note: 'bottles' },
    ],
    ['Groceries $10.00', 'Shopping $3.10, paper bag', 'Other −\u00a0$5.00, bottles'],
  ],
])('%s %j is written as %j', (field, value, lines) => {
  const rules = [
    { _id: 'one', when: 'bakery' },
    { _id: 'two', when: 'amount>20' },
  ];
  expect(valueLines(field, value, { ...clara, rules })).toEqual(lines);
});

test('fields have the words of the forms, and an account is named only where there are two', () => {
  expect([fieldLabel('finalAmount'), fieldLabel('new')]).toEqual(['Final Target', 'new']);
  expect([isShown('account', clara), isShown('amount', clara)]).toEqual([false, true]);
  expect(isShown('account', withCard)).toBe(true);
});

test('a thing is named by what changed, or as the user knows it', () => {
  const changes = [
    { entry: 'one', field: 'title', before: 'Rye bread', after: 'Rye loaf' },
    { entry: 'two', field: 'name', before: 'Purse', after: null },
    { entry: 'three', field: 'toAccount', before: null, after: 'card' },
  ];
  const user = { ...withCard, goals: [goalOf(1)] };
  expect(['one', 'two', 'three', 'card', goalOf(1)._id, 'other'].map((id) => nameInWords(id, changes, user))).toEqual([
    ...['Rye loaf', 'Purse', 'Transfer', 'Card', 'Goal 1', null],
  ]);
  expect(nameInWords(everyday, [], clara)).toBeNull();
  expect(valueLines('source', 'statement', clara)).toEqual(['A statement']);
});

test('what a budget has is named by its category, and by its month', () => {
  const ids = ['plan Food & Drinks 2026-11', 'carry - 2026-11', 'target Food & Drinks'];
  expect(ids.map((id) => nameInWords(id, [], clara))).toEqual([
    ...['Food & Drinks, November 2026', 'No category, November 2026', 'Food & Drinks'],
  ]);
});

test('a confirmed balance is named by its day, once, and by its account where there are several', () => {
  const id = 'balance everyday 2026-03-31';
  const name = nameInWords(id, [], clara);
  expect(name).toBe('Balance of March 31, 2026');
  expect(fieldWords('balance', id, name)).toBe('Balance of March 31, 2026');
  expect(fieldWords('source', id, name)).toBe('From, of the balance of March 31, 2026');
  expect(nameInWords(id, [], withCard)).toBe('Balance of March 31, 2026, Everyday');
  expect(nameInWords('balance card 2026-03-31', [], withCard)).toBe('Balance of March 31, 2026, Card');
});
