import { expect, test } from 'vitest';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { ready } from './apply.ts';
import { propose } from './propose.ts';
import { writtenWhen } from './when.ts';

const NAMES = {
  today: '2026-03-18',
  accounts: new Map([[EVERYDAY, { name: 'Everyday' }]]),
  categories: new Map([
    ['Groceries', { name: 'Groceries', kind: 'Expense' as const, parent: undefined, isArchived: false }],
  ]),
  merged: new Map(),
};
const ENTRY = {
  ...{ type: 'Expense', title: 'Rewe', amount: 500 as Cents, date: '2026-03-18', accountId: EVERYDAY },
  ...{ toAccount: null, category: null, wallet: 'Cash', note: null, tags: ['mine'], hasReceipt: false, parts: null },
  ...{ bankTexts: [], counterparties: [], isImported: false, isEdited: false, origins: [] },
} as AskedEntry;

test('rules fill what nobody said, and leave what somebody did, also that there is none', () => {
  const written = writtenWhen('rewe', NAMES);
  if ('problem' in written) throw new Error(written.problem.message);
  const then = { categories: ['Groceries'], title: 'REWE', wallet: 'Bank' as const, addTags: ['food'] };
  const rules = [...ready([{ ruleId: 'rule', version: 3, when: written.when, then, stop: false }], NAMES)];
  const proposed = (...said: string[]) =>
    propose(rules, ENTRY, new Set(said)).map(({ field, then: value, version }) => [field, value, version]);
  expect(proposed('title', 'tags')).toEqual([
    ['category', 'Groceries', 3],
    ['wallet', 'Bank', 3],
    ['tags', ['mine', 'food'], 3],
  ]);
  expect(proposed('title', 'tags', 'category', 'wallet').map(([field]) => field)).toEqual(['tags']);
});
