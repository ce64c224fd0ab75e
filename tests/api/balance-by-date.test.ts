import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

type Points = CallData<'getNetWorth'>['points'];

async function pointsOf(user: Caller, query: string): Promise<Points> {
  return (await expectOk(user.get<CallData<'getNetWorth'>>(`/stats/net-worth?${query}`))).data.points;
}

const at = (time: string) => {
  server.clock.now = new Date(time);
};

/** A user with a deposit, an account, entries of several days, a goal with money, and a balance that was set. */
async function saver() {
  at('2026-11-03T12:00:00Z');
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1_000 }));
  const opened = await expectOk(
    user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings', openingBalance: 500 }),
  );
  const savings = opened.data.accounts.find(({ name }) => name === 'Savings')?._id ?? '';
  const spend = async (amount: number, date: string) =>
    await expectOk(user.post('/transaction/create-expense', { title: 'Coffee', amount, date, wallet: 'Bank' }));
  await spend(10, '2026-10-30');
  await spend(20, '2026-11-05');
  const { data } = await expectOk(
    user.post('/goals/create-goal', { title: 'Bicycle', finalAmount: 400, category: 'Savings' }),
  );
  at('2026-11-06T12:00:00Z');
  await expectOk(user.post('/goals/add-money-to-goal', { goalId: data.goals[0]?._id, currentAmount: 50 }));
  const move = { amount: 100, from: data.accounts[0]?._id, to: savings, date: '2026-11-10' };
  const moved = await expectOk(user.post('/transfer/create-transfer', move));
  at(NOW.toISOString());
  await expectOk(user.post('/users/update-account-balance', { newAmount: 900 }));
  await spend(5, '2026-12-24');
  return { user, savings, moved };
}

test('is the books at the end of each day, and today the balance', async () => {
  const { user, savings } = await saver();
  const amounts = async (query: string) => (await pointsOf(user, query)).map(({ amount }) => amount);
  expect(await pointsOf(user, 'from=2026-10-29&to=2026-10-31')).toEqual([
    { date: '2026-10-29', amount: 1_500 },
    { date: '2026-10-30', amount: 1_490 },
    { date: '2026-10-31', amount: 1_490 },
  ]);
  expect(await amounts('from=2026-11-04&to=2026-11-06')).toEqual([1_490, 1_470, 1_420]);
  expect(await amounts(`from=2026-11-09&to=2026-11-10&account=${savings}`)).toEqual([500, 600]);
  const { currentBalance } = await user.user();
  expect((await pointsOf(user, '')).at(-1)).toEqual({ date: '2026-11-20', amount: currentBalance });
  expect(await pointsOf(user, '')).toHaveLength(366);
  expect(await pointsOf(user, 'from=2026-09-15&step=month')).toEqual([
    { date: '2026-09-30', amount: 1_500 },
    { date: '2026-10-31', amount: 1_490 },
    { date: '2026-11-20', amount: currentBalance },
  ]);
});

test('agrees with a confirmed day, and follows edits, deletions and undos', async () => {
  const { user, moved } = await saver();
  const everyday = (await user.user()).accounts[0]?._id;
  await expectOk(user.post('/accounts/assert-balance', { date: '2026-11-10', balance: 1 }));
  const compared = async () => {
    const { data } = await expectOk(user.get<{ days: { books: number }[] }>('/accounts/confirmed-days'));
    const [point] = await pointsOf(user, `from=2026-11-10&to=2026-11-10&account=${everyday}`);
    expect(point?.amount).toBe(data.days[0]?.books);
    return point?.amount;
  };
  expect(await compared()).toBe(820);
  const undo = await user.post('/ledger/undo', { changeSetId: moved.headers.get('Change-Set') });
  expect(undo.status).toBe(200);
  expect(await compared()).toBe(920);
  const { transactionHistory } = await user.user();
  const coffee = transactionHistory.find(({ amount }) => amount === 20);
  const edit = { transactionId: coffee?._id, amount: 30, date: '2026-11-11' };
  await expectOk(user.post('/transaction/update-transaction', edit));
  expect(await compared()).toBe(940);
  await expectOk(user.post('/transaction/delete-transaction', { transactionId: coffee?._id }));
  expect(await compared()).toBe(940);
  expect((await pointsOf(user, 'from=2026-11-19')).at(-1)?.amount).toBe((await user.user()).currentBalance);
});

test('is as it was known then, when today was the day of that moment', async () => {
  const { user, savings } = await saver();
  const then = 'known=2026-11-07T12:00:00Z';
  const points = await pointsOf(user, `from=2026-11-05&${then}`);
  const { data } = await expectOk(user.get<{ currentBalance: number }>(`/users/get-current-user?${then}`));
  expect(points).toEqual([
    { date: '2026-11-05', amount: 1_470 },
    { date: '2026-11-06', amount: 1_420 },
    { date: '2026-11-07', amount: data.currentBalance },
  ]);
  // The transfer, dated later, counts on the day of the moment.
  expect((await pointsOf(user, `from=2026-11-07&${then}&account=${savings}`)).at(-1)?.amount).toBe(600);
  expect(await pointsOf(user, 'from=2026-11-03&known=0')).toMatchObject([{ amount: 1_000 }]);
});

test.each([
  ['to=2026-11-21', 422],
  ['from=2026-11-11&to=2026-11-10', 422],
  ['from=2027-01-01', 422],
  ['from=2000-01-01', 422],
  ['step=week', 422],
  ['account=00000000-0000-4000-8000-000000000000', 404],
  ['other=1', 422],
  ['from=2000-01-01&step=month', 200],
])('answers %s with %i', async (query, status) => {
  at(NOW.toISOString());
  const user = await server.newUser();
  expect((await user.get(`/stats/net-worth?${query}`)).status).toBe(status);
});
