import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PastTitle } from '#contract/ledger-calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import { GIVEN } from '../../shared/categories/categories.ts';
import { expectValues, fill } from '../../testing/form-spec.tsx';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { claraWithAccounts, transactionOf } from '../../testing/people.ts';

const [everyday = '', savings = ''] = claraWithAccounts.accounts.map(({ _id }) => _id);
const rules: Rule[] = [];
const bakery = { _id: '70000000-0000-4000-8000-000000000001', name: 'Bakery', kind: 'Expense', parent: 'Groceries' };

function rule(when: string, then: Rule['then'], more: Partial<Rule> = {}): void {
  const _id = `50000000-0000-4000-8000-00000000000${rules.length}`;
  rules.push({ _id, version: 1, when, then, stop: false, isOn: true, applied: 0, last: null, ...more });
}

async function open(query = '') {
  api.answer('getRules', { rules: rules.splice(0) });
  api.answer('getCategories', {
    categories: [...GIVEN, { ...bakery, kind: 'Expense', isOwn: true, isArchived: false, position: null, count: 0 }],
  });
  api.answer('getTransactions', { transactions: [transactionOf(1)], next: null });
  api.answer('getEntries', { entries: [], next: null });
  api.answer('createExpense', claraWithAccounts);
  const hands = openAs(claraWithAccounts, `/create-transaction${query}`);
  await field(/^Title/);
  return hands;
}

const category = () => field(/^Category/);
const describedBy = async (label: RegExp, hint: string) =>
  waitFor(async () => expect(await field(label)).toHaveAccessibleDescription(hint));

test('rules propose for what is typed, and say so; what they no longer find is taken back', async () => {
  rule('title:bakery', { category: 'Bakery', categoryId: bakery._id, addTags: ['weekly'], note: 'bread' });
  rule('account:Savings amount>=20', { wallet: 'Debit card' });
  rule('title:bakery', { category: 'Travel' }, { isOn: false });
  const hands = await open();
  await hands.type(await field(/^Title/), 'Bakery Lind');
  await expectValues({ Category: 'Bakery', Tags: 'weekly', Note: 'bread' });
  await describedBy(/^Category/, 'by the rule “title:bakery”');
  await describedBy(/^Tags/, 'by the rule “title:bakery”');
  await screen.findByText('Proposed by rules: Category Bakery, Note bread, Tags weekly');
  await fill(hands, { Account: savings, Amount: '19' });
  await expectValues({ Wallet: 'Bank' });
  await fill(hands, { Amount: '20' });
  await expectValues({ Wallet: 'Debit card' });
  await describedBy(/^Wallet/, 'by the rule “account:Savings amount>=20”');
  await fill(hands, { Title: 'Cinema', Account: everyday });
  await expectValues({ Category: '', Tags: '', Note: '', Wallet: 'Cash' });
  expect(await category()).not.toHaveAccessibleDescription();
  expect(screen.queryByText(/^Proposed by rules/)).toBeNull();
});

test('what a person sets stays, whatever rules say, until the next entry', async () => {
  rule('title:bakery', { category: 'Groceries', addTags: ['weekly'] });
  const hands = await open();
  await hands.type(await field(/^Title/), 'Bakery');
  await expectValues({ Category: 'Groceries', Tags: 'weekly' });
  await fill(hands, { Category: 'Shopping', Tags: '' });
  await hands.type(await field(/^Title/), ' Lind');
  await expectValues({ Category: 'Shopping', Tags: '' });
  expect(screen.queryByText(/^by the rule/)).toBeNull();
  await fill(hands, { Amount: '4' });
  await hands.click(await button('Save and add another'));
  await waitFor(() => expect(api.inputsOf('createExpense')).toHaveLength(1));
  expect(api.inputsOf('createExpense')[0]).toMatchObject({ title: 'Bakery Lind', category: 'Shopping', tags: null });
  await expectValues({ Title: '' });
  await hands.type(await field(/^Title/), 'Bakery');
  await expectValues({ Category: 'Groceries', Tags: 'weekly' });
});

test('rules go before what the past proposes', async () => {
  const past: PastTitle = {
    ...{ title: 'Bakery Lind', type: 'Expense', category: 'Travel', account: savings, wallet: 'Debit card' },
    ...{ count: 2, last: '2026-11-20' },
  };
  api.answer('getTitles', { titles: [past] });
  rule('account:Savings', { category: 'Groceries' });
  rule('title:cinema', { category: 'Entertainment' });
  const hands = await open();
  await hands.type(await field(/^Title/), 'bak');
  await screen.findByRole('option', { name: /^Bakery Lind/ });
  await hands.keyboard('{ArrowDown}{Enter}');
  await expectValues({ Title: 'Bakery Lind', Account: savings, Wallet: 'Debit card', Category: 'Groceries' });
  await fill(hands, { Account: everyday });
  // No rule finds it any more, so it has what the past proposes.
  await expectValues({ Category: 'Travel', Wallet: 'Cash' });
});

test('a rule splits an entry anew with each amount; a part that was changed stays', async () => {
  rule('title:market', {
    split: [
      { percent: 75, category: 'Groceries' },
      { rest: true, category: 'Shopping', note: 'soap' },
    ],
  });
  const hands = await open();
  await hands.type(await field(/^Title/), 'Market');
  expect(screen.queryByText('Parts')).toBeNull();
  await hands.type(await field(/^Amount$/), '40.10');
  await expectValues({ 'Amount of part 1': '30.08', 'Amount of part 2': '10.02', 'Note of part 2': 'soap' });
  await screen.findByText('by the rule “title:market”');
  await fill(hands, { Amount: '80' });
  await expectValues({ 'Amount of part 1': '60.00', 'Amount of part 2': '20.00' });
  await fill(hands, { 'Note of part 1': 'bread', Amount: '90' });
  await expectValues({ 'Amount of part 1': '60.00', 'Amount of part 2': '20.00', 'Note of part 1': 'bread' });
  expect(screen.queryByText(/^by the rule/)).toBeNull();
  await fill(hands, { Amount: '80' });
  await hands.click(await button('Save expense'));
  await waitFor(() => expect(api.inputsOf('createExpense')).toHaveLength(1));
  expect(api.inputsOf('createExpense')[0]).toMatchObject({
    parts: [
      { amount: 60, category: 'Groceries', note: 'bread' },
      { amount: 20, category: 'Shopping', note: 'soap' },
    ],
  });
});

test("'Merge' of a split that was proposed is by hand: it isn't split again", async () => {
  rule('title:market', {
    split: [
      { percent: 50, category: 'Groceries' },
      { percent: 50, category: 'Shopping' },
    ],
  });
  const hands = await open();
  await fill(hands, { Title: 'Market', Amount: '40' });
  await hands.click(await button('Merge'));
  await fill(hands, { Amount: '50' });
  await expectValues({ Category: 'Groceries' });
  expect(screen.queryByText('Parts')).toBeNull();
});

test('an income is proposed no refund, for which its form has no choice', async () => {
  rule('title:lind', { category: 'Shopping', addTags: ['lind'] });
  rule('type:income title:lesson', { category: 'Gifts' });
  const hands = await open('?type=Income');
  await fill(hands, { Title: 'Lind' });
  await expectValues({ Category: 'Salary', Tags: 'lind' });
  // The select would show its first choice for a value that it lacks.
  expect(await category()).not.toHaveAccessibleDescription();
  await fill(hands, { Title: 'Lesson' });
  await expectValues({ Category: 'Gifts' });
  await hands.click(screen.getByRole('tab', { name: 'Expense' }));
  await expectValues({ Category: '' });
});
