import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { Goal } from '#contract/goal.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

type UserWithGoal = User & { goal: Goal };
const wheel = {
  title: 'A wheel of my own',
  finalAmount: 300,
  category: 'Savings',
  description: 'Second-hand\nis fine',
};

async function saver(): Promise<{ user: Caller; goal: Goal }> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  const { data } = await expectOk(user.post<UserWithGoal>('/goals/create-goal', wheel));
  return { user, goal: data.goal };
}

test('create-goal gives the user and the goal', async () => {
  const { user, goal } = await saver();
  expect(goal).toEqual({ _id: expect.any(String), ...wheel, currentAmount: 0, date: null });
  expect((await user.user()).goals).toEqual([goal]);
  expect((await user.get<{ goals: Goal[] }>('/goals/get-goals')).data.goals).toEqual([goal]);
});

test('a goal has a day by which it is wanted until an update lacks it, and an undo brings it back', async () => {
  const { user, goal } = await saver();
  const update = async (fields: object) =>
    (await expectOk(user.post<UserWithGoal>('/goals/update-goal', { goalId: goal._id, ...wheel, ...fields }))).data
      .goal;
  expect(await update({ wantedBy: '2027-06-30' })).toEqual({ ...goal, wantedBy: '2027-06-30' });
  const cleared = await expectOk(user.post('/goals/update-goal', { goalId: goal._id, ...wheel }));
  expect((await user.user()).goals).toEqual([goal]);
  await expectOk(user.post('/ledger/undo', { changeSetId: cleared.headers.get('Change-Set') }));
  expect((await user.user()).goals).toEqual([{ ...goal, wantedBy: '2027-06-30' }]);
  const asKnown = await user.get<{ goals: Goal[] }>('/goals/get-goals?known=2');
  expect(asKnown.data.goals).toEqual([{ ...goal, wantedBy: '2027-06-30' }]);
  for (const wantedBy of ['soon', '2027-02-30', '1899-12-31', 7]) {
    const { status, problem } = await user.post('/goals/update-goal', { goalId: goal._id, ...wheel, wantedBy });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['wantedBy']]);
  }
});

test('get-goals gives goals oldest first', async () => {
  const { user } = await saver();
  for (const title of ['b', 'c']) await expectOk(user.post('/goals/create-goal', { title, finalAmount: 5 }));
  const { goals } = (await user.get<{ goals: Goal[] }>('/goals/get-goals')).data;
  expect(goals.map(({ title }) => title)).toEqual([wheel.title, 'b', 'c']);
});

describe('add-money-to-goal', () => {
  test("moves money from the balance, and sets the date of completion in the user's time zone", async () => {
    const { user, goal } = await saver();
    const add = (currentAmount: number) =>
      user.post<UserWithGoal>(
        '/goals/add-money-to-goal',
        { goalId: goal._id, currentAmount },
        { 'Time-Zone': 'Asia/Tokyo' },
      );
    server.clock.now = new Date('2026-11-20T23:30:00Z');
    try {
      const first = await expectOk(add(120));
      expect(first.data).toMatchObject({ currentBalance: 880, goal: { currentAmount: 120, date: null } });
      const reached = await expectOk(add(180));
      expect(reached.data).toMatchObject({ currentBalance: 700, goal: { currentAmount: 300, date: '2026-11-21' } });
    } finally {
      server.clock.now = null;
    }
    const { data } = await expectOk(
      user.post<UserWithGoal>('/goals/update-goal', { goalId: goal._id, title: 'Bigger', finalAmount: 400 }),
    );
    expect(data.goal).toEqual({
      _id: goal._id,
      title: 'Bigger',
      finalAmount: 400,
      currentAmount: 300,
      category: null,
      description: null,
      date: null,
    });
  });

  test.each([
    [300.01, 'more_than_goal', "Amount to add can't be more than the final amount of the goal"],
    [0.5, 'invalid', "Amount can't be less than 1"],
  ])('is refused with %d', async (currentAmount, code, message) => {
    const { user, goal } = await saver();
    const refused = await user.post('/goals/add-money-to-goal', { goalId: goal._id, currentAmount });
    expect(refused.status).toBe(422);
    expect(refused.problem).toMatchObject({ code, errors: { currentAmount: message } });
  });

  test('is refused above the balance', async () => {
    const user = await server.newUser();
    const { data } = await user.post<UserWithGoal>('/goals/create-goal', wheel);
    const refused = await user.post('/goals/add-money-to-goal', { goalId: data.goal._id, currentAmount: 5 });
    expect(refused.problem).toMatchObject({
      code: 'not_enough_balance',
      errors: { currentAmount: "You don't have enough balance to make this transaction" },
    });
  });
});

test('take-back returns some of the money, which is undone', async () => {
  const { user, goal } = await saver();
  const added = await expectOk(user.post('/goals/add-money-to-goal', { goalId: goal._id, currentAmount: 300 }));
  const undo = (changeSetId: string | null) => user.post<UserWithGoal>('/ledger/undo', { changeSetId });
  const take = (amount: number, more = {}) =>
    user.post<UserWithGoal>('/goals/take-back', { goalId: goal._id, amount, ...more });
  const { data, headers } = await expectOk(take(120.5));
  expect(data).toMatchObject({ currentBalance: 820.5, goal: { currentAmount: 179.5, date: null } });
  for (const [amount, code, message] of [
    [179.51, 'more_than_saved', "Amount to take back can't be more than is saved for the goal"],
    [0, 'invalid', "Amount can't be less than 0.01"],
  ] as const) {
    const refused = await take(amount);
    expect(refused.status).toBe(422);
    expect(refused.problem).toMatchObject({ code, errors: { amount: message } });
  }
  const { data: made } = await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets'));
  expect(made.changeSets[0]).toMatchObject({ kind: 'take-back' });
  // The added money can't all leave the goal once more.
  const again = await undo(added.headers.get('Change-Set'));
  expect([again.status, again.problem.code]).toEqual([422, 'more_than_saved']);
  const { data: undone } = await expectOk(undo(headers.get('Change-Set')));
  expect(undone).toMatchObject({ currentBalance: 700, goals: [{ currentAmount: 300, date: expect.any(String) }] });
  const { data: before } = await expectOk(undo(added.headers.get('Change-Set')));
  expect(before).toMatchObject({ currentBalance: 1000, goals: [{ currentAmount: 0, date: null }] });
});

test('delete-goal returns the saved amount of the ledger, not of the request', async () => {
  const { user, goal } = await saver();
  await expectOk(user.post('/goals/add-money-to-goal', { goalId: goal._id, currentAmount: 120 }));
  const { data } = await expectOk(user.post('/goals/delete-goal', { goalId: goal._id, goalCurrentAmount: 9999 }));
  expect(data).toMatchObject({ currentBalance: 1000, goals: [] });
  expect(data).not.toHaveProperty('goal');
  expect((await user.post('/goals/delete-goal', { goalId: goal._id })).problem.code).toBe('goal_not_found');
});

test("another user's goal is not found by any call, and unchanged", async () => {
  const { user: owner, goal } = await saver();
  const other = await server.newUser();
  await expectOk(other.post('/users/initial-deposit', { depositAmount: 100 }));
  for (const [path, input] of [
    ['update-goal', { title: 'Mine', finalAmount: 5 }],
    ['add-money-to-goal', { currentAmount: 5 }],
    ['take-back', { amount: 5 }],
    ['delete-goal', {}],
  ] as const) {
    const refused = await other.post(`/goals/${path}`, { goalId: goal._id, ...input });
    expect([path, refused.status, refused.problem.code]).toEqual([path, 404, 'goal_not_found']);
  }
  expect((await owner.user()).goals).toEqual([goal]);
  expect((await eventsOf(server, other.userId)).map(({ type }) => type)).toEqual(['InitialDepositMade']);
});

test.each([
  [{ title: '' }, { title: 'Title is required' }],
  [{ title: 'x'.repeat(31) }, { title: "Title can't be longer than 30 characters" }],
  [{ finalAmount: undefined }, { finalAmount: 'Amount is required' }],
  [{ finalAmount: 0 }, { finalAmount: "Amount can't be less than 1" }],
  [{ category: 'Car' }, { category: 'Choose one of Savings, Investment, Emergency, Travel, Retirement' }],
])('create-goal is refused with %j', async (change, errors) => {
  const user = await server.newUser();
  const refused = await user.post('/goals/create-goal', { ...wheel, ...change });
  expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
  expect(await eventsOf(server, user.userId)).toEqual([]);
});

test('a repeated create-goal gives one goal and equal responses', async () => {
  const user = await server.newUser();
  const key = { 'Idempotency-Key': 'goal' };
  const first = await expectOk(user.post<UserWithGoal>('/goals/create-goal', wheel, key));
  const again = await expectOk(user.post<UserWithGoal>('/goals/create-goal', wheel, key));
  expect(again.data).toEqual(first.data);
  expect(first.data.goals).toHaveLength(1);
});
