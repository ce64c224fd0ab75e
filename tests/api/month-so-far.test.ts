import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const at = (time: string) => {
  server.clock.now = new Date(time);
};

async function monthOf(user: Caller, query = '', headers = {}) {
  const { data } = await expectOk(user.get<CallData<'getMonthSoFar'>>(`/stats/month-so-far${query}`, headers));
  return data;
}

/** A user without Premium, with expenses, income and a transfer of several months. */
async function earner() {
  at('2026-05-20T12:00:00Z');
  const user = await server.newUser();
  const bank = { wallet: 'Bank' };
  const spend = async (amount: number, date: string) =>
    await expectOk(user.post('/transaction/create-expense', { title: 'Rent', amount, date, ...bank }));
  const earn = async (amount: number, date: string) =>
    await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount, date, category: 'Salary' }));
  await earn(3_000, '2026-05-01');
  await earn(100.1, '2026-04-30');
  await spend(1.25, '2026-05-20');
  await spend(10.5, '2026-05-01');
  await spend(999, '2026-05-31');
  await spend(20, '2026-04-20');
  await spend(40, '2026-04-21');
  await spend(80, '2026-02-28');
  await spend(160, '2026-02-01');
  await spend(320, '2026-01-31');
  const opened = await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const [from, to] = opened.data.accounts.map(({ _id }) => _id);
  await expectOk(user.post('/transfer/create-transfer', { amount: 7, from, to, date: '2026-05-02' }));
  return { user, spend };
}

test('is this month up to today, and the same days of the three before; transfers do not count', async () => {
  const { user } = await earner();
  expect(await monthOf(user)).toEqual({
    month: '2026-05',
    day: '2026-05-20',
    spent: 11.75,
    earned: 3_000,
    before: [
      { month: '2026-04', spent: 20, earned: 0 },
      { month: '2026-03', spent: 0, earned: 0 },
      { month: '2026-02', spent: 160, earned: 0 },
    ],
    since: '2026-01-31',
    spentByDay: [
      { date: '2026-04-20', amount: 20 },
      { date: '2026-04-21', amount: 40 },
      { date: '2026-05-01', amount: 10.5 },
      { date: '2026-05-20', amount: 1.25 },
    ],
  });
  expect(await monthOf(await server.newUser())).toMatchObject({ spent: 0, since: null });
});

test('today is that of the caller, and a shorter month counts to its end', async () => {
  const { user } = await earner();
  at('2026-05-31T23:30:00Z');
  const sums = await monthOf(user);
  expect(sums.spent).toBe(1_010.75);
  expect(sums.before).toEqual([
    { month: '2026-04', spent: 60, earned: 100.1 },
    { month: '2026-03', spent: 0, earned: 0 },
    { month: '2026-02', spent: 240, earned: 0 },
  ]);
  expect(await monthOf(user, '', { 'Time-Zone': 'Europe/Berlin' })).toMatchObject({
    month: '2026-06',
    day: '2026-06-01',
    spent: 0,
    before: [{ month: '2026-05', spent: 10.5 }, { month: '2026-04' }, { month: '2026-03' }],
  });
});

test('is as it was known then, when today was the day of that moment', async () => {
  const { user, spend } = await earner();
  const then = await monthOf(user);
  at('2026-06-02T12:00:00Z');
  await spend(5, '2026-05-19');
  const { transactionHistory } = await user.user();
  const changed = transactionHistory.find(({ amount }) => amount === 20);
  await expectOk(user.post('/transaction/update-transaction', { transactionId: changed?._id, amount: 21 }));
  expect(await monthOf(user, '?known=2026-05-20T13:00:00Z')).toEqual(then);
  expect(await monthOf(user, '?known=0')).toMatchObject({ day: '2026-05-20', since: '2026-05-01' });
  expect((await monthOf(user)).before[0]).toEqual({ month: '2026-05', spent: 10.5, earned: 3_000 });
  expect((await user.get('/stats/month-so-far?month=2026-04')).status).toBe(422);
});
