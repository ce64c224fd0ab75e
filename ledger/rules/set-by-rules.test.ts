import { expect, test } from 'vitest';
import { EVERYDAY, REPLACED_MAX } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { RuleThen } from '#ledger/model/rule.ts';
import type { AskedEntry } from '#ledger/search/matching-parts.ts';
import { applyRules, ready } from './apply.ts';
import type { RuleNames } from './rule.ts';
import { setByRules } from './set-by-rules.ts';
import { writtenWhen } from './when.ts';

const NAMES: RuleNames = {
  today: '2026-03-18',
  accounts: new Map([[EVERYDAY, { name: 'Everyday' }]]),
  categories: new Map(
    ['Groceries', 'Shopping'].map((name) => [
      name,
      { name, kind: 'Expense' as const, parent: undefined, isArchived: false },
    ]),
  ),
  merged: new Map(),
};
const ENTRY = {
  ...{ type: 'Expense', title: 'Rewe 1', amount: 3_000 as Cents, date: '2026-03-05', accountId: EVERYDAY },
  ...{ toAccount: null, category: null, wallet: 'Bank', note: null, tags: ['mine'], hasReceipt: false, parts: null },
  ...{ bankTexts: [], counterparties: [], isImported: true, isEdited: false, origins: [] },
} as AskedEntry;

/** The changes that rules `0`, `1`, … make to the entry, in their order. */
function changed(...thens: RuleThen[]) {
  const written = writtenWhen('amount>20', NAMES);
  if ('problem' in written) throw new Error(written.problem.message);
  const { when } = written;
  const rules = thens.map((then, at) => ({ ruleId: `${at}`, version: at + 1, when, then, stop: false }));
  return applyRules([...ready(rules, NAMES)], ENTRY, new Map(), { overwrite: true }).changes;
}
const by = (at: number) => ({ by: 'rule', ruleId: `${at}`, ruleVersion: at + 1 });

test('a rule replaces what earlier ones of its pass made of a field, in their order', () => {
  const split = [
    { percent: 50, categories: ['Groceries'] },
    { rest: true as const, categories: ['Shopping'] },
  ];
  const changes = changed({ categories: ['Groceries'], addTags: ['a'] }, { split, note: 'n' }, { addTags: ['b'] });
  expect(setByRules(changes)).toMatchObject({
    parts: { ...by(1), replaced: [{ ...by(0), values: { category: 'Groceries', parts: null } }] },
    note: by(1),
    tags: { ...by(2), replaced: [{ ...by(0), values: { tags: ['mine', 'a'] } }] },
  });
  expect(setByRules(changes)).not.toHaveProperty('note.replaced');
});

test('of an entry that is recorded it replaces what was there, too', () => {
  const changes = changed({ categories: ['Groceries'], addTags: ['a'] }, { addTags: ['b'], title: 'Rewe' });
  const found = { entry: ENTRY, by: (field: string) => (field === 'title' ? 'hand' : 'import') } as const;
  expect(setByRules(changes, found)).toEqual({
    title: { ...by(1), replaced: [{ by: 'hand', values: { title: 'Rewe 1' } }] },
    category: { ...by(0), replaced: [{ by: 'import', values: { category: null, parts: null } }] },
    tags: {
      ...by(1),
      replaced: [
        { by: 'import', values: { tags: ['mine'] } },
        { ...by(0), values: { tags: ['mine', 'a'] } },
      ],
    },
  });
});

test('what is again as it was before all rules was replaced by none', () => {
  const changes = changed({ title: 'Rewe' }, { title: 'Rewe 1' }, { title: 'Shop' });
  expect(setByRules(changes)).toEqual({ title: by(2) });
});

test('of many rules it says what the last ones replaced, and what was there before all', () => {
  const titles = Array.from({ length: REPLACED_MAX + 5 }, (_, at) => ({ title: `Title ${at}` }));
  const replacedIn = (set: ReturnType<typeof setByRules>) =>
    set.title?.by === 'rule' ? set.title.replaced?.map(({ values }) => values.title) : null;
  const last = titles.slice(-REPLACED_MAX - 1, -1).map(({ title }) => title);
  expect(replacedIn(setByRules(changed(...titles)))).toEqual(last);
  const found = { entry: ENTRY, by: () => 'import' as const };
  expect(replacedIn(setByRules(changed(...titles), found))).toEqual(['Rewe 1', ...last.slice(1)]);
});
