import { describe, expect, test } from 'vitest';
import { decide } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import { fold } from '../evolve.ts';
import { EMPTY } from '../history.ts';
import { deposited, idNumber, recordedAll, units } from '../testing/scenario.ts';
import type { EntryEdit, FiledFields } from './edit-entries.ts';

const RULE = idNumber(9);
const OWN = idNumber(8);
const rule: LedgerEvent = {
  type: 'RuleAdded',
  data: {
    ...{ ruleId: RULE, when: { text: 'shop', names: [] }, then: { title: 'Shop' }, stop: false, isOn: true },
    position: 1,
  },
};
const shared = { transactionId: idNumber(1), title: 'Shop', amount: units(5), date: '2026-11-20' };
const expense: LedgerEvent = { type: 'ExpenseRecorded', data: { ...shared, wallet: 'Bank', category: 'Groceries' } };
const income: LedgerEvent = { type: 'IncomeRecorded', data: { ...shared, category: 'Salary' } };
const added: LedgerEvent = { type: 'CategoryAdded', data: { categoryId: OWN, name: 'Pets', kind: 'Expense' } };

/** The values from before a rule that entry 1 gets, after events. */
function givenBack(edit: FiledFields, ...before: LedgerEvent[]): object | null {
  const given: EntryEdit = { id: idNumber(1), kind: 'transaction', edit, set: {} };
  const state = fold(EMPTY, recordedAll([rule, ...before]));
  const decision = decide({ type: 'TakeBackRule', ruleId: RULE, edits: [given] }, state);
  if (decision.outcome !== 'events') throw new Error(decision.outcome);
  const [removed, changed] = decision.events;
  expect(removed?.type).toBe('RuleRemoved');
  return changed?.type === 'TransactionChanged' ? changed.data.after : null;
}

describe('what a rule that is removed takes back', () => {
  test('is the value from before, also no category of an income', () => {
    expect(givenBack({ title: 'SHOP 12' }, deposited(9), expense)).toMatchObject({ title: 'SHOP 12' });
    expect(givenBack({ category: null, parts: null }, income)).toMatchObject({ category: undefined });
    expect(givenBack({ title: 'Shop' }, income)).toBeNull();
  });

  test('is a category that is archived, or has the entries of one that was merged', () => {
    const archived: LedgerEvent = { type: 'CategoryArchived', data: { categoryId: OWN } };
    const edit = { category: OWN, parts: null };
    expect(givenBack(edit, deposited(9), added, expense, archived)).toMatchObject({ category: OWN });
    const merged: LedgerEvent = { type: 'CategoryRemoved', data: { categoryId: OWN, into: 'Shopping' } };
    expect(givenBack(edit, deposited(9), added, expense, merged)).toMatchObject({ category: 'Shopping' });
  });

  test('is nothing where the category is gone, but for a part, which has Other', () => {
    const gone: LedgerEvent = { type: 'CategoryRemoved', data: { categoryId: OWN } };
    const before = [deposited(9), added, expense, gone];
    expect(givenBack({ category: OWN, parts: null }, ...before)).toMatchObject({ category: undefined });
    const parts = [
      { amount: units(2), category: OWN },
      { amount: units(3), category: 'Groceries' },
    ];
    expect(givenBack({ category: null, parts }, ...before)).toMatchObject({
      parts: [{ category: 'Other' }, { category: 'Groceries' }],
    });
  });

  test('leaves out a split and a category that fit the entry no more', () => {
    const parts = [
      { amount: units(2), category: 'Travel' },
      { amount: units(2), category: 'Groceries' },
    ];
    const before = [deposited(9), expense];
    expect(givenBack({ title: 'SHOP 12', category: null, parts }, ...before)).toMatchObject({
      ...{ title: 'SHOP 12', category: 'Groceries', parts: undefined },
    });
    expect(givenBack({ category: 'Salary', parts: null }, ...before)).toBeNull();
  });

  test('leaves out cash that the account has not got', () => {
    const edit = { wallet: 'Cash' as const, title: 'SHOP 12' };
    expect(givenBack(edit, deposited(9), expense)).toMatchObject({ wallet: 'Cash', title: 'SHOP 12' });
    expect(givenBack(edit, expense)).toMatchObject({ wallet: 'Bank', title: 'SHOP 12' });
  });
});
