import { expect, test } from 'vitest';
import { createdId } from '#ledger/ids.ts';
import { RULES_MAX } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { RuleState } from '#ledger/model/state.ts';
import { idNumber } from '#ledger/testing/scenario.ts';
import type { ExportedCategory, ExportedRule, ParsedFile } from '../parsed.ts';
import { FileCategories } from '../preview/file-categories.ts';
import { FileRules } from './file-rules.ts';
import type { AccountTarget } from './targets.ts';

const [LEDGER, IMPORT] = [idNumber(1), idNumber(2)];
const [BREAD, BREAD_HERE, TOYS] = [idNumber(3), idNumber(4), idNumber(5)];
const [SAVINGS, SAVINGS_HERE, CLOSED] = [idNumber(6), idNumber(7), idNumber(8)];

const ruleId = (number: number) => `00000000-0000-4000-8000-${String(100_000_000_000 + number)}`;
const rule = (number: number, fields: Partial<ExportedRule> = {}): ExportedRule => ({
  ...{ ruleId: ruleId(number), version: 3, when: { text: `bakery${number}`, names: [] }, then: { title: 'Bakery' } },
  ...{ stop: false, isOn: true, ...fields },
});
const stateOf = ({ ruleId: _, ...state }: ExportedRule): RuleState => state;
const category = (categoryId: string, name: string): ExportedCategory => {
  return { categoryId, name, parent: null, kind: 'Expense', isArchived: false, position: undefined };
};
const CATEGORIES = [category(BREAD, 'Bread'), category(TOYS, 'Toys')];

const TARGETS = new Map<string, AccountTarget>([
  [SAVINGS, { goes: 'new', accountId: SAVINGS_HERE, name: 'Savings', kind: 'Savings' }],
  [CLOSED, { goes: 'nowhere', reason: 'Its account is not imported', name: 'Closed', kind: 'Other' }],
]);

/** The rules of a file in a ledger with rules, in which Bread is another category, and Toys are left out. */
function inLedger(rules: readonly ExportedRule[], known: readonly ExportedRule[] = [], inUse: readonly string[] = []) {
  const kept = { name: 'Bread', kind: 'Expense' as const, parent: undefined, isArchived: false, position: undefined };
  const categories = new FileCategories([], {
    ...{ known: new Map([[BREAD_HERE, kept]]), room: 200, said: { Toys: 'leave' }, remembered: {} },
    ...{ listed: CATEGORIES, idOf: ({ name }) => `new ${name}` },
  });
  const books: ParsedFile['books'] = {
    goals: [],
    figures: null,
    balances: new Map(),
    categories: CATEGORIES,
    rules,
    schedules: [],
  };
  return new FileRules(
    { books },
    {
      ...{ ledgerId: LEDGER, importId: IMPORT, targets: TARGETS, categories },
      known: new Map(known.map((each) => [each.ruleId, stateOf(each)])),
      inUse: new Set([...inUse, ...known.map(({ ruleId }) => ruleId)]),
    },
  );
}

test('rules that the ledger lacks are added in their order, with the ids that they had where these are free', () => {
  const { added, remarks } = inLedger([rule(2), rule(1, { isOn: false, stop: true }), rule(3)], [], [ruleId(3)]);
  expect(added.map(({ ruleId, isOn, stop }) => [ruleId, isOn, stop])).toEqual([
    [ruleId(2), true, false],
    [ruleId(1), false, true],
    [createdId(LEDGER, IMPORT, 'rule 2'), true, false],
  ]);
  expect(added[0]).not.toHaveProperty('version');
  expect(remarks).toEqual([]);
});

test('a rule is there by its id, whatever it says by now, or where one says the same', () => {
  const changed = rule(1, { then: { note: 'changed' } });
  const same = rule(9, { when: { text: 'bakery2', names: [] }, isOn: false });
  expect(inLedger([rule(1), rule(2), rule(3)], [changed, same]).added.map(({ ruleId }) => ruleId)).toEqual([ruleId(3)]);
  expect(inLedger([rule(2)], [{ ...same, stop: true }]).added).toHaveLength(1);
});

test('names and categories are those of this ledger; of what is not imported there are none', () => {
  const { added } = inLedger([
    rule(1, {
      when: {
        text: 'category:bread account:savings or account:closed category:toys',
        names: [
          { field: 'category', name: 'bread', ids: [BREAD, TOYS] },
          { field: 'account', name: 'savings', ids: [SAVINGS] },
          { field: 'account', name: 'closed', ids: [CLOSED] },
          { field: 'category', name: 'toys', ids: [TOYS] },
        ],
      },
      then: { categories: [BREAD, TOYS], note: 'x' },
    }),
    rule(2, { then: { split: [BREAD, TOYS].map((id) => ({ percent: 50, categories: [id] })) } }),
  ]);
  expect(added[0]?.when.names).toEqual([
    { field: 'category', name: 'bread', ids: [BREAD_HERE] },
    { field: 'account', name: 'savings', ids: [SAVINGS_HERE] },
  ]);
  expect(added[0]?.then).toEqual({ categories: [BREAD_HERE], note: 'x' });
  expect(added[1]?.then.split?.map(({ categories }) => categories)).toEqual([[BREAD_HERE], [TOYS]]);
});

test('what rules replaced is in the rules and categories that are here; of what is not here the ids stay', () => {
  const file = inLedger([rule(1)], [], [ruleId(1)]);
  const here = createdId(LEDGER, IMPORT, 'rule 0');
  const part = (category: string) => ({ amount: 500 as Cents, category });
  const ruled = (id: string, category: string, id2: string) => ({
    by: 'rule' as const,
    ...{ ruleId: id, ruleVersion: 1 },
    replaced: [
      { by: 'import' as const, values: { category: null, parts: [part(category), part(TOYS)] } },
      { by: 'rule' as const, ruleId: id2, ruleVersion: 1, values: { category, parts: null } },
    ],
  });
  expect(file.setHere({ category: ruled(ruleId(7), BREAD, ruleId(1)) })).toEqual({
    category: ruled(ruleId(7), BREAD_HERE, here),
  });
});

test('fields name the rules that are here, in a version that these have; other rules keep their ids', () => {
  const file = inLedger([rule(1), rule(2), rule(3)], [{ ...rule(1), version: 2 }], [ruleId(2)]);
  const by = (number: number, ruleVersion: number) => {
    return { by: 'rule' as const, ruleId: ruleId(number), ruleVersion };
  };
  expect(
    file.setHere({ title: by(1, 3), note: by(1, 1), category: by(2, 3), tags: by(7, 4), wallet: { by: 'hand' } }),
  ).toEqual({
    ...{ title: by(1, 2), note: by(1, 1), tags: by(7, 4), wallet: { by: 'hand' } },
    category: { by: 'rule', ruleId: createdId(LEDGER, IMPORT, 'rule 1'), ruleVersion: 1 },
  });
});

test(`beyond ${RULES_MAX} rules the rest is left out`, () => {
  const known = Array.from({ length: RULES_MAX - 1 }, (_, at) => rule(at + 10));
  const file = inLedger([rule(10), rule(1), rule(2), rule(3)], known);
  expect(file.added.map(({ ruleId }) => ruleId)).toEqual([ruleId(1)]);
  expect(file.remarks).toEqual([`2 rules of this file are left out: you can have at most ${RULES_MAX}.`]);
  const [only] = inLedger([rule(1)], [...known, rule(9)]).remarks;
  expect(only).toBe(`1 rule of this file is left out: you can have at most ${RULES_MAX}.`);
});
