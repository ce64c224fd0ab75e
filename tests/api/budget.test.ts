import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Budget, BudgetChange } from '#contract/budget-calls.ts';
import type { Category } from '#contract/category-calls.ts';
import type { User } from '#contract/user.ts';
import { openClient } from '#platform/postgres.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

type Answer = User & { budget: Budget; lacking: { categoryId: string; amount: number }[] };

const [JANUARY, FEBRUARY, MARCH] = ['2025-01', '2025-02', '2025-03'] as const;
const MONTHS = [JANUARY, FEBRUARY, MARCH];

const budgetOf = async (user: Caller, month: string, known = '') =>
  (await expectOk(user.get<Budget>(`/budget/month?month=${month}${known && `&known=${known}`}`))).data;
const change = async (user: Caller, call: string, body: object, key?: string) => {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const { data, headers: answered } = await expectOk(user.post<Answer>(`/budget/${call}`, body, headers));
  return { ...data, changeSet: answered.get('Change-Set') };
};
const refusal = async (user: Caller, call: string, body: object) => {
  const { status, problem } = await user.post(`/budget/${call}`, body);
  return [status, problem.code];
};
const plan = async (user: Caller, category: string, amount: number, month: string = JANUARY) =>
  await change(user, 'plan', { month, plans: [{ category, amount }] });
const earn = async (user: Caller, amount: number, date: string, more: object = {}) =>
  await expectOk(user.post<User>('/transaction/create-income', { title: 'Pay', amount, date, ...more }));
const spend = async (user: Caller, amount: number, date: string, category?: string) =>
  await expectOk(
    user.post<User>('/transaction/create-expense', { title: 'Shop', amount, wallet: 'Bank', date, category }),
  );
const undo = async (user: Caller, changeSetId: string | null, resolve?: object) =>
  await user.post<User>('/ledger/undo', { changeSetId, ...(resolve && { resolve }) });
const rowOf = ({ categories }: Budget, name: string) => categories.find((each) => each.name === name);
const availableOf = (budget: Budget, name = 'Groceries') => rowOf(budget, name)?.available;
const plannedOf = async (user: Caller, name = 'Groceries', month: string = JANUARY) =>
  rowOf(await budgetOf(user, month), name)?.planned;

/** Income of 1,000 a month; 300 planned for groceries; spent 360, 250, and 310 with a refund of 40. */
async function household(): Promise<Caller> {
  const user = await server.newUser();
  for (const [index, month] of MONTHS.entries()) {
    await earn(user, 1000, `${month}-01`);
    await spend(user, [360, 250, 310][index] ?? 0, `${month}-15`, 'Groceries');
    await plan(user, 'Groceries', 300, month);
  }
  const [newest] = (await earn(user, 40, `${MARCH}-20`)).data.transactionHistory.slice(-1);
  const [entry] = (await expectOk(user.get<{ entries: { _id: string }[] }>('/ledger/entries?limit=1'))).data.entries;
  await expectOk(
    user.post('/transaction/update-transaction', { transactionId: entry?._id ?? newest?._id, categoryId: 'Groceries' }),
  );
  return user;
}

describe('the budget of a month', () => {
  test('carries over what is left, and takes what was overspent from To budget', async () => {
    const user = await household();
    const months = await Promise.all(MONTHS.map((month) => budgetOf(user, month)));
    expect(months.map((month) => [availableOf(month), month.toBudget])).toEqual([
      [-60, 700],
      [50, 1340],
      [80, 2040],
    ]);
    expect(months.every(({ agrees }) => agrees)).toBe(true);
    expect(months[2]).toMatchObject({ balance: 2120, inflow: 1000, planned: 300, spent: 270, plannedAhead: 0 });
    expect(rowOf(months[2] as Budget, 'Groceries')).toEqual({
      ...{ categoryId: 'Groceries', name: 'Groceries', parent: null, planned: 300, carriedIn: 50 },
      ...{ spent: 270, refunded: 40, available: 80, carry: 'surplus', target: null },
    });
    const all = await change(user, 'carry', { category: 'groceries', carry: 'all', from: JANUARY });
    expect(availableOf(all.budget)).toBe(-60);
    const after = await Promise.all(MONTHS.map((month) => budgetOf(user, month)));
    expect(after.map((month) => [availableOf(month), month.toBudget])).toEqual([
      [-60, 700],
      [-10, 1400],
      [20, 2100],
    ]);
    await expectOk(undo(user, all.changeSet));
    expect(await budgetOf(user, MARCH)).toEqual(months[2]);
  });

  test('is that of a moment, with the names, plans and entries of then', async () => {
    const user = await household();
    const before = await budgetOf(user, MARCH);
    const { data } = await expectOk(user.get<{ entries: { revision: number }[] }>('/ledger/history?limit=1'));
    const revision = data.entries[0]?.revision ?? 0;
    await plan(user, 'Groceries', 500, MARCH);
    await spend(user, 99, `${MARCH}-21`, 'Movie');
    await change(user, 'carry', { category: 'Groceries', carry: 'none', from: JANUARY });
    expect(await budgetOf(user, MARCH)).not.toEqual(before);
    expect(await budgetOf(user, MARCH, String(revision))).toEqual(before);
  });

  test('has money beside transactions, and what is planned ahead', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 500 }));
    const present = (await expectOk(user.get<Budget>('/budget/month'))).data;
    expect(present).toMatchObject({ toBudget: 500, balance: 500, inflow: 0, agrees: true });
    expect(await budgetOf(user, JANUARY)).toMatchObject({ toBudget: 500, balance: 500, agrees: true });
    const later = `${Number(present.month.slice(0, 4)) + 1}-01`;
    await plan(user, 'Travel', 120, later);
    expect((await expectOk(user.get<Budget>('/budget/month'))).data).toMatchObject({
      toBudget: 380,
      plannedAhead: 120,
    });
    expect(await budgetOf(user, later)).toMatchObject({ toBudget: 380, plannedAhead: 0, planned: 120, agrees: true });
    const { data } = await expectOk(user.post<User>('/goals/create-goal', { title: 'Kiln', finalAmount: 300 }));
    const goalId = data.goals[0]?._id;
    await expectOk(user.post('/goals/add-money-to-goal', { goalId, currentAmount: 100 }));
    expect((await expectOk(user.get<Budget>('/budget/month'))).data).toMatchObject({
      ...{ toBudget: 280, inflow: -100, balance: 400, goals: 100, agrees: true },
    });
  });
});

test('what a refund carries is no plan where nobody ever planned', async () => {
  const user = await server.newUser();
  await spend(user, 80, '2025-01-28', 'Shopping');
  await spend(user, 20, '2025-02-03', 'Shopping');
  await earn(user, 50, '2025-02-10');
  const [income] = (await expectOk(user.get<{ entries: { _id: string }[] }>('/ledger/entries?limit=1'))).data.entries;
  await expectOk(user.post('/transaction/update-transaction', { transactionId: income?._id, categoryId: 'Shopping' }));
  const budget = await budgetOf(user, MARCH);
  expect([budget.isUsed, rowOf(budget, 'Shopping')?.carriedIn]).toEqual([false, 30]);
  const { changeSet } = await plan(user, 'Groceries', 1, '2025-12');
  expect((await budgetOf(user, MARCH)).isUsed).toBe(true);
  await undo(user, changeSet);
  expect((await budgetOf(user, MARCH)).isUsed).toBe(false);
});

describe('a plan', () => {
  test('is made by name or id, for several months at once, each once', async () => {
    const user = await server.newUser();
    const plans = [
      { category: 'food & drinks', amount: 10 },
      { category: '-', amount: 5.5 },
      { category: 'Groceries', amount: 7, month: FEBRUARY },
    ];
    const { budget, changeSet } = await change(user, 'plan', { month: JANUARY, plans });
    expect([rowOf(budget, 'Food & Drinks')?.planned, rowOf(budget, 'No category')?.planned]).toEqual([10, 5.5]);
    expect(await plannedOf(user, 'Groceries', FEBRUARY)).toBe(7);
    expect(changeSet).not.toBeNull();
    expect(
      await refusal(user, 'plan', { month: JANUARY, plans: [plans[0], { ...plans[0], category: 'Food & Drinks' }] }),
    ).toEqual([422, 'invalid']);
    expect(await refusal(user, 'plan', { plans: [plans[0]] })).toEqual([422, 'invalid']);
    expect(await refusal(user, 'plan', { month: '2025-13', plans: [plans[0]] })).toEqual([422, 'invalid']);
    expect(await refusal(user, 'plan', { month: JANUARY, plans: [{ category: 'Salary', amount: 1 }] })).toEqual([
      ...[422, 'invalid'],
    ]);
    const gone = '6b8f0f0e-0000-4000-8000-000000000000';
    expect(await refusal(user, 'plan', { month: JANUARY, plans: [{ category: gone, amount: 1 }] })).toEqual([
      ...[404, 'category_not_found'],
    ]);
    expect(await refusal(user, 'plan', { month: JANUARY, plans: [{ category: 'Movie', amount: -1 }] })).toEqual([
      ...[422, 'invalid'],
    ]);
  });

  test('of an archived category is not raised, and one with money stays in the list', async () => {
    const user = await server.newUser();
    await plan(user, 'Movie', 20);
    await expectOk(user.post('/ledger/archive-category', { categoryId: 'Movie' }));
    await expectOk(user.post('/ledger/archive-category', { categoryId: 'Office' }));
    const budget = await budgetOf(user, JANUARY);
    expect([rowOf(budget, 'Movie')?.planned, rowOf(budget, 'Office')]).toEqual([20, undefined]);
    expect(await refusal(user, 'plan', { month: JANUARY, plans: [{ category: 'Movie', amount: 21 }] })).toEqual([
      ...[422, 'invalid'],
    ]);
    expect(
      await refusal(user, 'move', { month: JANUARY, from: 'to-budget', to: 'Movie', amount: 1, force: true }),
    ).toEqual([422, 'invalid']);
    const { budget: lowered } = await plan(user, 'Movie', 0);
    expect(rowOf(lowered, 'Movie')).toBeUndefined();
  });

  test('that is undone leaves what was moved later', async () => {
    const user = await server.newUser();
    const first = await plan(user, 'Groceries', 100);
    await change(user, 'move', { month: JANUARY, from: 'Groceries', to: 'Movie', amount: 30, force: true });
    await expectOk(undo(user, first.changeSet));
    expect([await plannedOf(user), await plannedOf(user, 'Movie')]).toEqual([-30, 30]);
  });

  test('that is undone asks where the same cell was planned later', async () => {
    const user = await server.newUser();
    const first = await plan(user, 'Groceries', 100);
    const moved = await change(user, 'move', { month: JANUARY, from: 'Groceries', to: 'Movie', amount: 30 });
    await plan(user, 'Groceries', 50);
    const { status, problem } = await undo(user, moved.changeSet);
    expect([status, problem.code]).toEqual([409, 'undo_conflicts']);
    const [conflict] = (problem as unknown as { conflicts: { _id: string }[] }).conflicts;
    expect(conflict).toMatchObject({ field: 'amount', now: 50, then: 100 });
    await expectOk(undo(user, moved.changeSet, { [conflict?._id ?? '']: 'now' }));
    expect([await plannedOf(user), await plannedOf(user, 'Movie')]).toEqual([50, 0]);
    expect((await undo(user, first.changeSet)).status).toBe(409);
  });
});

describe('a move', () => {
  test('takes what is there, and more by force', async () => {
    const user = await household();
    const body = { month: MARCH, from: 'Groceries', to: 'Movie', amount: 80.01 };
    expect(await refusal(user, 'move', body)).toEqual([409, 'not_enough_budget']);
    const { budget } = await change(user, 'move', { ...body, amount: 80 });
    expect([availableOf(budget), availableOf(budget, 'Movie'), budget.toBudget]).toEqual([0, 80, 2040]);
    const forced = await change(user, 'move', { ...body, amount: 5, force: true });
    expect(availableOf(forced.budget)).toBe(-5);
    const back = await change(user, 'move', { month: MARCH, from: 'Movie', to: 'to-budget', amount: 85 });
    expect([availableOf(back.budget, 'Movie'), back.budget.toBudget]).toEqual([0, 2125]);
    expect(await refusal(user, 'move', { ...body, to: 'groceries' })).toEqual([422, 'invalid']);
    await expectOk(undo(user, forced.changeSet));
    expect(availableOf(await budgetOf(user, MARCH))).toBe(0);
    expect(availableOf(await budgetOf(user, MARCH), 'Movie')).toBe(-5);
  });

  test('covers what is lacking, once, and is recognised when it is repeated', async () => {
    const user = await household();
    const body = { month: JANUARY, category: 'Groceries', from: 'to-budget' };
    const { budget } = await change(user, 'cover', body, 'cover');
    expect([availableOf(budget), budget.toBudget]).toEqual([0, 640]);
    await change(user, 'cover', body, 'cover');
    const again = await change(user, 'cover', body);
    expect([again.changeSet, availableOf(again.budget)]).toEqual([null, 0]);
    await spend(user, 1000, `${FEBRUARY}-16`, 'Movie');
    expect(await refusal(user, 'cover', { month: FEBRUARY, category: 'Movie', from: 'Groceries' })).toEqual([
      ...[409, 'not_enough_budget'],
    ]);
  });

  test('at two APIs at once moves no more than there is', async () => {
    const user = await household();
    const elsewhere = await server.visitorElsewhere();
    await expectOk(elsewhere.post('/users/login', { email: user.email, password: user.password }));
    const body = { month: MARCH, from: 'Groceries', to: 'Movie', amount: 30 };
    const statuses = await Promise.all(
      [0, 1, 2, 3].map(async (each) => (await (each % 2 ? user : elsewhere).post('/budget/move', body)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(availableOf(await budgetOf(user, MARCH))).toBe(20);
  });
});

describe('a copy', () => {
  test('plans what was planned or spent in another month, or on average', async () => {
    const user = await household();
    await spend(user, 10, `${MARCH}-02`);
    const april = '2025-04';
    const copy = async (what: string) => {
      const { budget } = await change(user, 'copy', { from: MARCH, to: april, what });
      return [rowOf(budget, 'Groceries')?.planned, rowOf(budget, 'No category')?.planned];
    };
    expect(await copy('planned')).toEqual([300, 0]);
    expect(await copy('spent')).toEqual([270, 10]);
    expect(await copy('average-3')).toEqual([293.33, 3.33]);
    // 880 in the 90 days that the books hold of 365.
    expect(await copy('average-12')).toEqual([297.41, 3.38]);
  });
});

test('a month as known says where its sums do not agree with the money', async () => {
  const user = await household();
  for (let day = 10; day < 70; day += 1) await spend(user, 1, `${JANUARY}-${10 + (day % 20)}`, 'Travel');
  const { data } = await expectOk(user.get<{ revision: number }>('/ledger/explain?figure=balance'));
  const known = `${data.revision}`;
  expect(data.revision).toBeGreaterThan(63);
  expect(await budgetOf(user, MARCH, known)).toEqual(await budgetOf(user, MARCH));
  const client = await openClient(server.databaseUrl);
  const { rowCount } = await client.query(
    `UPDATE projections.past_category_months SET amount = amount + 100
      WHERE ledger_id = $1 AND category = 'Travel' AND block = 0`,
    [user.userId],
  );
  await client.end();
  expect(rowCount).toBe(1);
  expect((await budgetOf(user, MARCH)).agrees).toBe(true);
  expect((await budgetOf(user, MARCH, known)).agrees).toBe(false);
});

describe('a target', () => {
  test('is filled in the order of the list, as long as To budget has money', async () => {
    const user = await server.newUser();
    await earn(user, 1500, '2025-01-05');
    const set = (category: string, target: object | null) => change(user, 'target', { category, target });
    await set('Groceries', { kind: 'by', amount: 10_000, date: '2025-12-31' });
    await set('Travel', { kind: 'refill', amount: 500 });
    await set('Movie', { kind: 'monthly', amount: 40 });
    await set('Work', { kind: 'share', percent: 10, of: 'last-income' });
    const { budget, lacking } = await change(user, 'fill', { month: JANUARY });
    expect(['Movie', 'Travel', 'Groceries'].map((name) => rowOf(budget, name)?.planned)).toEqual([40, 500, 833.33]);
    expect([budget.toBudget, lacking]).toEqual([126.67, []]);
    const february = await change(user, 'fill', { month: FEBRUARY, categories: ['Work', 'groceries'] });
    expect(february.lacking.map(({ categoryId, amount }) => [categoryId, amount])).toEqual([
      ['Groceries', 706.66],
      ['Work', 150],
    ]);
    expect(rowOf(february.budget, 'Groceries')?.planned).toBe(126.67);
    const none = await set('Movie', null);
    expect(rowOf(none.budget, 'Movie')?.target).toBeNull();
    await expectOk(undo(user, none.changeSet));
    expect(rowOf(await budgetOf(user, JANUARY), 'Movie')?.target).toEqual({ kind: 'monthly', amount: 40 });
  });
});

describe('categories', () => {
  const added = async (user: Caller, name: string, parent?: string) =>
    (
      await expectOk(
        user.post<User & { category: Category }>('/ledger/add-category', { name, kind: 'Expense', parent }),
      )
    ).data.category._id;

  test('that are merged give their plans month by month, and an undo gives them back', async () => {
    const user = await server.newUser();
    const market = await added(user, 'Market');
    const { changeSet } = await plan(user, 'Market', 30);
    const { data } = await expectOk(user.get<{ changes: { entry: string }[] }>(`/ledger/change-set?id=${changeSet}`));
    expect(data.changes.map(({ entry }) => entry)).toEqual(['plan Market 2025-01']);
    await plan(user, market, 20, FEBRUARY);
    await plan(user, 'Groceries', 5);
    const { headers } = await expectOk(user.post('/ledger/merge-categories', { from: market, into: 'Groceries' }));
    expect([await plannedOf(user), await plannedOf(user, 'Groceries', FEBRUARY)]).toEqual([35, 20]);
    await expectOk(undo(user, headers.get('Change-Set')));
    expect([await plannedOf(user), await plannedOf(user, 'Market')]).toEqual([5, 30]);
  });

  test('that were merged since have what an undo would plan for them', async () => {
    const user = await server.newUser();
    await earn(user, 100, '2025-01-05');
    const market = await added(user, 'Market');
    const { changeSet } = await plan(user, 'Market', 30);
    await expectOk(user.post('/ledger/merge-categories', { from: market, into: 'Groceries' }));
    expect(await plannedOf(user)).toBe(30);
    await expectOk(undo(user, changeSet));
    expect(await budgetOf(user, JANUARY)).toMatchObject({ planned: 0, toBudget: 100, agrees: true });
    const move = { month: JANUARY, from: 'to-budget', to: 'Groceries', amount: 10 };
    const { changeSet: moved } = await change(user, 'move', move);
    await expectOk(undo(user, moved));
    expect(await plannedOf(user)).toBe(0);
  });

  test('that were merged while a plan was undone have it again with that', async () => {
    const user = await server.newUser();
    const market = await added(user, 'Market');
    const { changeSet } = await plan(user, 'Market', 30);
    const undone = await expectOk(undo(user, changeSet));
    const merged = await expectOk(user.post('/ledger/merge-categories', { from: market, into: 'Groceries' }));
    await expectOk(undo(user, undone.headers.get('Change-Set')));
    expect(await plannedOf(user)).toBe(30);
    await expectOk(undo(user, merged.headers.get('Change-Set')));
    expect([await plannedOf(user), await plannedOf(user, 'Market')]).toEqual([0, 30]);
  });

  test('whose adding is undone give their plans back to To budget, and have them again', async () => {
    const user = await server.newUser();
    await earn(user, 100, '2025-01-05');
    const answer = await expectOk(user.post('/ledger/add-category', { name: 'Market', kind: 'Expense' }));
    await plan(user, 'Market', 30);
    const { headers } = await expectOk(undo(user, answer.headers.get('Change-Set')));
    expect(await budgetOf(user, JANUARY)).toMatchObject({ planned: 0, toBudget: 100, agrees: true });
    await expectOk(undo(user, headers.get('Change-Set')));
    expect(await plannedOf(user, 'Market')).toBe(30);
  });

  test('without a plan draw on their parent', async () => {
    const user = await server.newUser();
    await added(user, 'Market', 'Groceries');
    await earn(user, 100, '2025-01-05');
    await spend(user, 10, '2025-01-06', 'Market');
    await spend(user, 10, '2025-02-06', 'Market');
    await plan(user, 'Market', 15, FEBRUARY);
    const [january, february] = [await budgetOf(user, JANUARY), await budgetOf(user, FEBRUARY)];
    expect([availableOf(january, 'Market'), availableOf(january), rowOf(january, 'Market')?.spent]).toEqual([
      ...[null, -10, 10],
    ]);
    expect([availableOf(february, 'Market'), availableOf(february), february.toBudget]).toEqual([5, 0, 75]);
    expect(await refusal(user, 'move', { month: JANUARY, from: 'Market', to: 'Movie', amount: 1 })).toEqual([
      ...[409, 'not_enough_budget'],
    ]);
  });
});

describe('figures of a budget', () => {
  type Explained = { amount: number; shown: number; agrees: boolean; parts: { what: string; amount: number }[] } & {
    entries: { change: number }[];
  };
  const explained = async (user: Caller, figure: string) =>
    (await expectOk(user.get<Explained>(`/ledger/explain?figure=${encodeURIComponent(figure)}`))).data;
  const partsOf = ({ parts }: Explained) => Object.fromEntries(parts.map(({ what, amount }) => [what, amount]));

  test('are made up of their parts, and what was spent of its entries', async () => {
    const user = await household();
    const available = await explained(user, 'budget:available:Groceries:2025-03');
    expect(partsOf(available)).toEqual({ 'from last month': 50, planned: 300, spent: -310, refunds: 40 });
    expect([available.amount, available.agrees, available.entries]).toEqual([80, true, []]);
    const toBudget = await explained(user, 'budget:to-budget:2025-02');
    expect(partsOf(toBudget)).toEqual({
      'the month before': 700,
      'returned or taken': -60,
      inflow: 1000,
      planned: -300,
    });
    expect([toBudget.amount, toBudget.agrees]).toEqual([1340, true]);
    const left = await explained(user, 'budget:left:2025-03');
    const rows = (await budgetOf(user, MARCH)).categories.filter(({ available }) => available !== null);
    const leftOf = rows.map(({ planned, available }) => Math.min(planned, available ?? 0));
    expect([left.amount, left.agrees]).toEqual([leftOf.reduce((total, amount) => total + amount, 0), true]);
    expect(partsOf(left)).toMatchObject({ planned: rows.reduce((total, { planned }) => total + planned, 0) });
    expect(left.parts.reduce((total, { amount }) => total + amount, 0)).toBe(left.amount);
    await expectOk(user.post('/ledger/add-category', { name: 'Market', kind: 'Expense', parent: 'Groceries' }));
    await spend(user, 5, '2025-03-31', 'Market');
    const spent = await explained(user, 'budget:spent:groceries:2025-03');
    expect([spent.amount, spent.agrees, partsOf(spent)]).toEqual([275, true, { entries: 315, refunds: -40 }]);
    expect(spent.entries.map(({ change }) => change)).toEqual([5, -40, 310]);
    const { status } = await user.get(
      `/ledger/explain?figure=${encodeURIComponent('budget:available:Salary:2025-03')}`,
    );
    expect(status).toBe(422);
  });

  test('were led from one amount to another by plans and by spending', async () => {
    const user = await household();
    const revision = async () =>
      (await expectOk(user.get<{ entries: { revision: number }[] }>('/ledger/history?limit=1'))).data.entries[0]
        ?.revision ?? 0;
    const from = await revision();
    await plan(user, 'Groceries', 350, FEBRUARY);
    await spend(user, 30, `${JANUARY}-20`, 'Groceries');
    await spend(user, 20, `${MARCH}-20`, 'Groceries');
    await spend(user, 20, `${MARCH}-20`, 'Movie');
    await change(user, 'move', { month: MARCH, from: 'Groceries', to: 'Movie', amount: 10 });
    const to = await revision();
    const bridge = async (figure: string) =>
      (
        await expectOk(
          user.get<
            { agrees: boolean; from: { amount: number }; to: { amount: number } } & {
              steps: { of: string; change: number }[];
            }
          >(`/ledger/what-changed?figure=${encodeURIComponent(figure)}&from=${from}&to=${to}`),
        )
      ).data;
    const available = await bridge('budget:available:Groceries:2025-03');
    expect([available.from.amount, available.to.amount, available.agrees]).toEqual([80, 100, true]);
    expect(available.steps.map(({ of, change }) => [of, change])).toEqual([
      ['plan', 50],
      ['spending', -20],
      ['plan', -10],
    ]);
    const toBudget = await bridge('budget:to-budget:2025-03');
    expect(toBudget.steps.map(({ of, change }) => [of, change])).toEqual([
      ['plan', -50],
      ['spending', -30],
    ]);
    expect(toBudget.agrees).toBe(true);
  });
});

test('changes of plans are listed with what was before, undos included', async () => {
  const user = await server.newUser();
  const { changeSet } = await plan(user, 'Groceries', 100);
  await change(user, 'move', { month: JANUARY, from: 'Groceries', to: 'Movie', amount: 30 });
  await expectOk(undo(user, changeSet));
  const list = async (query: string) =>
    (await expectOk(user.get<{ changes: BudgetChange[]; next: string | null }>(`/budget/changes${query}`))).data;
  const { changes, next } = await list('?category=groceries');
  expect(next).toBeNull();
  const undoing = changes[0]?.changeSetId;
  expect(changes.map(({ before, after, summary, kind, undoneBy }) => [before, after, summary, kind, undoneBy])).toEqual(
    [
      [70, -30, 'Undone: Groceries, January 2025: $100.00 planned instead of $0.00', 'undo', null],
      [100, 70, 'Groceries, January 2025: $30.00 taken to Movie', 'move', null],
      [0, 100, 'Groceries, January 2025: $100.00 planned instead of $0.00', 'plan', undoing],
    ],
  );
  const { data } = await expectOk(user.get<{ revision: number }>('/ledger/explain?figure=balance'));
  const known = await list(`?category=groceries&known=${data.revision}`);
  expect(known.changes.map(({ undoneBy }) => undoneBy)).toEqual([null, null, null]);
  const first = await list('?limit=2&month=2025-01');
  expect(first.changes.map(({ categoryId }) => categoryId)).toEqual(['Groceries', 'Movie']);
  const second = await list(`?limit=2&before=${first.next}`);
  expect(second.changes.map(({ changeSetId }) => changeSetId === changeSet)).toEqual([false, true]);
  expect((await list('?month=2025-02')).changes).toEqual([]);
});
