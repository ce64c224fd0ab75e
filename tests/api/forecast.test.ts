import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { Explanation } from '#contract/explain-calls.ts';
import type { Forecast } from '#contract/forecast-calls.ts';
import type { Occurrence, Schedule, ScheduleInput } from '#contract/schedule-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  server.clock.now = null;
});
afterAll(() => server.close());

/** A Friday. */
const TODAY = '2026-11-20';
const at = (day: string, time = '12:00:00Z') => {
  server.clock.now = new Date(`${day}T${time}`);
};

const monthly = (start: string) => ({ every: 1, unit: 'month', start }) as const;
const RENT: ScheduleInput = {
  ...{ title: 'Rent', type: 'Expense', amount: { exact: 900 }, wallet: 'Bank' },
  ...{ rule: monthly('2026-10-31'), post: 'ask' },
};
const WAGE: ScheduleInput = {
  ...{ title: 'Wage', type: 'Income', amount: { from: 2_000, to: 2_400 } },
  ...{ rule: monthly('2026-11-28'), post: 'ask' },
};
const POWER: ScheduleInput = {
  ...{ title: 'Power', type: 'Expense', amount: { about: 60 }, wallet: 'Bank' },
  ...{ rule: { every: 2, unit: 'month', start: '2026-12-01', end: { times: 1 } }, post: 'ask' },
};

const add = async (user: Caller, schedule: object) => {
  const added = await expectOk(user.post<{ schedule: Schedule }>('/schedules/add', schedule));
  return added.data.schedule;
};
const opened = async (user: Caller, account: object) => {
  await expectOk(user.post('/accounts/open-account', account));
  return (await expectOk(user.get<{ accounts: Account[] }>('/accounts/get-accounts'))).data.accounts.map(
    ({ _id }) => _id,
  );
};
const foreseen = async (user: Caller, query = '', headers = {}) =>
  (await expectOk(user.get<Forecast>(`/forecast${query}`, headers))).data;
const on = ({ days }: Forecast, date: string) => {
  const { low, expected, high } = days.find((day) => day.date === date) ?? { low: 0, expected: 0, high: 0 };
  return [low, expected, high];
};

/** Twelve weeks: six with 70.00 each, before today's, five with nothing, and the first with 90.00 by card. */
async function spender() {
  at(TODAY);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5_000 }));
  const [everyday = '', card = ''] = await opened(user, { name: 'Card', kind: 'Credit card' });
  const spent = (title: string, amount: number, date: string, accountId = everyday) =>
    expectOk(user.post('/transaction/create-expense', { title, amount, date, wallet: 'Bank', accountId }));
  // Monday, November 9, to Sunday, November 15, is the last full week; Monday, August 24, begins the first.
  await spent('Market', 40, '2026-11-09');
  await spent('Bakery', 30, '2026-11-15');
  for (const date of ['2026-11-08', '2026-11-01', '2026-10-25', '2026-10-18', '2026-10-11']) {
    await spent('Market', 70, date);
  }
  await spent('Market', 90, '2026-08-24', card);
  await spent('Before', 4_000, '2026-08-23');
  await spent('This week', 400, '2026-11-16');
  await spent('Ahead', 400, '2026-11-27');
  return { user, everyday, card, spent };
}

/** A user with 1,000.00 in Everyday, 50.00 in Savings, rent that was missed once, a wage, power, and 300.00 put by. */
async function household() {
  at(TODAY);
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1_000 }));
  const [everyday = '', savings = ''] = await opened(user, { name: 'Savings', kind: 'Savings', openingBalance: 50 });
  const rent = await add(user, RENT);
  const wage = await add(user, WAGE);
  await add(user, POWER);
  await add(user, {
    ...{ title: 'Put by', type: 'Transfer', amount: { exact: 300 }, toAccount: savings },
    ...{ rule: monthly('2026-12-02'), post: 'ask' },
  });
  return { user, everyday, savings, rent, wage };
}

describe('a forecast', () => {
  test('of all accounts begins with the balance of today, and counts what was missed on it', async () => {
    const { user } = await household();
    const forecast = await foreseen(user, '?until=2026-12-03');
    expect(forecast.days.map(({ date }) => date.slice(5))).toEqual(
      '11-20 11-21 11-22 11-23 11-24 11-25 11-26 11-27 11-28 11-29 11-30 12-01 12-02 12-03'.split(' '),
    );
    // 1,050.00 - 900.00 of October.
    expect(on(forecast, TODAY)).toEqual([150, 150, 150]);
    expect(on(forecast, '2026-11-28')).toEqual([2_150, 2_350, 2_550]);
    expect(on(forecast, '2026-11-30')).toEqual([1_250, 1_450, 1_650]);
    // 55.50 to 64.50 of power.
    expect(on(forecast, '2026-12-01')).toEqual([1_185.5, 1_390, 1_594.5]);
    expect(on(forecast, '2026-12-03')).toEqual([1_185.5, 1_390, 1_594.5]);
    expect(forecast.lowest).toEqual({ date: TODAY, amount: 150 });
    expect(forecast.spending).toBeNull();
  });

  test('of an account has what leaves it and what arrives in it', async () => {
    const { user, everyday, savings } = await household();
    const own = await foreseen(user, `?account=${everyday}&until=2026-12-03`);
    expect(on(own, TODAY)).toEqual([100, 100, 100]);
    expect(on(own, '2026-12-02')).toEqual([835.5, 1_040, 1_244.5]);
    const other = await foreseen(user, `?account=${savings}&until=2027-01-02`);
    for (const { account, toAccount } of other.occurrences) expect([account, toAccount]).toContain(savings);
    expect(other.occurrences.length).toBeGreaterThan(0);
    expect([on(other, '2026-12-01'), on(other, '2026-12-02'), on(other, '2027-01-02')]).toEqual([
      [50, 50, 50],
      [350, 350, 350],
      [650, 650, 650],
    ]);
    const { status, problem } = await user.get(`/forecast?account=${other.occurrences[0]?.scheduleId}`);
    expect([status, problem.code]).toEqual([404, 'account_not_found']);
  });

  test('lists the open occurrences as upcoming does, and counts each once', async () => {
    const { user, rent } = await household();
    const upcoming = async () =>
      (await expectOk(user.get<{ occurrences: Occurrence[] }>('/schedules/upcoming?to=2026-12-31'))).data.occurrences;
    expect((await foreseen(user, '?until=2026-12-31')).occurrences).toEqual(await upcoming());
    const scheduleId = rent._id;
    await expectOk(user.post('/schedules/skip', { scheduleId, nominal: '2026-10-31' }));
    expect(on(await foreseen(user), TODAY)).toEqual([1_050, 1_050, 1_050]);
    // Posted early, it is in the balance of today, whose sum is the same from its day on.
    await expectOk(user.post('/schedules/post', { scheduleId, nominal: '2026-11-30' }));
    const posted = await foreseen(user, '?until=2026-12-31');
    expect([on(posted, TODAY), on(posted, '2026-11-30')]).toEqual([
      [150, 150, 150],
      [2_150, 2_350, 2_550],
    ]);
    expect(posted.occurrences).toEqual((await upcoming()).filter(({ status }) => status === 'upcoming'));
  });

  test('goes 90 days ahead, at most 24 months, and never back', async () => {
    const { user } = await household();
    const { days } = await foreseen(user);
    expect([days.length, days.at(-1)?.date]).toEqual([91, '2027-02-18']);
    expect((await foreseen(user, '?until=2028-11-20')).days).toHaveLength(732);
    const errors = async (query: string) => (await user.get(`/forecast${query}`)).problem.errors;
    expect(await errors('?until=2028-11-21')).toEqual({ until: 'A forecast goes at most 24 months ahead' });
    expect(await errors('?until=2026-11-19')).toEqual({ until: 'A forecast ends today or later' });
    expect(await errors('?spending=usually')).toEqual({ spending: 'Choose one of usual' });
    expect(await errors('?from=2026-11-19')).toEqual({ from: 'This field is not known here' });
    expect((await foreseen(user, '?until=2026-11-20')).days).toHaveLength(1);
  });

  test('begins on the day of the caller', async () => {
    const { user } = await household();
    at(TODAY, '23:30:00Z');
    expect((await foreseen(user)).days[0]?.date).toBe(TODAY);
    expect((await foreseen(user, '', { 'Time-Zone': 'Europe/Paris' })).days[0]?.date).toBe('2026-11-21');
  });

  test('is as it was known at a moment, on the day of that moment', async () => {
    const { user, rent } = await household();
    const then = await foreseen(user, '?until=2026-12-31');
    at('2026-11-24');
    await expectOk(user.post('/schedules/post', { scheduleId: rent._id, nominal: '2026-10-31' }));
    await expectOk(user.post('/schedules/change', { scheduleId: rent._id, amount: { exact: 950 } }));
    const known = await foreseen(user, '?until=2026-12-31&known=2026-11-21T00:00:00Z');
    expect(known.days).toEqual(then.days.slice(1));
    expect(known.days[0]?.date).toBe('2026-11-21');
    const now = await foreseen(user, '?until=2026-12-31');
    // 150.00, 2,200.00 of wage twice, 950.00 of rent twice, 60.00 of power.
    expect(on(now, '2026-12-31')[1]).toBe(150 + 4_400 - 1_900 - 60);
    expect(on(known, '2026-12-31')[1]).toBe(150 + 4_400 - 1_800 - 60);
  });

  test('is for everybody, and needs a session', async () => {
    expect((await server.visitor().get('/forecast')).problem.code).toBe('session_required');
    at(TODAY);
    const empty = await foreseen(await server.newUser());
    expect(empty).toMatchObject({ lowest: { date: TODAY, amount: 0 }, occurrences: [] });
  });
});

describe('usual spending', () => {
  test('is a seventh of the median of twelve full weeks, from tomorrow on', async () => {
    const { user, everyday, card } = await spender();
    const forecast = await foreseen(user, '?spending=usual&until=2026-11-22');
    expect(forecast.spending).toEqual({ perDay: 10, weeks: 12 });
    const balance = 5_000 - 70 * 6 - 90 - 4_000 - 800;
    expect(forecast.days.map(({ low, expected, high }) => [low, expected, high])).toEqual(
      [0, 10, 20].map((off) => [balance - off, balance - off, balance - off]),
    );
    expect(forecast.lowest).toEqual({ date: '2026-11-22', amount: balance - 20 });
    // Six weeks of 70.00 and six of nothing: the median is 35.00.
    expect((await foreseen(user, `?spending=usual&account=${everyday}`)).spending?.perDay).toBe(5);
    expect((await foreseen(user, `?spending=usual&account=${card}`)).spending?.perDay).toBe(0);
    expect((await foreseen(user)).spending).toBeNull();
  });

  test('leaves out what is an occurrence, posted or matched, as long as it is one', async () => {
    const { user, spent } = await spender();
    await spent('Gym', 21, '2026-10-04');
    const perDay = async (more = '') => (await foreseen(user, `?spending=usual${more}`)).spending?.perDay;
    // Eight weeks: 90.00, six of 70.00 and one of 21.00, so that the two in the middle are 70.00.
    expect(await perDay()).toBe(10);
    const gym = await add(user, {
      ...{ title: 'Market', type: 'Expense', amount: { exact: 70 }, wallet: 'Bank', post: 'ask' },
      rule: { every: 1, unit: 'week', start: '2026-10-11', end: { on: '2026-11-08' } },
    });
    const posted = [];
    for (const nominal of ['2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08']) {
      const { data } = await expectOk(
        user.get<{ entries: { _id: string; date: string; title: string }[] }>('/ledger/entries?limit=100'),
      );
      const entry = data.entries.find(({ date, title }) => date === nominal && title === 'Market')?._id;
      posted.push(entry);
      await expectOk(user.post('/schedules/match', { scheduleId: gym._id, nominal, entry }));
    }
    // The rest is 90.00, 70.00 and 21.00 in three weeks of twelve.
    expect(await perDay()).toBe(0);
    await expectOk(user.post('/schedules/remove', { scheduleId: gym._id }));
    expect(await perDay()).toBe(10);
  });

  test('is as it was known', async () => {
    const { user, spent } = await spender();
    at('2026-11-21');
    for (const date of ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28']) {
      await spent('Late', 700, date);
    }
    const perDay = async (more = '') => (await foreseen(user, `?spending=usual${more}`)).spending?.perDay;
    expect(await perDay('&known=2026-11-20T13:00:00Z')).toBe(10);
    // Of 70.00 and 90.00 in the middle, 80.00: 11.43 a day.
    expect(await perDay()).toBe(11.43);
  });
});

describe('the figure of a forecast', () => {
  const explained = async (user: Caller, figure: string, more = '') =>
    (await expectOk(user.get<Explanation>(`/ledger/explain?figure=${figure}${more}`))).data;

  test('is made up of the balance of today and each occurrence up to its day', async () => {
    const { user } = await household();
    const { revision, ...explanation } = await explained(user, 'forecast:2026-12-02');
    expect(revision).not.toBeNull();
    expect(explanation).toEqual({
      ...{ figure: 'forecast:2026-12-02', amount: 1_390, shown: 1_390, agrees: true, entries: [], next: null },
      parts: [
        { what: "today's balance", amount: 1_050, count: 0 },
        { what: 'Rent, 2026-10-31', amount: -900, count: 0 },
        { what: 'Wage, 2026-11-28', amount: 2_200, count: 0 },
        { what: 'Rent, 2026-11-30', amount: -900, count: 0 },
        { what: 'Power, 2026-12-01', amount: -60, count: 0 },
        { what: 'Put by, 2026-12-02', amount: 0, count: 0 },
      ],
    });
    const { days } = await foreseen(user, '?until=2028-11-20');
    for (const { date, expected } of days.filter((_, index) => index % 91 === 0)) {
      expect(await explained(user, `forecast:${date}`)).toMatchObject({ amount: expected, agrees: true });
    }
  });

  test('of an account, and with usual spending, is made up of what concerns it', async () => {
    for (const { user } of [await household(), await spender()]) {
      const { accounts } = await user.user();
      for (const account of [null, ...accounts.map(({ _id }) => _id)]) {
        for (const isUsual of [false, true]) {
          const query = `?until=2026-12-20${account ? `&account=${account}` : ''}${isUsual ? '&spending=usual' : ''}`;
          const { days, spending } = await foreseen(user, query);
          const figure = ['forecast:2026-12-20', ...(account ? [account] : []), ...(isUsual ? ['usual'] : [])].join(
            ':',
          );
          const { amount, shown, agrees, parts } = await explained(user, figure);
          const last = days.at(-1)?.expected;
          expect([amount, shown, agrees]).toEqual([last, last, true]);
          const off = spending ? [0 - spending.perDay * (days.length - 1)] : [];
          expect(parts.flatMap((part) => (part.what === 'usual spending' ? [part.amount] : []))).toEqual(off);
        }
      }
    }
    const { user, everyday, savings } = await household();
    expect((await explained(user, `forecast:2026-12-02:${savings}`)).parts).toEqual([
      { what: "today's balance", amount: 50, count: 0 },
      { what: 'Put by, 2026-12-02', amount: 300, count: 0 },
    ]);
    const refused = async (figure: string) => (await user.get(`/ledger/explain?figure=${figure}`)).status;
    expect(await refused(`forecast:2026-12-20:${everyday.replaceAll(/[1-9a-f]/g, '1')}`)).toBe(404);
    for (const figure of ['forecast:2026-12-20:x', 'forecast:usual', `forecast:2026-12-20:usual:${everyday}`]) {
      expect(await refused(figure)).toBe(422);
    }
  });

  test('is as it was known, and knows nothing of other days', async () => {
    const { user, wage } = await household();
    at('2026-11-24');
    await expectOk(user.post('/schedules/remove', { scheduleId: wage._id }));
    expect((await explained(user, 'forecast:2026-11-28')).amount).toBe(150);
    expect((await explained(user, 'forecast:2026-11-28', '&known=2026-11-23T00:00:00Z')).amount).toBe(2_350);
    const refused = async (path: string) => {
      const { status, problem } = await user.get(path);
      return [status, problem.errors];
    };
    expect(await refused('/ledger/explain?figure=forecast:2026-11-23')).toEqual([
      422,
      { figure: 'A forecast ends today or later' },
    ]);
    expect(await refused('/ledger/explain?figure=forecast:2028-11-25')).toEqual([
      422,
      { figure: 'A forecast goes at most 24 months ahead' },
    ]);
    expect(await refused('/ledger/explain?figure=forecast:2026-11')).toMatchObject([422, {}]);
    expect(await refused('/ledger/what-changed?figure=forecast:2026-11-28&from=0&to=1')).toMatchObject([422, {}]);
  });

  test('of many occurrences is worked out in a thread', async () => {
    at(TODAY);
    const user = await server.newUser();
    const rule = { every: 1, unit: 'day', start: '2025-11-20' };
    for (let number = 0; number < 14; number += 1) await add(user, { ...RENT, title: `Rent ${number}`, rule });
    const { heavy } = server.services;
    const run = vi.spyOn(heavy, 'run');
    try {
      expect((await explained(user, 'forecast:2026-11-28')).agrees).toBe(true);
      expect(run).toHaveBeenCalledOnce();
    } finally {
      run.mockRestore();
    }
  });

  test('no other figure knows of what comes', async () => {
    const { user } = await household();
    expect((await explained(user, 'balance')).amount).toBe(1_050);
    const spent = await expectOk(user.get<{ inflow: number; spent: number }>('/budget/month?month=2026-11'));
    expect([spent.data.inflow, spent.data.spent]).toEqual([0, 0]);
  });

  test('names a thousand occurrences, and the rest as one part', async () => {
    at(TODAY);
    const user = await server.newUser();
    const daily = { every: 1, unit: 'day', start: TODAY } as const;
    for (const title of ['Tea', 'Bus']) await add(user, { ...RENT, title, amount: { exact: 2 }, rule: daily });
    const { parts, amount, agrees } = await explained(user, 'forecast:2028-11-20');
    expect([amount, agrees, parts.length]).toEqual([-4 * 732, true, 1_001]);
    expect(parts.at(-1)).toEqual({ what: '465 later occurrences', amount: -2 * 465, count: 0 });
    const { occurrences, lowest } = await foreseen(user, '?until=2028-11-20');
    expect([occurrences.length, lowest]).toEqual([1_000, { date: '2028-11-20', amount: -4 * 732 }]);
  });
});
