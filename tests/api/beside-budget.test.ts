import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { Budget } from '#contract/budget-calls.ts';
import type { Explanation, WhatChanged } from '#contract/explain-calls.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const MONTH = '2026-02';

type Household = { user: Caller; everyday: string; loan: string };

async function household(isBudgeted?: boolean): Promise<Household> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 3000 }));
  const { data } = await expectOk(
    user.post<User>('/accounts/open-account', { name: 'Mortgage', kind: 'Loan', openingBalance: -200_000, isBudgeted }),
  );
  const [everyday, loan] = data.accounts.map(({ _id }) => _id);
  return { user, everyday: everyday ?? '', loan: loan ?? '' };
}

const budgetOf = async (user: Caller, known = '') =>
  (await expectOk(user.get<Budget>(`/budget/month?month=${MONTH}${known && `&known=${known}`}`))).data;
const spentOf = ({ categories }: Budget, name: string) => categories.find((each) => each.name === name)?.spent;
const pay = async ({ user, everyday, loan }: Household, amount: number, more: object = {}) =>
  await expectOk(
    user.post('/transfer/create-transfer', { from: everyday, to: loan, amount, date: `${MONTH}-05`, ...more }),
  );
const put = async ({ user, loan }: Household, isBudgeted: boolean) =>
  await expectOk(user.post<User>('/accounts/set-budgeted', { accountId: loan, isBudgeted }));
const stateOf = ({ accounts }: User) => accounts.map(({ kind, isBudgeted }: Account) => [kind, isBudgeted]);

describe('an account beside the budget', () => {
  test('is a Loan by itself, and others or none as they are opened', async () => {
    const { user } = await household();
    const open = async (body: object) => (await expectOk(user.post<User>('/accounts/open-account', body))).data;
    await open({ name: 'Pension', kind: 'Savings', isBudgeted: false });
    expect(stateOf(await open({ name: 'Small loan', kind: 'Loan', isBudgeted: true }))).toEqual([
      ['Checking', true],
      ['Loan', false],
      ['Savings', false],
      ['Loan', true],
    ]);
    expect(await budgetOf(user)).toMatchObject({ toBudget: 3000, balance: 3000, agrees: true });
  });

  test('leaves To budget alone, its own entries, too, and paying it off is spent in a category', async () => {
    const home = await household();
    const { user, loan } = home;
    const interest = { title: 'Interest', amount: 500, accountId: loan, wallet: 'Bank', date: `${MONTH}-03` };
    await expectOk(user.post('/transaction/create-expense', { ...interest, category: 'Bills & Fees' }));
    await pay(home, 900, { category: 'Bills & Fees' });
    await pay(home, 100);
    const budget = await budgetOf(user);
    expect(budget).toMatchObject({ toBudget: 3000, balance: 2000, spent: 1000, agrees: true });
    expect([spentOf(budget, 'Bills & Fees'), spentOf(budget, 'No category')]).toEqual([900, 100]);
  });

  test('is paid from in a refund of a category, or as an inflow', async () => {
    const { user, everyday, loan } = await household();
    const come = async (amount: number, category?: string) =>
      await expectOk(
        user.post('/transfer/create-transfer', { from: loan, to: everyday, amount, date: `${MONTH}-05`, category }),
      );
    await come(40, 'Shopping');
    await come(300);
    await come(60, 'Salary');
    const budget = await budgetOf(user);
    expect(budget).toMatchObject({ toBudget: 3360, inflow: 360, balance: 3400, agrees: true });
    expect(spentOf(budget, 'Shopping')).toBe(-40);
  });

  test('may be put beside it and back at any time, for all months, and by undo', async () => {
    const home = await household(true);
    const { user, everyday } = home;
    expect(await budgetOf(user)).toMatchObject({ toBudget: -197_000, agrees: true });
    const before = new Date().toISOString();
    const { data, headers } = await put(home, false);
    expect(stateOf(data)[1]).toEqual(['Loan', false]);
    expect(await budgetOf(user)).toMatchObject({ toBudget: 3000, balance: 3000, agrees: true });
    expect(await budgetOf(user, before)).toMatchObject({ toBudget: -197_000, agrees: true });
    await expectOk(user.post('/ledger/undo', { changeSetId: headers.get('Change-Set') }));
    expect(await budgetOf(user)).toMatchObject({ toBudget: -197_000, agrees: true });
    const refused = await user.post('/accounts/set-budgeted', { accountId: everyday, isBudgeted: false });
    expect([refused.status, refused.problem.code]).toEqual([409, 'everyday_stays_budgeted']);
  });

  test('explains what was spent by its transfers, and what changed as it is put beside the budget', async () => {
    const home = await household(true);
    const { user } = home;
    await expectOk(
      user.post('/transaction/create-expense', {
        title: 'Power',
        amount: 70,
        wallet: 'Bank',
        category: 'Bills & Fees',
        date: `${MONTH}-04`,
      }),
    );
    await pay(home, 900);
    const from = new Date().toISOString();
    await put(home, false);
    await pay(home, 50, { category: 'Bills & Fees' });
    const figure = encodeURIComponent(`budget:spent:${encodeURIComponent('Bills & Fees')}:${MONTH}`);
    const { data } = await expectOk(user.get<Explanation>(`/ledger/explain?figure=${figure}`));
    expect([data.amount, data.parts.map(({ what, amount }) => [what, amount])]).toEqual([
      120,
      [
        ['entries', 70],
        ['transfers', 50],
      ],
    ]);
    const none = encodeURIComponent(`budget:spent:-:${MONTH}`);
    expect((await expectOk(user.get<Explanation>(`/ledger/explain?figure=${none}`))).data.amount).toBe(900);
    const toBudget = encodeURIComponent(`budget:to-budget:${MONTH}`);
    const { data: changed } = await expectOk(
      user.get<WhatChanged>(`/ledger/what-changed?figure=${toBudget}&from=${from}&to=${new Date().toISOString()}`),
    );
    expect([changed.from.amount, changed.to.amount, changed.steps.map(({ change }) => change)]).toEqual([
      -197_000,
      3000,
      [200_000],
    ]);
  });
});

describe('the category of a transfer', () => {
  test('is refused within the budget, and goes off as it stays within it', async () => {
    const home = await household();
    const { user, everyday, loan } = home;
    const { data } = await expectOk(user.post<User>('/accounts/open-account', { name: 'Card', kind: 'Credit card' }));
    const card = data.accounts.at(-1)?._id ?? '';
    const within = { from: everyday, to: card, amount: 5, date: `${MONTH}-05`, category: 'Shopping' };
    const { status, problem } = await user.post('/transfer/create-transfer', within);
    expect([status, problem.errors]).toEqual([
      422,
      { category: 'Only a transfer from or to an account beside the budget has a category' },
    ]);
    const out = await user.post('/transfer/create-transfer', { ...within, to: loan, category: 'Salary' });
    expect([out.status, Object.keys(out.problem.errors ?? {})]).toEqual([422, ['category']]);
    await pay(home, 30, { category: 'Shopping' });
    const entry = async () =>
      (await expectOk(user.get<{ entries: { _id: string; category: string | null }[] }>('/ledger/entries?limit=1')))
        .data.entries[0];
    expect((await entry())?.category).toBe('Shopping');
    await expectOk(user.post('/transfer/update-transfer', { transferId: (await entry())?._id, to: card }));
    expect((await entry())?.category).toBe(null);
  });

  test('goes with a merge, and comes back by its undo', async () => {
    const home = await household();
    const { user } = home;
    const added = await expectOk(
      user.post<{ category: { _id: string } }>('/ledger/add-category', { name: 'House', kind: 'Expense' }),
    );
    const from = added.data.category._id;
    await pay(home, 30, { categoryId: from });
    const { headers } = await expectOk(user.post('/ledger/merge-categories', { from, into: 'Shopping' }));
    expect(spentOf(await budgetOf(user), 'Shopping')).toBe(30);
    await expectOk(user.post('/ledger/undo', { changeSetId: headers.get('Change-Set') }));
    const budget = await budgetOf(user);
    expect([spentOf(budget, 'Shopping'), spentOf(budget, 'House')]).toEqual([0, 30]);
  });
});
