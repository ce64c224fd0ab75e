import { describe, expect, test } from 'vitest';
import { EVERYDAY, TAGS_MAX } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { RuleThen } from '#ledger/model/rule.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { applyRules, type HowApplied, KEPT, type RuleOrigins, ready } from './apply.ts';
import type { RuleNames, UserRule } from './rule.ts';
import { writtenWhen } from './when.ts';

const NAMES: RuleNames = {
  today: '2026-03-18',
  accounts: new Map([[EVERYDAY, { name: 'Everyday' }]]),
  categories: new Map([
    ['Groceries', { name: 'Groceries', kind: 'Expense', parent: undefined, isArchived: false }],
    ['Shopping', { name: 'Shopping', kind: 'Expense', parent: undefined, isArchived: false }],
    ['Travel', { name: 'Travel', kind: 'Expense', parent: undefined, isArchived: true }],
    ['Other', { name: 'Other', kind: 'Expense', parent: undefined, isArchived: false }],
    ['Salary', { name: 'Salary', kind: 'Income', parent: undefined, isArchived: false }],
    ['Other income', { name: 'Other', kind: 'Income', parent: undefined, isArchived: false }],
  ]),
  merged: new Map([['Bakery', 'Groceries']]),
};

const cents = (amount: number) => Math.round(amount * 100) as Cents;
const part = (amount: number, category: string) => ({ amount: cents(amount), category });

/** An expense of an imported file without a category, but for what is named. */
function entry(values: Partial<AskedEntry> = {}): AskedEntry {
  return {
    ...{ type: 'Expense', title: 'REWE 123', amount: cents(30), date: '2026-03-05', accountId: EVERYDAY },
    ...{ toAccount: null, category: null, wallet: 'Bank', note: null, tags: [], hasReceipt: false, parts: null },
    ...{ bankTexts: [], counterparties: [], isImported: true, isEdited: false, origins: [] },
    ...values,
  } as AskedEntry;
}

type Setters = { [field: string]: 'hand' | 'rule' | 'import' | 'past' | 'words' };
const OF_FILE: Setters = { title: 'import', category: 'import', wallet: 'import', parts: 'import', note: 'import' };

let count = 0;
function rule(when: string, then: RuleThen, stop = false): UserRule {
  const written = writtenWhen(when, NAMES);
  if ('problem' in written) throw new Error(written.problem.message);
  count += 1;
  return { ruleId: `rule ${count}`, version: 1, when: written.when, then, stop };
}

function applied(rules: UserRule[], to: AskedEntry, origins = OF_FILE, how: HowApplied = { overwrite: false }) {
  const setters: RuleOrigins = new Map(Object.entries(origins).map(([field, by]) => [field, { by }]));
  const { changes, kept } = applyRules([...ready(rules, NAMES)], to, setters, how);
  return {
    changes: changes.map(({ field, now, then, ruleId }) => [field, now, then, ruleId]),
    kept: kept.map(({ field, reason }) => [field, reason]),
  };
}

const NOTHING = { changes: [], kept: [] };

describe('the order of rules', () => {
  test('a later rule sees what earlier ones did', () => {
    const title = rule('rewe', { title: 'Rewe' });
    const category = rule('title:Rewe -title:123', { categories: ['Groceries'] });
    expect(applied([title, category], entry()).changes).toEqual([
      ['title', 'REWE 123', 'Rewe', title.ruleId],
      ['category', null, 'Groceries', category.ruleId],
    ]);
    expect(applied([category, title], entry()).changes).toEqual([['title', 'REWE 123', 'Rewe', title.ruleId]]);
  });

  test('the last that changes a field counts', () => {
    const rules = [rule('rewe', { categories: ['Groceries'] }), rule('rewe', { categories: ['Shopping'] })];
    expect(applied(rules, entry()).changes).toEqual([['category', null, 'Shopping', rules[1]?.ruleId]]);
    const back = [...rules, rule('rewe', { categories: ['Groceries'] })];
    expect(applied(back, entry({ category: 'Groceries' }))).toEqual(NOTHING);
  });

  test('a later rule knows what was set by an earlier one', () => {
    const rules = [rule('rewe', { categories: ['Groceries'] }), rule('by:rule', { addTags: ['filed'] })];
    expect(applied(rules, entry()).changes.map(([field]) => field)).toEqual(['category', 'tags']);
    expect(applied(rules.slice(1), entry()).changes).toEqual([]);
  });

  test('one that stops ends them for what it finds, also where it changes nothing', () => {
    const stops = rule('amount>20', { categories: ['Groceries'] }, true);
    const later = rule('rewe', { addTags: ['food'] });
    expect(applied([stops, later], entry({ category: 'Groceries' }))).toEqual(NOTHING);
    expect(applied([stops, later], entry({ amount: cents(10) })).changes).toEqual([
      ['tags', [], ['food'], later.ruleId],
    ]);
  });

  test('applied to what they made of an entry, they change nothing', () => {
    const rules = [
      rule('rewe', { categories: ['Groceries'], addTags: ['food'] }),
      rule('#food', {
        split: [
          { percent: 33.33, categories: ['Groceries'] },
          { rest: true, categories: ['Other'] },
        ],
      }),
    ];
    const parts = [part(10, 'Groceries'), part(20, 'Other')];
    expect(applied(rules, entry()).changes.map(([field, , then]) => [field, then])).toEqual([
      ['parts', parts],
      ['tags', ['food']],
    ]);
    const after = entry({ parts, tags: ['food'] });
    expect(applied(rules, after, { parts: 'rule', category: 'rule', tags: 'rule' })).toEqual(NOTHING);
  });
});

describe('what was set by hand', () => {
  const rules = [rule('rewe', { title: 'Rewe', categories: ['Groceries'], note: 'x', addTags: ['food'] })];
  const typed = entry({ category: 'Shopping', tags: ['mine'] });
  const byHand: Setters = { title: 'hand', category: 'hand', wallet: 'hand', note: 'hand', tags: 'hand' };

  test('stays, and what is empty is filled; tags are added', () => {
    expect(applied(rules, typed, byHand)).toEqual({
      changes: [
        ['note', null, 'x', rules[0]?.ruleId],
        ['tags', ['mine'], ['mine', 'food'], rules[0]?.ruleId],
      ],
      kept: [
        ['title', KEPT.byHand],
        ['category', KEPT.byHand],
      ],
    });
  });

  test('is overwritten where that is said', () => {
    const { changes, kept } = applied(rules, typed, byHand, { overwrite: true });
    expect(changes.map(([field]) => field)).toEqual(['title', 'category', 'note', 'tags']);
    expect(kept).toEqual([]);
  });

  test('is the split as well, which a category does not replace', () => {
    const split = entry({ parts: [part(10, 'Groceries'), part(20, 'Other')] });
    expect(applied(rules, split, { parts: 'hand' }).kept).toEqual([['category', KEPT.byHand]]);
    expect(applied(rules, split, { parts: 'rule' }).changes).toContainEqual([
      ...['parts', split.parts, null, rules[0]?.ruleId],
    ]);
    const halves = rule('rewe', { split: [50, 50].map((percent) => ({ percent, categories: ['Other'] })) });
    expect(applied([halves], entry({ category: 'Shopping' }), { category: 'hand' }).kept).toEqual([
      ['parts', KEPT.byHand],
    ]);
  });
});

describe('the category', () => {
  const other = rule('rewe', { categories: ['Other', 'Other income'] });
  const categoryOf = (to: AskedEntry, ...rules: UserRule[]) => applied(rules, to).changes[0]?.[2];

  test('of a name that both kinds have is that of the type', () => {
    expect(categoryOf(entry(), other)).toBe('Other');
    expect(categoryOf(entry({ type: 'Income', wallet: null }), other)).toBe('Other income');
  });

  test('of expenses makes an income a refund; one of incomes is none of an expense', () => {
    expect(categoryOf(entry({ type: 'Income' }), rule('rewe', { categories: ['Shopping'] }))).toBe('Shopping');
    const salary = rule('rewe', { categories: ['Salary'], addTags: ['pay'] });
    expect(applied([salary], entry())).toEqual({
      changes: [['tags', [], ['pay'], salary.ruleId]],
      kept: [['category', KEPT.ofIncome]],
    });
  });

  test('that was merged away is the one that has its entries', () => {
    expect(categoryOf(entry(), rule('rewe', { categories: ['Bakery'] }))).toBe('Groceries');
  });

  test('that is archived or gone lets the rule change nothing, and it stops all the same', () => {
    const later = rule('rewe', { addTags: ['late'] });
    expect(applied([rule('rewe', { categories: ['Travel'], title: 'x' }, true), later], entry())).toEqual({
      changes: [],
      kept: [['category', KEPT.archived]],
    });
    const split = [
      { percent: 50, categories: ['Other'] },
      { percent: 50, categories: ['undone'] },
    ];
    expect(applied([rule('rewe', { split, title: 'x' })], entry()).kept).toEqual([['parts', KEPT.gone]]);
  });

  test('is none of a transfer, which has no wallet and no parts either', () => {
    const halves = [50, 50].map((percent) => ({ percent, categories: ['Other'] }));
    const rules = [rule('rewe', { categories: ['Shopping'], wallet: 'Cash' }), rule('rewe', { split: halves })];
    const transfer = entry({ type: 'Transfer', toAccount: 'savings', wallet: null });
    expect(applied(rules, transfer).kept).toEqual([
      ['category', KEPT.transferCategory],
      ['wallet', KEPT.transferWallet],
      ['parts', KEPT.transferCategory],
    ]);
  });
});

test('a wallet is none of an income, and cash takes money', () => {
  const cash = rule('rewe', { wallet: 'Cash' });
  expect(applied([cash], entry({ type: 'Income', wallet: null })).kept).toEqual([['wallet', KEPT.incomeWallet]]);
  expect(applied([cash], entry(), OF_FILE, { overwrite: false, canPayCash: () => false }).kept).toEqual([
    ['wallet', KEPT.notEnough],
  ]);
  expect(applied([cash], entry()).changes).toEqual([['wallet', 'Bank', 'Cash', cash.ruleId]]);
});

test('tags that an entry has already are not added, and more than it can have neither', () => {
  const food = rule('rewe', { addTags: ['Food'] });
  expect(applied([food], entry({ tags: ['food'] }))).toEqual(NOTHING);
  const full = Array.from({ length: TAGS_MAX }, (_, at) => `tag${at}`);
  expect(applied([food], entry({ tags: full })).kept).toEqual([['tags', KEPT.tooManyTags]]);
});

describe('a split', () => {
  const splitOf = (amount: number, split: RuleThen['split']) =>
    applied([rule('rewe', { split })], entry({ amount: cents(amount) }));
  const shares = (...percents: number[]) => percents.map((percent) => ({ percent, categories: ['Other'] }));
  const amountsIn = (amount: number, split: RuleThen['split']) =>
    splitOf(amount, split).changes.flatMap(([, , then]) => (then as { amount: number }[]).map((each) => each.amount));

  test('rounds percents of the whole half away from zero; the last takes what is left', () => {
    expect(amountsIn(10, shares(33.33, 33.33, 33.34))).toEqual([333, 333, 334]);
    expect(amountsIn(0.05, shares(50, 50))).toEqual([3, 2]);
    expect(amountsIn(100.01, shares(12.5, 87.5))).toEqual([1250, 8751]);
    expect(amountsIn(999_999_999_999.99, shares(33.33, 66.67))).toEqual([33_330_000_000_000, 66_669_999_999_999]);
  });

  test('has amounts, of which one part takes the rest, wherever it stands', () => {
    const rest = { rest: true as const, categories: ['Groceries'] };
    const five = { amount: cents(5), categories: ['Other'], note: 'deposit' };
    expect(amountsIn(30, [rest, five, ...shares(10)])).toEqual([2200, 500, 300]);
    expect(splitOf(30, [rest, five]).changes[0]?.[2]).toEqual([
      part(25, 'Groceries'),
      { ...part(5, 'Other'), note: 'deposit' },
    ]);
    expect(splitOf(5, [rest, five]).kept).toEqual([['parts', KEPT.notTheWhole]]);
  });

  test('is not done where a part comes to nothing', () => {
    expect(splitOf(0.01, shares(50, 50)).kept).toEqual([['parts', KEPT.notTheWhole]]);
  });

  test('takes the place of a category', () => {
    const halves = rule('rewe', { split: shares(50, 50) });
    expect(applied([halves], entry({ category: 'Shopping' })).changes).toEqual([
      ['category', 'Shopping', null, halves.ruleId],
      ['parts', null, [part(15, 'Other'), part(15, 'Other')], halves.ruleId],
    ]);
  });
});

test('a rule finds a split of which a part meets all of its query', () => {
  const found = rule('category:Groceries amount>20', { addTags: ['big'] });
  const split = (groceries: number) =>
    entry({ amount: cents(30), parts: [part(groceries, 'Groceries'), part(30 - groceries, 'Other')] });
  expect(applied([found], split(25)).changes).toHaveLength(1);
  expect(applied([rule('category:Groceries note:x', { addTags: ['big'] })], split(25)).changes).toEqual([]);
});
