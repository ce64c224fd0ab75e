import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoUser, ensureDemoUser, findDemoUser, resetDemoUser } from '#api/demo/demo-user.ts';
import { sampleLedger } from '#api/demo/sample-ledger.ts';
import type { Budget } from '#contract/budget-calls.ts';
import type { CallData } from '#contract/calls.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { StatisticsResponse } from '#contract/statistics-calls.ts';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import type { User } from '#contract/user.ts';
import { fold } from '#ledger/evolve.ts';
import { EMPTY } from '#ledger/history.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { KeyedMutex } from '#platform/keyed-mutex.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  server.clock.now = NOW;
  await ensureDemoUser(server.services);
});
afterAll(() => server.close());

async function login(): Promise<Caller> {
  const visitor = server.visitor();
  await expectOk(visitor.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
  return visitor;
}

const transactionsOf = async (user: Caller) =>
  (await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions'))).data.transactions;

/** The user without fields that depend on the time of the request. */
const booksOf = async (user: Caller): Promise<User> => user.user();

describe('the demo user', () => {
  test('has fourteen months of transactions up to today, goals and Premium', async () => {
    const demo = await login();
    const { ledgerId } = (await findDemoUser(server.services)) as DemoUser;
    const [last] = (await Array.fromAsync(server.log.readAfter(ledgerId, -1n))).slice(-1);
    expect(await server.services.waiters.wait(ledgerId, last?.revision ?? 0n, 20_000)).toBe(true);
    const user = await demo.user();
    expect(user).toMatchObject({ fullName: 'Clara Whitfield', isPaidUser: true, hasSetIncomeAndExpense: true });
    expect(user.currentBalance).toBeGreaterThan(1_000);
    expect(user.goals.map(({ date }) => date !== null)).toContain(true);

    const transactions = await transactionsOf(demo);
    expect(transactions.length).toBeGreaterThan(400);
    expect(transactions[0]?.date.slice(0, 7)).toBe('2025-10');
    expect(transactions.at(-1)?.date).toMatch(/^2026-11-(1[5-9]|20)$/);
    // Those of the card come with its statement, after the month.
    for (const { date, createdAt, wallet } of transactions) {
      expect(createdAt <= NOW.toISOString()).toBe(true);
      const [recorded, month] = [createdAt.slice(0, 10), date.slice(0, 7)];
      if (wallet === 'Credit card') expect([recorded > month, recorded.slice(8)]).toEqual([true, '02']);
      else expect(recorded).toBe(date);
    }
    expect(new Set(transactions.map(({ _id }) => _id)).size).toBe(transactions.length);
    const { data } = await expectOk(demo.get<StatisticsResponse>('/stats/get-income-expense-by-time-range'));
    expect(data.year.income).toBeGreaterThan(data.month.income);
    expect(data.week.expense).toBeGreaterThan(0);
  });

  test('has lived: each command is a change-set of its own time, with edits, undos, a redo and imports', async () => {
    const demo = await login();
    const changeSets: CallData<'getChangeSets'>['changeSets'] = [];
    for (let before = ''; ; ) {
      const path = `/ledger/change-sets?limit=500${before && `&before=${before}`}`;
      const { data } = await expectOk(demo.get<CallData<'getChangeSets'>>(path));
      changeSets.push(...data.changeSets);
      if (data.next === null) break;
      before = data.next;
    }
    const count = (kind: string) => changeSets.filter((changeSet) => changeSet.kind === kind).length;
    expect(changeSets.length).toBeGreaterThan(550);
    expect(changeSets.at(-1)).toMatchObject({ kind: 'demo-reset', summary: 'Demo started' });
    expect(changeSets.at(-1)?.recordedAt.slice(0, 10)).toBe('2025-10-01');
    expect([count('undo'), count('import'), count('delete-goal')]).toEqual([6, 13, 1]);
    expect(count('plan')).toBe(14);
    expect(count('update-transaction')).toBeGreaterThanOrEqual(28);
    expect(new Set(changeSets.map(({ recordedAt }) => recordedAt)).size).toBeGreaterThan(500);
  });

  test('shows a month ago as it was known then, verified and sealed', async () => {
    const demo = await login();
    const { data: then } = await expectOk(demo.get<User>('/users/get-current-user?known=2026-10-20T12:00:00Z'));
    const now = await demo.user();
    expect(then.currentBalance).toBeGreaterThan(1_000);
    expect(then.currentBalance).not.toBe(now.currentBalance);
    expect(then.accounts.map(({ name }) => name)).toEqual(['Everyday', 'Savings', 'Credit card']);
    expect(then.transactionHistory.at(-1)?.date.slice(0, 7)).toBe('2026-10');
    const { data } = await expectOk(demo.get<{ intact: boolean }>('/ledger/verify'));
    expect(data.intact).toBe(true);
  });

  test('is $9.00 off on the last confirmed day, for a sum whose digits were swapped', async () => {
    const demo = await login();
    const { data: confirmed } = await expectOk(
      demo.get<{ days: { date: string; difference: number }[] }>('/accounts/confirmed-days'),
    );
    const off = confirmed.days.filter(({ difference }) => difference !== 0);
    expect([confirmed.days.length, off.map(({ date, difference }) => [date, difference])]).toEqual([
      13,
      [['2026-10-31', 9]],
    ]);
    const { data } = await expectOk(
      demo.get<{ causes: { kind: string; entry: { title: string } | null }[] }>(
        '/accounts/find-missing?date=2026-10-31',
      ),
    );
    expect(data.causes[0]).toMatchObject({ kind: 'digits swapped', entry: { title: 'Gym' } });
    const card = (await demo.user()).accounts.find(({ name }) => name === 'Credit card')?._id;
    const { data: ofCard } = await expectOk(
      demo.get<{ days: { difference: number }[] }>(`/accounts/confirmed-days?accountId=${card}`),
    );
    expect(ofCard.days.map(({ difference }) => difference)).toEqual(Array.from({ length: 13 }, () => 0));
  });

  test('has a year of plans, two of them changed and one undone', async () => {
    const demo = await login();
    const months = await Promise.all(
      ['2025-11', '2025-12', '2026-05', '2026-10', '2026-11'].map(
        async (month) => (await expectOk(demo.get<Budget>(`/budget/month?month=${month}`))).data,
      ),
    );
    expect(months.map(({ agrees, planned }) => [agrees, planned > 0])).toEqual([
      [true, false],
      ...Array.from({ length: 4 }, () => [true, true]),
    ]);
    for (const { toBudget } of months.slice(1)) expect(toBudget > 0 && toBudget < 6_000).toBe(true);
    const changesOf = async (month: string, category: string) => {
      const path = `/budget/changes?month=${month}&category=${category}`;
      const { changes } = (await expectOk(demo.get<CallData<'getBudgetChanges'>>(path))).data;
      return changes.map(({ before, after }) => [before, after]);
    };
    expect(await changesOf('2026-05', 'Groceries')).toEqual([
      [485, 520],
      [0, 485],
    ]);
    expect(await changesOf('2026-08', 'Travel')).toEqual([
      [340, 280],
      [0, 340],
    ]);
    expect(await changesOf('2026-10', 'Movie')).toEqual([
      [300, 18],
      [18, 300],
      [0, 18],
    ]);
    const rows = months.at(-1)?.categories ?? [];
    expect(rows.find(({ name }) => name === 'Groceries')?.carry).toBe('all');
    expect(rows.flatMap(({ target }) => target?.kind ?? [])).toEqual(['refill', 'by', 'monthly', 'share']);
  });

  test('has own categories in two groups, rules, a refund, and a schedule that changed', async () => {
    const demo = await login();
    type Named = { _id: string; name: string; parent: string | null };
    const { categories } = (await expectOk(demo.get<{ categories: Named[] }>('/ledger/categories'))).data;
    const own = categories.filter(({ _id }) => /^[0-9a-f-]{36}$/.test(_id));
    const nameOf = (id: string | null) => own.find(({ _id }) => _id === id)?.name ?? null;
    expect(own.map(({ name, parent }) => [name, nameOf(parent)])).toEqual([
      ['Later', null],
      ['Rainy days', 'Later'],
      ['Pottery', null],
      ['Clay and glaze', 'Pottery'],
      ['Evening classes', 'Pottery'],
    ]);
    const { rules } = (await expectOk(demo.get<CallData<'getRules'>>('/ledger/rules'))).data;
    expect(rules).toHaveLength(3);
    const found = (await expectOk(demo.get<CallData<'find'>>('/ledger/find?q=is:refund'))).data;
    expect(found.count).toBe(1);
    const clay = await expectOk(
      demo.get<CallData<'find'>>('/ledger/find?q=category:"Clay and glaze" account:"Credit card"'),
    );
    expect(clay.data.count).toBeGreaterThan(3);
    const { schedules } = (await expectOk(demo.get<CallData<'getSchedules'>>('/schedules'))).data;
    expect(schedules.find(({ title }) => title === 'Internet')?.amount).toMatchObject({ exact: 49 });
    // Nobody has thousands for bills.
    const { data: budget } = await expectOk(demo.get<Budget>('/budget/month?month=2026-11'));
    const most = budget.categories.filter(({ name }) => name !== 'Rainy days' && name !== 'Travel');
    expect(Math.max(...most.map(({ available }) => available ?? 0))).toBeLessThan(450);
  });

  test('shows two receipts', async () => {
    const demo = await login();
    const receipts = (await transactionsOf(demo)).filter(({ receipt }) => receipt);
    expect(receipts).toHaveLength(2);
    for (const { receipt } of receipts) {
      const picture = await demo.open(receipt ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });

  test('can neither change the password, nor delete the account, nor pay, nor make the token of a calendar', async () => {
    const demo = await login();
    for (const [path, body] of [
      ['/users/update-password', { oldPassword: DEMO_PASSWORD, newPassword: 'mine' }],
      ['/users/delete-account', { password: DEMO_PASSWORD }],
      ['/pay/create-checkout', undefined],
      ['/schedules/make-calendar-token', {}],
    ] as const) {
      const refused = await demo.post(path, body);
      expect([path, refused.status, refused.problem.code]).toEqual([path, 403, 'not_for_demo']);
    }
  });

  test('is unchanged by another start', async () => {
    const demo = await login();
    await expectOk(demo.post('/transaction/create-income', { title: 'Found', amount: 5, date: '2026-11-20' }));
    const before = await booksOf(demo);
    await ensureDemoUser(server.services);
    expect(await booksOf(demo)).toEqual(before);
  });
});

describe('reset-demo-user', () => {
  test('resets ledger and profile from any session, and hides the events before', async () => {
    const demo = await login();
    await expectOk(demo.post('/demo/reset-demo-user'));
    const fresh = await booksOf(demo);
    await expectOk(demo.post('/transaction/create-income', { title: 'Found', amount: 5, date: '2026-11-20' }));
    await expectOk(demo.post('/users/update-currency', { newCurrency: '€' }));
    await expectOk(demo.post('/users/update-details', { name: 'Somebody', bio: 'else' }));
    for (const { _id } of fresh.goals) await expectOk(demo.post('/goals/delete-goal', { goalId: _id }));

    const other = await server.newUser();
    expect((await expectOk(other.post('/demo/reset-demo-user'))).data).toEqual({});
    expect(await booksOf(demo)).toEqual(fresh);
    const user = (await findDemoUser(server.services)) as DemoUser;
    const [first] = await Array.fromAsync(server.log.readAfter(user.ledgerId, -1n));
    expect(first?.type).toBe('LedgerReset');
    expect((await transactionsOf(demo)).some(({ title }) => title === 'Found')).toBe(false);
    // An undo has brought an entry back, to the place that it has in this stream.
    expect((await expectOk(demo.get<{ intact: boolean }>('/ledger/verify'))).data.intact).toBe(true);
  });

  test('needs a session', async () => {
    expect((await server.visitor().post('/demo/reset-demo-user')).status).toBe(401);
  });

  test('ends with sample data after two concurrent resets during commands', async () => {
    const demo = await login();
    const user = (await findDemoUser(server.services)) as DemoUser;
    const busy = Promise.all(
      Array.from({ length: 20 }, () =>
        demo.post('/transaction/create-income', { title: 'Busy', amount: 5, date: '2026-11-20' }),
      ),
    );
    const resets = await Promise.all([resetDemoUser(server.services, user), resetDemoUser(server.services, user)]);
    const revisions = resets.map(({ revision }) => revision);
    await busy;
    const { revision: last } = await resetDemoUser(server.services, user);
    expect(last).toBeGreaterThan(revisions.reduce((a, b) => (a > b ? a : b)));
    expect(await server.services.waiters.wait(user.ledgerId, last, 10_000)).toBe(true);
    const events = await Array.fromAsync(server.log.readAfter(user.ledgerId, -1n));
    expect(events.filter(({ type }) => type === 'LedgerReset')).toHaveLength(1);
    const state = fold(
      EMPTY,
      events.map((event) => ({ ...decodeEvent(event), revision: event.revision })),
    );
    expect((await transactionsOf(demo)).some(({ title }) => title === 'Busy')).toBe(false);
    expect((await booksOf(demo)).currentBalance).toBe(state.balance / 100);
  });

  test('gives busy and changes nothing when concurrent commands win every append', async () => {
    const demo = await login();
    const user = (await findDemoUser(server.services)) as DemoUser;
    await expectOk(demo.post('/transaction/create-income', { title: 'Kept', amount: 5, date: '2026-11-20' }));
    let others = 0;
    const append: typeof server.log.append = async (user, after, events) => {
      others += 1;
      await expectOk(demo.post('/transaction/create-income', { title: 'Faster', amount: 5, date: '2026-11-20' }));
      return await server.log.append(user, after, events);
    };
    // The commands of another process don't wait for this one.
    const commandMutex = new KeyedMutex(() => null);
    const beaten = resetDemoUser({ ...server.services, commandMutex, log: { ...server.log, append } }, user);
    await expect(beaten).rejects.toMatchObject({ code: 'busy', status: 503 });
    const titles = (await transactionsOf(demo)).map(({ title }) => title);
    expect(titles).toContain('Kept');
    expect(titles.filter((title) => title === 'Faster')).toHaveLength(others);
  });

  test('is finished at the next start after an interruption between append and truncation', async () => {
    const user = (await findDemoUser(server.services)) as DemoUser;
    const broken = { ...server.services, log: { ...server.log, truncate: () => Promise.reject(new Error('killed')) } };
    await expect(resetDemoUser(broken, user)).rejects.toThrow('killed');
    const resets = async () =>
      (await Array.fromAsync(server.log.readAfter(user.ledgerId, -1n))).filter(({ type }) => type === 'LedgerReset')
        .length;
    expect(await resets()).toBe(2);
    await ensureDemoUser(server.services);
    expect(await resets()).toBe(1);
  });
});

test.each(['2026-01-31', '2026-03-01', '2028-02-29', '2026-12-31'])(
  'the sample ledger of %s obeys the rules and ends on that date',
  (today) => {
    const now = new Date(`${today}T12:00:00Z`);
    const events = sampleLedger(
      '5b0f2f6e-9f0e-4c5b-8d4e-6d2f4c1a7b01',
      { resetId: 'reset-1', reset: {}, revision: 0n },
      now,
    );
    const state = fold(
      EMPTY,
      events.map(({ event, changeSetId, recordedAt }, index) => ({
        event,
        metadata: { commandId: changeSetId, inputHash: '', recordedAt, version: 1 },
        revision: BigInt(index),
      })),
    );
    expect(state.balance).toBeGreaterThan(0);
    expect(state.payment.status).toBe('paid');
    const days = [...state.transactions.values()].map(({ date }) => date);
    expect(days.every((day) => day <= today)).toBe(true);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(14);
    expect(JSON.stringify(events.map(({ event }) => event.data)).length).toBeLessThan(500_000);
  },
);
