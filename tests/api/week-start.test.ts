import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { firstOf, lastOf, shifted } from '#ledger/model/days.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ premium: 'everyone' });
  // A Wednesday: weeks have begun on 2026-11-16, a Monday, on 2026-11-14, a Saturday, and on 2026-11-15, a Sunday.
  server.clock.now = new Date('2026-11-18T12:00:00Z');
});
afterAll(() => server.close());

test.each([
  ['2026-11-16', '2026-11-16', '2026-11-14', '2026-11-15'],
  ['2026-11-15', '2026-11-09', '2026-11-14', '2026-11-15'],
  ['2026-11-14', '2026-11-09', '2026-11-14', '2026-11-08'],
  ['2026-11-13', '2026-11-09', '2026-11-07', '2026-11-08'],
])('the week of %s begins on its Monday, Saturday or Sunday', (day, monday, saturday, sunday) => {
  const firsts = ([1, 6, 7] as const).map((weekStart) => firstOf('week', day, weekStart));
  expect(firsts).toEqual([monday, saturday, sunday]);
  const lasts = ([1, 6, 7] as const).map((weekStart) => lastOf('week', day, weekStart));
  expect(lasts).toEqual([monday, saturday, sunday].map((first) => shifted(first, 6)));
});

const spendOn = (user: Caller, date: string, amount: number) =>
  expectOk(user.post('/transaction/create-expense', { title: `On ${date}`, amount, wallet: 'Bank', date }));
const weekOf = async (user: Caller, known = '') =>
  (await expectOk(user.get<CallData<'getStatistics'>>(`/stats/get-income-expense-by-time-range${known}`))).data.week;
const found = async (user: Caller, q: string) =>
  (await expectOk(user.get<CallData<'find'>>(`/ledger/find?q=${encodeURIComponent(q)}`))).data.out;

test('the figures of a week, its words in a search and its explanation begin on the day that was chosen', async () => {
  const user = await server.newUser();
  expect((await user.user()).weekStart).toBeNull();
  for (const [date, amount] of [
    ['2026-11-13', 1],
    ['2026-11-14', 20],
    ['2026-11-15', 300],
    ['2026-11-16', 4_000],
  ] as const) {
    await spendOn(user, date, amount);
  }
  const before = `?known=${(await expectOk(user.get<CallData<'find'>>('/ledger/find?q='))).data.revision}`;
  await spendOn(user, '2026-11-21', 50_000);
  const seen = async () => [
    (await weekOf(user)).expense,
    await found(user, 'date:this-week'),
    await found(user, 'date:last-week'),
  ];
  expect(await seen()).toEqual([54_000, 54_000, 321]);
  for (const [weekStart, week, last, weekBefore] of [
    [7, 54_300, 21, 4_300],
    [6, 4_320, 1, 4_320],
    [1, 54_000, 321, 4_000],
  ] as const) {
    const { data } = await expectOk(user.post<CallData<'updateCalendar'>>('/users/update-calendar', { weekStart }));
    expect(data.weekStart).toBe(weekStart);
    expect(await seen()).toEqual([week, week, last]);
    expect((await weekOf(user, before)).expense).toBe(weekBefore);
    const figure = `expense:week:${firstOf('week', '2026-11-18', weekStart)}`;
    const { data: explained } = await expectOk(user.get<CallData<'explain'>>(`/ledger/explain?figure=${figure}`));
    expect([explained.amount, explained.shown]).toEqual([week, week]);
  }
  expect((await user.get('/ledger/explain?figure=expense:week:2026-11-17')).status).toBe(422);
});

test('days in a search are written in the own order', async () => {
  const user = await server.newUser();
  await spendOn(user, '2026-03-05', 7);
  await spendOn(user, '2026-05-03', 9);
  expect([await found(user, 'date:5/3/2026'), await found(user, 'date:5.3.2026')]).toEqual([7, 7]);
  await expectOk(user.post('/users/update-date-order', { dateOrder: 'mdy' }));
  expect([await found(user, 'date:5/3/2026'), await found(user, 'date:5.3.2026')]).toEqual([9, 9]);
});

test('weeks begin on one of three days', async () => {
  const user = await server.newUser();
  for (const weekStart of [0, 2, 'sunday', null]) {
    const refused = await user.post('/users/update-calendar', { weekStart });
    expect(refused.problem.errors).toEqual({ weekStart: 'A week begins on 1, Monday, 6, Saturday, or 7, Sunday' });
  }
});
