import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { CallData } from '#contract/calls.ts';
import { MEASURES, ROW_KINDS } from '#ledger/reports/words.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { drawsOf, randomCommand } from '../support/random-life.ts';
import { booksOf, modelOf } from '../support/report-model.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

type Report = CallData<'runReport'>;

const SEED = Number(process.env.SEED ?? 20_261_201);
const LIVES = Number(process.env.LIVES ?? 2);
const COMMANDS = 70;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const pathOf = (question: Record<string, string | number>) =>
  `/reports/run?${new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]))}`;
const run = async (user: Caller, question: Record<string, string | number> = {}) =>
  (await expectOk(user.get<Report>(pathOf(question)))).data;
const revisionOf = async (user: Caller) =>
  String((await expectOk(user.get<CallData<'find'>>('/ledger/find?q='))).data.revision ?? 0);
const totalsBy = ({ rows }: Report) => Object.fromEntries(rows.map(({ name, total }) => [name, total]));

/** An income, which alone has its title, that becomes the refund of a category. */
async function refund(user: Caller, categoryId: string, income: { title: string; amount: number; date: string }) {
  const { data } = await expectOk(user.post('/transaction/create-income', income));
  const made = data.transactionHistory.find(({ title, type }) => title === income.title && type === 'Income');
  const transactionId = made?._id;
  await expectOk(user.post('/transaction/update-transaction', { transactionId, categoryId }));
}

/** A user on 15 May 2024 with a split, refunds, a transfer, tags, groups, and months without anything. */
async function household() {
  server.clock.now = new Date('2024-05-15T12:00:00Z');
  const user = await server.newUser();
  const add = async (name: string, parent: string | null, kind = 'Expense') => {
    const { data } = await expectOk(
      user.post<CallData<'addCategory'>>('/ledger/add-category', { name, kind, ...(parent && { parent }) }),
    );
    return data.category._id;
  };
  const bakery = await add('Bakery', 'Food & Drinks');
  const opened = await expectOk(
    user.post('/accounts/open-account', { name: 'Card', kind: 'Cash', openingBalance: 100 }),
  );
  const [everyday, card] = opened.data.accounts.map(({ _id }: Account) => _id) as [string, string];
  const spend = (title: string, amount: number, date: string, more: object = {}) =>
    expectOk(user.post('/transaction/create-expense', { title, amount, date, wallet: 'Bank', ...more }));
  const earn = (title: string, amount: number, date: string, more: object = {}) =>
    expectOk(user.post('/transaction/create-income', { title, amount, date, ...more }));
  await earn('Pay', 3000, '2024-03-01', { category: 'Salary' });
  await earn('Pay', 3100, '2024-04-01', { category: 'Salary' });
  await spend('Rent', 900, '2024-03-02', { category: 'Bills & Fees' });
  await spend('rent', 900.5, '2024-04-02', { category: 'Bills & Fees', tags: ['home', 'fixed'] });
  await spend('Bread', 4.25, '2024-04-03', { category: 'Bakery', wallet: 'Cash', accountId: card });
  await spend('Market', 50, '2024-04-04', {
    tags: ['home'],
    parts: [
      { amount: 30, category: 'Groceries' },
      { amount: 12, category: 'Food & Drinks' },
      { amount: 8, category: 'Bakery', note: 'cake' },
    ],
  });
  await refund(user, 'Groceries', { title: 'Market', amount: 5, date: '2024-05-06' });
  await earn('Mixed', 70, '2024-05-07', {
    parts: [
      { amount: 20, categoryId: 'Groceries' },
      { amount: 50, category: 'Gifts' },
    ],
  });
  await spend('Cinema', 11.11, '2024-05-20', { category: 'Movie' });
  await expectOk(user.post('/transfer/create-transfer', { from: everyday, to: card, amount: 25, date: '2024-04-09' }));
  return { user, bakery, everyday, card, spend, earn };
}

describe('a report', () => {
  test('is what was spent, by category, by month, this month, where nothing is said', async () => {
    const { user } = await household();
    const report = await run(user);
    expect(report.asked).toMatchObject({ measure: 'out', by: 'category', over: 'month', range: 'this-month' });
    expect(report.columns).toEqual([{ from: '2024-05-01', to: '2024-05-31', label: '2024-05', isWhole: false }]);
    // Refunds are pieces of what was spent, below 0; an entry that is dated ahead counts.
    expect(totalsBy(report)).toEqual({ Movie: 11.11, Groceries: -25 });
    expect(report.totals).toMatchObject({
      ...{ total: -13.89, count: 3, average: null, in: 50, out: -13.89, net: 63.89, refunds: 25, savedPercent: 127.8 },
      ...{ movedIn: 0, movedOut: 0 },
    });
    expect(report).toMatchObject({ before: null, others: null, overlap: 0 });
  });

  test('by group counts a category with the one above it, and an entry once', async () => {
    const { user, bakery } = await household();
    const april = { from: '2024-04-01', to: '2024-04-30' };
    const byGroup = await run(user, { by: 'group', ...april });
    expect(byGroup.rows.map(({ key, total, count }) => [key, total, count])).toEqual([
      ['Bills & Fees', 900.5, 1],
      ['Groceries', 30, 1],
      ['Food & Drinks', 24.25, 2],
    ]);
    const byCategory = await run(user, april);
    expect(byCategory.rows.map(({ key, parent, total, count }) => [key, parent, total, count])).toEqual([
      ['Bills & Fees', null, 900.5, 1],
      ['Groceries', null, 30, 1],
      [bakery, 'Food & Drinks', 12.25, 2],
      ['Food & Drinks', null, 12, 1],
    ]);
    expect([byCategory.totals.count, byGroup.totals.count]).toEqual([3, 3]);
  });

  test('by tag counts an entry in each, and says how much more than once; titles as last spelt', async () => {
    const { user } = await household();
    const byTag = await run(user, { by: 'tag', range: 'last-3-months', over: 'none' });
    expect(byTag.rows.map(({ key, name, total }) => [key, name, total])).toEqual([
      ['home', 'home', 950.5],
      ['-', 'No tag', 904.25],
      ['fixed', 'fixed', 900.5],
    ]);
    expect([byTag.overlap, byTag.totals.total, byTag.totals.count]).toEqual([900.5, 1854.75, 4]);
    const byTitle = await run(user, { by: 'title', range: 'last-3-months', limit: 1 });
    expect(byTitle.rows).toEqual([
      {
        ...{
          key: 'rent',
          name: 'rent',
          parent: null,
          cells: [0, 900, 900.5],
          total: 1800.5,
          count: 2,
          average: 600.17,
        },
      },
    ]);
    expect(byTitle.others).toEqual({ rows: 2, cells: [0, 0, 54.25], total: 54.25, count: 2, average: 18.08 });
  });

  test('names a row after the newest entry that counts in it, and explains a title that is a star', async () => {
    server.clock.now = new Date('2026-06-15T12:00:00Z');
    const user = await server.newUser();
    const spend = (title: string, date: string) =>
      expectOk(user.post('/transaction/create-expense', { title, amount: 10, wallet: 'Cash', tags: [title], date }));
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
    await spend('coffee', '2026-03-01');
    await expectOk(
      user.post('/transaction/create-income', { title: 'COFFEE', amount: 5, date: '2026-05-01', tags: ['COFFEE'] }),
    );
    const days = { from: '2026-01-01', to: '2026-06-14', over: 'none' };
    for (const by of ['title', 'tag']) {
      expect((await run(user, { by, ...days })).rows.map(({ name }) => name)).toEqual(['coffee']);
      expect((await run(user, { by, measure: 'in', ...days })).rows.map(({ name }) => name)).toEqual(['COFFEE']);
    }
    await expectOk(
      user.post('/transaction/create-expense', { title: '*', amount: 7, wallet: 'Cash', date: '2026-05-02' }),
    );
    const explained = async (key: string) => {
      const figure = encodeURIComponent(`report:out:title:${key}:2026-01-01:2026-06-14:*:`);
      return (await expectOk(user.get<CallData<'explain'>>(`/ledger/explain?figure=${figure}`))).data;
    };
    expect(await explained('%2A')).toMatchObject({ amount: 7, agrees: true });
    expect(await explained('*')).toMatchObject({ amount: 17, agrees: true });
  });

  test('of some accounts has transfers with others beside it, and no row of them', async () => {
    const { user, card, everyday } = await household();
    const year = { range: 'this-year', over: 'none' };
    const ofCard = await run(user, { ...year, accounts: card });
    expect(ofCard.totals).toMatchObject({ out: 4.25, in: 0, savedPercent: null, movedIn: 25, movedOut: 0 });
    const both = await run(user, { ...year, accounts: `${card},${everyday}` });
    expect(both.totals).toMatchObject({ movedIn: 0, movedOut: 0 });
    const without = await run(user, { ...year, q: '-account:Card', by: 'none' });
    expect(without.rows).toMatchObject([{ key: '*', total: 1836.61 }]);
    const other = await server.newUser();
    const theirs = (await other.user()).accounts[0]?._id ?? '';
    expect((await user.get(pathOf({ accounts: theirs }))).problem.code).toBe('account_not_found');
  });

  test('asks its query piece by piece', async () => {
    const { user } = await household();
    const groceries = await run(user, { range: 'this-year', over: 'none', q: 'category:Groceries', by: 'title' });
    expect(totalsBy(groceries)).toEqual({ Market: 25, Mixed: -20 });
    expect(groceries.totals).toMatchObject({ in: 0, out: 5, refunds: 25, count: 3 });
  });

  test('is compared with the period before, and with the same months a year before', async () => {
    const { user, spend } = await household();
    await spend('Old', 40, '2023-04-30', { category: 'Travel' });
    const april = { from: '2024-04-01', to: '2024-04-30', over: 'week' };
    const before = await run(user, { ...april, compare: 'before', by: 'none' });
    expect(before.before).toMatchObject({ from: '2024-03-01', to: '2024-03-31' });
    expect(before.totals).toMatchObject({ total: 954.75, before: 900 });
    expect(before.totals.beforeCells).toHaveLength(before.before?.columns.length ?? 0);
    const year = await run(user, { ...april, compare: 'year' });
    expect(year.rows.find(({ key }) => key === 'Travel')).toMatchObject({ total: 0, count: 0, before: 40 });
  });

  test('is a file with the rules of transactions.csv', async () => {
    const { user } = await household();
    const answer = await user.open(
      `/api/v1${pathOf({ from: '2024-03-01', to: '2024-04-30', as: 'csv', by: 'title', limit: 2 })}`,
    );
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="report-2024-03-01-2024-04-30.csv"');
    expect(await answer.text()).toBe(
      `${[
        'Title,2024-03,2024-04,Total,Average,Entries',
        'rent,900.00,900.50,1800.50,900.25,2',
        'Market,0.00,50.00,50.00,25.00,1',
        'Others (1),0.00,4.25,4.25,2.13,1',
        'Total,900.00,954.75,1854.75,927.38,4',
      ].join('\r\n')}\r\n`,
    );
  });

  test('is in the periods of its user, or in those that it names', async () => {
    const { user } = await household();
    const set = await expectOk(user.post('/users/update-calendar', { monthStart: 25, yearStart: '04-06' }));
    expect(set.data).toMatchObject({ weekStart: null, monthStart: 25, yearStart: '04-06' });
    const labels = async (question: Record<string, string | number>) =>
      (await run(user, question)).columns.map(({ label }) => label);
    expect(await labels({ range: 'this-year', over: 'year' })).toEqual(['2024/25']);
    expect(await labels({ range: 'this-year', over: 'year', yearStart: '01-01' })).toEqual(['2024']);
    expect((await run(user)).asked).toMatchObject({ from: '2024-04-25', to: '2024-05-24', monthStart: 25 });
    expect((await user.post('/users/update-calendar', {})).problem.errors).toHaveProperty('weekStart');
    for (const [field, wrong] of [
      ['monthStart', 29],
      ['yearStart', '02-29'],
      ['weekStart', 2],
    ] as const) {
      const { problem } = await user.post('/users/update-calendar', { [field]: wrong });
      expect(problem.errors).toHaveProperty(field);
    }
  });

  test('of nothing is empty', async () => {
    const user = await server.newUser();
    for (const by of ROW_KINDS) {
      const report = await run(user, { by, range: 'all', compare: 'before' });
      expect(report).toMatchObject({ revision: null, rows: [], others: null, overlap: 0 });
    }
  });

  test.each([
    [{ nobody: '1' }, 'nobody'],
    [{ from: '2024-02-01', to: '2024-01-01' }, 'from'],
    [{ from: '1899-12-31', to: '2024-01-01' }, 'from'],
    [{ from: '2024-01-01', to: '2200-01-01' }, 'to'],
    [{ from: '2023-02-29', to: '2024-01-01' }, 'from'],
    [{ from: '2024-01-01' }, 'to'],
    [{ to: '2024-01-01' }, 'from'],
    [{ range: 'this-month', from: '2024-01-01', to: '2024-01-31' }, 'range'],
    [{ range: 'this-decade' }, 'range'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 501 }, 'limit'],
    [{ limit: 'ten' }, 'limit'],
    [{ yearStart: '02-29' }, 'yearStart'],
    [{ monthStart: 0 }, 'monthStart'],
    [{ weekStart: 3 }, 'weekStart'],
    [{ measure: 'all' }, 'measure'],
    [{ by: 'payee' }, 'by'],
    [{ over: 'decade' }, 'over'],
    [{ compare: 'next' }, 'compare'],
    [{ as: 'pdf' }, 'as'],
    [{ accounts: 'Card' }, 'accounts'],
    [
      {
        accounts: Array.from({ length: 51 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`).join(),
      },
      'accounts',
    ],
    [{ range: 'this-year', from: '', over: 'day', q: 'amount:>x' }, 'q'],
    [{ from: '2020-01-01', to: '2024-01-01', over: 'day' }, 'over'],
    [{ known: '99999999' }, 'known'],
    [{ known: '2099-01-01T00:00:00Z' }, 'known'],
  ])('%j is refused, and the field is named', async (question, field) => {
    const user = await server.newUser();
    const { status, problem } = await user.get(pathOf(question as Record<string, string>));
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
    if (field === 'q') expect(problem).toHaveProperty('at');
  });
});

describe('a flow', () => {
  type Flow = CallData<'getMoneyFlow'>;
  const flow = async (user: Caller, query: string) => (await expectOk(user.get<Flow>(`/reports/flow?${query}`))).data;

  test('leads from incomes to what was spent, by group and by category, and to what is left', async () => {
    const { user, bakery } = await household();
    const april = 'from=2024-04-01&to=2024-04-30';
    expect((await flow(user, april)).links).toEqual([
      { from: 'in:Salary', to: 'hub', amount: 3100 },
      { from: 'hub', to: 'out:Bills & Fees', amount: 900.5 },
      { from: 'hub', to: 'out:Groceries', amount: 30 },
      { from: 'hub', to: 'out:Food & Drinks', amount: 24.25 },
      { from: 'hub', to: 'saved', amount: 2145.25 },
    ]);
    const { nodes, links } = await flow(user, `${april}&depth=category`);
    expect(links.filter(({ from }) => from === 'out:Food & Drinks')).toEqual([
      { from: 'out:Food & Drinks', to: `out:${bakery}`, amount: 12.25 },
      { from: 'out:Food & Drinks', to: 'own:Food & Drinks', amount: 12 },
    ]);
    expect(nodes.find(({ id }) => id === `out:${bakery}`)).toMatchObject({ name: 'Bakery', amount: 12.25 });
  });

  test('has the balances at both ends, but with a query, and for days to come', async () => {
    const { user, everyday } = await household();
    const year = await flow(user, 'range=year-to-date');
    // The opening of 100 counts before every day; the cinema of 20 May is in the balance of today.
    expect(year.balances).toEqual({ opening: 100, set: 0, aside: 0, ahead: -11.11, closing: 4409.14 });
    expect(year.totals).toMatchObject({ in: 6150, out: 1829.75, refunds: 25, net: 4320.25 });
    const one = await flow(user, `range=year-to-date&accounts=${everyday}`);
    expect(one.balances).toMatchObject({ opening: 0, closing: 4288.39 });
    expect((await flow(user, 'range=year-to-date&q=tag:home')).balances).toBeNull();
    expect((await flow(user, 'range=this-year')).balances).toBeNull();
  });
});

describe('net worth', () => {
  test('is what accounts have and owe at the ends of columns, and in goals beside it', async () => {
    const { user, card, everyday } = await household();
    await expectOk(user.post('/accounts/open-account', { name: 'Loan', kind: 'Loan', openingBalance: -500 }));
    await expectOk(user.post('/goals/create-goal', { title: 'Oven', finalAmount: 900 }));
    const goals = (await user.user()).goals;
    await expectOk(user.post('/goals/add-money-to-goal', { goalId: goals[0]?._id, currentAmount: 200 }));
    const { data } = await expectOk(user.get<CallData<'getNetWorthReport'>>('/reports/net-worth?range=last-3-months'));
    expect(data.points.map(({ date, has, owes, total }) => [date, has, owes, total])).toEqual([
      ['2024-02-29', 100, 500, -400],
      ['2024-03-31', 2200, 500, 1700],
      ['2024-04-30', 4345.25, 500, 3845.25],
    ]);
    const now = await expectOk(user.get<CallData<'getNetWorthReport'>>('/reports/net-worth?range=this-year'));
    const last = now.data.points.at(-1);
    expect(last).toMatchObject({ date: '2024-05-15', inGoals: 200, owes: 500 });
    expect(last?.withGoals).toBe((last?.total ?? 0) + 200);
    expect(last?.accounts.map(({ account }) => account).slice(0, 2)).toEqual([everyday, card]);
    const explained = async (figure: string) =>
      (await expectOk(user.get<CallData<'explain'>>(`/ledger/explain?figure=${figure}`))).data;
    expect(await explained('balance:2024-03-31')).toMatchObject({ amount: 1700, shown: 1700, agrees: true });
    expect(await explained(`account:${card}:2024-02-29`)).toMatchObject({
      ...{ amount: 100, agrees: true, parts: [{ what: 'opening', amount: 100 }] },
    });
    // The end of today has what is dated ahead, too.
    expect(await explained('balance:2024-05-15')).toMatchObject({ amount: last?.total, agrees: true });
    expect((await user.get('/ledger/explain?figure=balance:2024-05-16')).problem).toMatchObject({
      errors: { figure: "The day can't be after today" },
    });
  });
});

describe('plan and life', () => {
  test('each cell is that of its month, and what a report says was spent', async () => {
    const { user } = await household();
    const plans = [
      { category: 'Groceries', amount: 80 },
      { category: 'Bakery', amount: 7 },
    ];
    await expectOk(user.post('/budget/plan', { month: '2024-04', plans }));
    const query = '/reports/budget?from=2024-03-15&to=2024-05-01';
    const { data } = await expectOk(user.get<CallData<'getBudgetReport'>>(query));
    expect(data.months).toEqual(['2024-03', '2024-04', '2024-05']);
    const spentBy = (by: string) => run(user, { by, from: '2024-03-01', to: '2024-05-31' });
    const [byCategory, byGroup] = [await spentBy('category'), await spentBy('group')];
    for (const [at, month] of data.months.entries()) {
      const budget = await expectOk(user.get<CallData<'getBudget'>>(`/budget/month?month=${month}`));
      for (const { categoryId, parent, planned, spent: ofMonth, available } of budget.data.categories) {
        const row = data.rows.find(({ key }) => key === categoryId);
        expect([month, categoryId, row?.cells[at]]).toEqual([
          month,
          categoryId,
          { planned, spent: ofMonth, available },
        ]);
        // A category below another one that has a plan of its own is not in the amount of that one.
        const apart = budget.data.categories
          .filter((each) => each.parent === categoryId && each.available !== null)
          .reduce((sum, each) => sum + Math.round(each.spent * 100), 0);
        const { rows } = parent === null ? byGroup : byCategory;
        const reported = rows.find(({ key }) => key === categoryId)?.cells[at] ?? 0;
        expect([month, categoryId, Math.round(reported * 100)]).toEqual([
          ...[month, categoryId, Math.round(ofMonth * 100) + apart],
        ]);
      }
      expect(data.totals.cells[at]).toEqual({ planned: budget.data.planned, spent: budget.data.spent });
      // A category that draws on the plan above it is in that amount, too.
      const counted = data.rows.filter(({ parent, cells }) => parent === null || cells[at]?.available !== null);
      const sum = counted.reduce((total, { cells }) => total + Math.round((cells[at]?.spent ?? 0) * 100), 0);
      expect(sum).toBe(Math.round(budget.data.spent * 100));
    }
    expect(data.rows.find(({ key }) => key === 'Groceries')).toMatchObject({ planned: 80, spent: 5 });
    const { problem } = await user.get('/reports/budget?from=2021-04-30&to=2024-05-01');
    expect(problem.errors).toHaveProperty('from');
  });
});

describe('what comes again', () => {
  test('is what schedules come to in twelve months, but for what is skipped, and what has become dearer', async () => {
    const { user } = await household();
    const monthly = { unit: 'month', every: 1, start: '2024-05-20' };
    const add = async (title: string, more: object) => {
      const schedule = { title, type: 'Expense', amount: { exact: 10 }, rule: monthly, post: 'ask', ...more };
      const { data } = await expectOk(user.post<CallData<'addSchedule'>>('/schedules/add', schedule));
      return data.schedule?._id ?? '';
    };
    const music = await add('Music', { category: 'Entertainment' });
    const rent = await add('Rent', { amount: { exact: 900 } });
    await add('Pay', { type: 'Income', amount: { about: 3000 } });
    await expectOk(user.post('/schedules/skip', { scheduleId: rent, nominal: '2024-05-20' }));
    await expectOk(user.post('/schedules/change', { scheduleId: music, amount: { exact: 12 }, from: '2024-08-01' }));
    const { data } = await expectOk(user.get<CallData<'getRecurringReport'>>('/reports/recurring'));
    expect(data.rows).toEqual([
      expect.objectContaining({ title: 'Pay', type: 'Income', times: 12, perYear: 36_000, perMonth: 3000, rise: null }),
      expect.objectContaining({ title: 'Rent', times: 11, perYear: 9900, perMonth: 825, rise: null }),
      {
        ...{ scheduleId: music, title: 'Music', type: 'Expense', category: 'Entertainment', times: 12 },
        ...{ perYear: 138, perMonth: 11.5, rise: { from: 10, to: 12, day: '2024-08-01' } },
      },
    ]);
    expect(data.totals).toEqual({
      out: { perYear: 10_038, perMonth: 836.5 },
      in: { perYear: 36_000, perMonth: 3000 },
    });
  });
});

describe('a year in review', () => {
  test('has its sums, the most and the least, and both ends', async () => {
    const { user } = await household();
    const { data } = await expectOk(user.get<CallData<'getYearReport'>>('/reports/year'));
    expect(data.asked).toEqual({ range: 'this-year', from: '2024-01-01', to: '2024-12-31' });
    expect(data.totals).toMatchObject({ in: 6150, out: 1840.86, savedPercent: 70.1 });
    expect(data.months[3]).toMatchObject({ label: '2024-04', in: 3100, out: 954.75, net: 2145.25, isWhole: true });
    expect(data.categories.slice(0, 2).map(({ name, amount }) => [name, amount])).toEqual([
      ['Bills & Fees', 1800.5],
      ['Bakery', 12.25],
    ]);
    expect(data.titles[0]).toEqual({ key: 'rent', name: 'rent', amount: 1800.5, count: 2 });
    expect(data.largest.map(({ title, amount }) => [title, amount])).toEqual([
      ['rent', 900.5],
      ['Rent', 900],
      ['Market', 50],
      ['Cinema', 11.11],
      ['Bread', 4.25],
    ]);
    expect(data.dearestDay).toEqual({ date: '2024-04-02', amount: 900.5 });
    // Four days of 136 up to 15 May had an expense.
    expect(data.quiet).toEqual({ days: 132, longest: { from: '2024-01-01', to: '2024-03-01', days: 61 } });
    expect(data.netWorth).toEqual({
      from: { date: '2023-12-31', amount: 100 },
      to: { date: '2024-05-15', amount: 4409.14 },
    });
    expect(data.changes).toMatchObject({ recorded: 10, undone: 0 });
    expect((await user.get('/reports/year?range=all')).status).toBe(200);
    expect((await user.get('/reports/year?from=2020-01-01&to=2024-01-01')).problem.errors).toHaveProperty('from');
  });
});

describe('kept reports', () => {
  type Kept = CallData<'getReports'>;
  const kept = async (user: Caller) => (await expectOk(user.get<Kept>('/reports'))).data.reports;
  const save = (user: Caller, name: string, query: object, picture = 'bars') =>
    user.post<CallData<'saveReport'>>('/reports/save', { name, picture, query });

  test('keep the word of their range, and their place when replaced; they are ordered and removed', async () => {
    const user = await server.newUser();
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { data } = await expectOk(save(user, name, { by: 'tag', range: 'last-month', limit: 5 }));
      ids.push(data.report._id);
    }
    const { data } = await expectOk(save(user, 'twó', { measure: 'net' }, 'lines'));
    expect(data.report).toEqual({ _id: ids[1], name: 'twó', picture: 'lines', query: { measure: 'net' } });
    expect((await kept(user)).map(({ _id }) => _id)).toEqual(ids);
    expect((await kept(user))[0]?.query).toEqual({ by: 'tag', range: 'last-month', limit: 5 });
    await expectOk(user.post('/reports/order', { reportIds: [ids[2], ids[0], ids[1]] }));
    expect((await kept(user)).map(({ name }) => name)).toEqual(['Three', 'One', 'twó']);
    await expectOk(user.post('/reports/remove', { reportId: ids[2] }));
    expect((await kept(user)).map(({ name }) => name)).toEqual(['One', 'twó']);
  });

  test('of somebody else are not found, and what no report can have is refused', async () => {
    const [user, other] = [await server.newUser(), await server.newUser()];
    const { data } = await expectOk(save(user, 'One', {}));
    const reportId = data.report._id;
    expect((await other.post('/reports/remove', { reportId })).problem.code).toBe('report_not_found');
    expect((await other.post('/reports/order', { reportIds: [reportId] })).problem.code).toBe('report_not_found');
    expect((await user.post('/reports/order', { reportIds: [] })).problem.errors).toHaveProperty('reportIds');
    const account = (await other.user()).accounts[0]?._id ?? '';
    expect((await save(user, 'Two', { accounts: account })).problem.code).toBe('account_not_found');
    const wrong = async (answer: Promise<{ problem: { errors?: object } }>) =>
      Object.keys((await answer).problem.errors ?? {});
    expect(await wrong(save(user, '', {}))).toEqual(['name']);
    expect(await wrong(save(user, 'x'.repeat(41), {}))).toEqual(['name']);
    expect(await wrong(save(user, 'Two', {}, 'pie'))).toEqual(['picture']);
    expect(await wrong(save(user, 'Two', { known: '1' }))).toEqual(['known']);
    expect(await wrong(save(user, 'Two', { range: 'all', from: '2024-01-01' }))).toEqual(['range']);
    expect(await wrong(save(user, 'Two', { limit: 0, measure: 'x', yearStart: '02-29' }))).toEqual([
      ...['measure', 'yearStart', 'limit'],
    ]);
    expect(await wrong(save(user, 'Two', { over: 'day', from: '2020-01-01', to: '2026-01-01' }))).toEqual(['over']);
    expect(await wrong(save(user, 'Two', { q: 'amount:>x' }))).toEqual(['q']);
    expect(await kept(user)).toHaveLength(1);
  });
});

/** A flow has the ends of the balance by date, and adds up from one to the other; so do the accounts. */
async function booksAgree(user: Caller, known: string, account: string): Promise<void> {
  const at = known === '' ? '' : `&known=${known}`;
  const span = 'from=2026-11-01&to=2026-11-24';
  const ends = await expectOk(
    user.get<CallData<'getNetWorth'>>(`/stats/net-worth?from=2026-10-31&to=2026-11-24&step=day${at}`),
  );
  const [before, last] = [ends.data.points[0]?.amount ?? 0, ends.data.points.at(-1)?.amount ?? 0];
  for (const accounts of ['', `&accounts=${account}`]) {
    const { status, data } = await user.get<CallData<'getMoneyFlow'>>(`/reports/flow?${span}${accounts}${at}`);
    if (accounts !== '' && status === 404) continue;
    const { opening = 0, set = 0, aside = 0, ahead = 0, closing = 0 } = data.balances ?? {};
    const { in: earned, out, movedIn, movedOut } = data.totals;
    const sum = opening + earned - out + movedIn - movedOut + set - aside + ahead;
    expect([known, accounts, Math.round(sum * 100)]).toEqual([known, accounts, Math.round(closing * 100)]);
    if (accounts === '') expect([opening, closing]).toEqual([before, last]);
  }
  const worth = await expectOk(
    user.get<CallData<'getNetWorthReport'>>(`/reports/net-worth?from=2026-10-31&to=2026-11-24&over=day${at}`),
  );
  expect(worth.data.points.map(({ date, total }) => ({ date, amount: total }))).toEqual(ends.data.points);
  for (const { has, owes, total, inGoals, withGoals, accounts } of worth.data.points) {
    const cents = (amount: number) => Math.round(amount * 100);
    expect(cents(has) - cents(owes)).toBe(cents(total));
    expect(accounts.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(total));
    expect(cents(total) + cents(inGoals)).toBe(cents(withGoals));
  }
  for (const { date, total, accounts } of worth.data.points.slice(-9)) {
    const figures: [string, number][] = [
      [`balance:${date}`, total],
      ...accounts.slice(0, 2).map(({ account, amount }): [string, number] => [`account:${account}:${date}`, amount]),
    ];
    for (const [figure, amount] of figures) {
      const { data } = await expectOk(user.get<CallData<'explain'>>(`/ledger/explain?limit=500&figure=${figure}${at}`));
      const sum = data.entries.reduce((all, { change }) => all + Math.round(change * 100), 0);
      expect([figure, known, data.amount, data.agrees]).toEqual([figure, known, amount, true]);
      if (data.next === null) expect(sum).toBe(Math.round(amount * 100));
    }
  }
}

describe('a cell', () => {
  const figureOf = (parts: (string | number)[]) => `report:${parts.join(':')}`;
  const explained = async (user: Caller, figure: string, known = '') =>
    (
      await expectOk(
        user.get<CallData<'explain'>>(
          `/ledger/explain?limit=500&figure=${encodeURIComponent(figure)}${known && `&known=${known}`}`,
        ),
      )
    ).data;

  test('is explained by its entries, the parts of splits and its refunds', async () => {
    const { user } = await household();
    const found = await explained(
      user,
      figureOf(['out', 'category', 'Groceries', '2024-01-01', '2024-12-31', '*', '']),
    );
    expect(found).toMatchObject({ amount: 5, shown: 5, agrees: true });
    expect(found.parts).toEqual([
      { what: 'parts of splits', amount: 30, count: 1 },
      { what: 'refunds', amount: -25, count: 2 },
    ]);
    expect(found.entries.map(({ title, change }) => [title, change])).toEqual([
      ['Mixed', -20],
      ['Market', -5],
      ['Market', 30],
    ]);
    const net = await explained(user, figureOf(['net', 'none', '*', '2024-01-01', '2024-12-31', '*', '-tag:home']));
    expect(net.parts).toEqual([
      { what: 'income', amount: 6170, count: 3 },
      { what: 'expenses', amount: -910.36, count: 4 },
    ]);
    expect(net).toMatchObject({ amount: 5259.64, agrees: true });
  });

  test.each([
    ['out', 'category', 'nothing', '2024-01-01', '2024-12-31', '*', ''],
    ['in', 'tag', 'a%23b', '2024-01-01', '2024-12-31', '*', ''],
    ['net', 'none', 'x', '2024-01-01', '2024-12-31', '*', ''],
  ])('of an unknown key is 0 (%s %s %s)', async (...parts) => {
    const { user } = await household();
    expect(await explained(user, figureOf(parts))).toMatchObject({ amount: 0, shown: 0, agrees: true, entries: [] });
  });

  test.each([
    ['spent', 'category', '*', '2024-01-01', '2024-12-31', '*', ''],
    ['out', 'payee', '*', '2024-01-01', '2024-12-31', '*', ''],
    ['out', 'title', '%', '2024-01-01', '2024-12-31', '*', ''],
    ['out', 'title', '', '2024-01-01', '2024-12-31', '*', ''],
    ['out', 'title', '*', '2024-12-31', '2024-01-01', '*', ''],
    ['out', 'title', '*', '2024-01-01', '2024-12-31', 'Card', ''],
    ['out', 'title', '*', '2024-01-01', '2024-12-31', '*'],
    ['out', 'title', '*', '2024-01-01', '2024-12-31', '*', 'amount:>x'],
  ])('that is malformed is refused (%s %s %s)', async (...parts) => {
    const user = await server.newUser();
    const { status } = await user.get(`/ledger/explain?figure=${encodeURIComponent(figureOf(parts))}`);
    expect(status).toBe(422);
  });

  test.each(Array.from({ length: LIVES }, (_, life) => SEED + life))(
    'of a random life is its entries, now and as known (seed %i)',
    { timeout: 900_000 },
    async (seed) => {
      server.clock.now = new Date('2026-11-24T12:00:00Z');
      const draw = drawsOf(seed);
      const user = await server.newUser();
      const moments: string[] = [''];
      for (let count = 0; count < COMMANDS; count += 1) {
        if (draw.chance(0.15)) {
          const back = {
            title: `Back ${count}`,
            amount: draw.int(1, 90),
            date: `2026-11-${draw.int(10, 24)}`,
          };
          if (draw.chance(0.5)) await refund(user, 'Shopping', back);
          else {
            const parts = [
              { amount: back.amount, categoryId: 'Groceries' },
              { amount: 10, category: 'Gifts' },
            ];
            await expectOk(user.post('/transaction/create-income', { ...back, amount: back.amount + 10, parts }));
          }
        } else await randomCommand(user, draw, server.clock.now);
        if (draw.chance(0.05)) moments.push(await revisionOf(user));
      }
      const { accounts } = await user.user();
      const some = accounts.slice(0, 2).map(({ _id }) => _id);
      for (const known of moments.slice(0, 4)) {
        const books = await booksOf(user, known);
        for (const measure of MEASURES) {
          for (const by of ROW_KINDS) {
            const isOfSome = draw.chance(0.3);
            const question = {
              ...{ measure, by, range: 'all', over: draw.one(['month', 'quarter', 'none']) ?? 'none', limit: 500 },
              ...(isOfSome && { accounts: some.join() }),
              ...(known && { known }),
            };
            const { status, data, problem } = await user.get<Report>(pathOf(question));
            if (isOfSome && known && status === 404) {
              expect(problem.code).toBe('account_not_found');
              continue;
            }
            expect(status).toBe(200);
            const rows = modelOf(books, { measure, by, columns: data.columns, accounts: isOfSome ? some : null });
            const cents = (amounts: readonly number[]) => amounts.map((amount) => Math.round(amount * 100));
            const all = rows.get('*') ?? { cells: data.columns.map(() => 0), count: 0 };
            expect([cents(data.totals.cells), data.totals.count]).toEqual([all.cells, all.count]);
            const expected = [...rows].filter(([key]) => by === 'none' || key !== '*');
            expect(new Map(data.rows.map(({ key, cells, count }) => [key, { cells: cents(cells), count }]))).toEqual(
              new Map(expected),
            );
            const row = draw.one(data.rows);
            const column = draw.int(0, data.columns.length - 1);
            const { from = '', to = '' } = data.columns[column] ?? {};
            if (!row) continue;
            const ids = isOfSome ? some.join() : '*';
            const cell = figureOf([measure, by, encodeURIComponent(row.key), from, to, ids, '']);
            const { amount, agrees, entries, next } = await explained(user, cell, known);
            expect([amount, agrees]).toEqual([row.cells[column], true]);
            const sum = entries.reduce((total, { change }) => total + Math.round(change * 100), 0);
            if (next === null) expect(sum).toBe(Math.round(amount * 100));
          }
        }
      }
      for (const known of moments.slice(0, 3)) await booksAgree(user, known, draw.one(accounts)?._id ?? '');
      const [earlier = '0'] = moments.slice(1);
      const later = await revisionOf(user);
      for (const by of ['group', 'title', 'tag'] as const) {
        const { rows } = await run(user, { by, range: 'all', over: 'none', limit: 500 });
        const { key = '*' } = draw.one(rows) ?? {};
        const figure = figureOf(['out', by, encodeURIComponent(key), '1900-01-01', '2199-12-31', '*', '']);
        const { data } = await expectOk(
          user.get<CallData<'whatChanged'>>(
            `/ledger/what-changed?figure=${encodeURIComponent(figure)}&from=${earlier}&to=${later}`,
          ),
        );
        expect([by, key, data.agrees]).toEqual([by, key, true]);
      }
      for (const figure of ['balance:2026-11-15', `account:${draw.one(accounts)?._id}:2026-11-20`]) {
        const { data } = await expectOk(
          user.get<CallData<'whatChanged'>>(`/ledger/what-changed?figure=${figure}&from=${earlier}&to=${later}`),
        );
        expect([figure, data.agrees]).toEqual([figure, true]);
      }
    },
  );
});
