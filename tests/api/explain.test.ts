import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Explanation, SinceLastVisit, WhatChanged } from '#contract/explain-calls.ts';
import { callEntries } from '#contract/openapi.ts';
import type { CategoriesResponse } from '#contract/statistics-calls.ts';
import type { User } from '#contract/user.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const LAST = new Date('2027-03-01T08:00:00Z');
const START = new Date('2026-10-05T08:00:00Z');

/**
 * A user whose commands are an hour apart, from October 5, 2026, 09:00 UTC on; each gives its change-set and the user.
 */
async function atClock() {
  // The session must not end before the last time that a test sets.
  server.clock.now = LAST;
  const user = await server.newUser();
  let hours = 0;
  const done = async (path: string, input: object) => {
    hours += 1;
    server.clock.now = new Date(START.getTime() + hours * HOUR_MS);
    const { data, headers } = await expectOk(user.post<User>(path, input, { 'Idempotency-Key': randomUUID() }));
    return { id: headers.get('Change-Set') ?? '', data };
  };
  return { user, done };
}

/** Appends an event of no command, such as a payment. */
async function append(user: Caller, revision: bigint, event: LedgerEvent): Promise<void> {
  const metadata = { commandId: randomUUID(), inputHash: 'hash', recordedAt: START.toISOString() };
  await server.log.append(user.userId, revision, [{ id: randomUUID(), ...encode(event, metadata) }]);
  await settled(
    () => explained(user, 'monthly:income'),
    ({ revision: reached }) => reached === Number(revision) + 1,
  );
}

const explained = async (user: Caller, figure: string, query = '') =>
  (await expectOk(user.get<Explanation>(`/ledger/explain?figure=${encodeURIComponent(figure)}${query}`))).data;
const refusal = ({ status, problem }: Answer<unknown>) => [status, problem.code, problem.errors];
const expense = { title: 'Tea', amount: 40, category: 'Groceries', date: '2026-10-05', wallet: 'Bank' };

/** A deposit, an income, two expenses of which one is split, money put aside, a second account and a transfer. */
async function household() {
  const { user, done } = await atClock();
  await done('/users/initial-deposit', { depositAmount: 1_000 });
  await done('/transaction/create-income', { title: 'Salary', amount: 500, date: '2026-10-01' });
  const tea = await done('/transaction/create-expense', expense);
  const parts = [
    { amount: 10, category: 'Groceries' },
    { amount: 15.5, category: 'Travel' },
  ];
  await done('/transaction/create-expense', { ...expense, title: 'Market', amount: 25.5, category: undefined, parts });
  const goal = await done('/goals/create-goal', { title: 'Bicycle', finalAmount: 300 });
  const goalId = goal.data.goals[0]?._id ?? '';
  await done('/goals/add-money-to-goal', { goalId, currentAmount: 100.5 });
  const opened = await done('/accounts/open-account', { name: 'Savings', kind: 'Savings', openingBalance: 50 });
  const [everyday, savings] = opened.data.accounts.map(({ _id }) => _id) as [string, string];
  await done('/transfer/create-transfer', {
    from: everyday,
    to: savings,
    amount: 30,
    date: '2026-10-06',
    title: 'Move',
  });
  await done('/users/update-account-balance', { newAmount: 1_310, accountId: everyday });
  return { user, done, tea, goalId, everyday, savings };
}

describe('explain', () => {
  test('says what a balance is made of, with each entry in one part, newest first', async () => {
    const { user, everyday, savings } = await household();
    const balance = await explained(user, 'balance');
    expect(balance).toMatchObject({
      figure: 'balance',
      amount: 1_360 + 30,
      shown: 1_390,
      agrees: true,
      next: null,
      revision: 8,
    });
    expect(balance.parts).toEqual([
      { what: 'opening', amount: 1_050, count: 2 },
      { what: 'income', amount: 500, count: 1 },
      { what: 'expenses', amount: -65.5, count: 2 },
      { what: 'put aside', amount: -100.5, count: 1 },
      { what: 'set by hand', amount: 6, count: 1 },
    ]);
    expect(balance.entries.map(({ type, title, change, part }) => [type, title, change, part])).toEqual([
      ['Set by hand', 'Balance set by hand', 6, 'set by hand'],
      ['Opening', 'Starting balance', 50, 'opening'],
      ['Put aside', 'Saved: Bicycle', -100.5, 'put aside'],
      ['Expense', 'Market', -25.5, 'expenses'],
      ['Expense', 'Tea', -40, 'expenses'],
      ['Opening', 'Initial deposit', 1_000, 'opening'],
      ['Income', 'Salary', 500, 'income'],
    ]);
    const saved = await explained(user, `account:${savings}`);
    expect(saved).toMatchObject({ amount: 80, shown: 80, agrees: true });
    expect(saved.parts).toEqual([
      { what: 'opening', amount: 50, count: 1 },
      { what: 'transfers', amount: 30, count: 1 },
    ]);
    expect(saved.entries[0]).toMatchObject({ type: 'Transfer', title: 'Move', account: savings, change: 30 });
    expect(await explained(user, `account:${everyday}`)).toMatchObject({ amount: 1_310, shown: 1_310, agrees: true });
  });

  test('explains goals, percentages and monthly figures', async () => {
    const { user, done, goalId } = await household();
    await done('/goals/add-money-to-goal', { goalId, currentAmount: 50 });
    await done('/users/add-income-and-expense', { income: 3_000, expense: 1_000 });
    expect(await explained(user, `goal:${goalId}`)).toMatchObject({
      amount: 150.5,
      agrees: true,
      parts: [{ what: 'put aside', amount: 150.5, count: 2 }],
      entries: [{ change: 50 }, { change: 100.5 }],
    });
    const percentage = await explained(user, `percentage:goal:${goalId}`);
    expect(percentage).toMatchObject({ amount: 50.2, shown: 50.2, agrees: true });
    expect(percentage.entries.map(({ change }) => change)).toEqual([16.7, 33.5]);
    expect(await explained(user, 'percentage:monthly')).toMatchObject({ amount: 33.3, shown: 33.3, agrees: true });
    expect(await explained(user, 'monthly:income')).toMatchObject({
      amount: 3_000,
      parts: [{ what: 'monthly income', amount: 3_000, count: 1 }],
      entries: [{ type: 'Monthly figures', account: null, change: 3_000 }],
    });
  });

  test('leaves out what was deleted or undone, together with what took it back', async () => {
    const { user, done, tea, goalId } = await household();
    const deposit = await done('/users/initial-deposit', {
      depositAmount: 20,
      accountId: (await user.user()).accounts[1]?._id,
    }).catch(() => null);
    expect(deposit).toBe(null);
    await done('/transaction/delete-transaction', { transactionId: tea.data.transactionHistory.at(-1)?._id });
    await done('/goals/delete-goal', { goalId });
    const set = await done('/users/update-account-balance', { newAmount: 77 });
    await done('/ledger/undo', { changeSetId: set.id });
    const balance = await explained(user, 'balance');
    expect(balance).toMatchObject({ amount: 1_390 + 40 + 100.5, agrees: true });
    expect(balance.entries.map(({ title }) => title)).toEqual([
      'Balance set by hand',
      'Starting balance',
      'Market',
      'Initial deposit',
      'Salary',
    ]);
    const gone = await user.get(`/ledger/explain?figure=goal:${goalId}`);
    expect(refusal(gone)).toEqual([404, 'goal_not_found', undefined]);
    expect(await explained(user, `goal:${goalId}`, '&known=8')).toMatchObject({ amount: 100.5, agrees: true });
  });

  test('needs Premium for the figures of the statistics, and counts parts by their own category', async () => {
    const { user } = await household();
    expect(refusal(await user.get('/ledger/explain?figure=expense:month:2026-10'))).toEqual([
      402,
      'premium_required',
      undefined,
    ]);
    await append(user, 8n, { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } });
    expect(await explained(user, 'expense:month:2026-10')).toMatchObject({
      amount: 65.5,
      agrees: true,
      parts: [
        { what: 'Groceries', amount: 40, count: 1 },
        { what: 'split', amount: 25.5, count: 1 },
      ],
    });
    const groceries = await explained(user, 'category:Groceries:range:2026-10-05:2026-10-05');
    expect(groceries).toMatchObject({ amount: 50, shown: 50, agrees: true });
    expect(groceries.entries.map(({ title, change, part }) => [title, change, part])).toEqual([
      ['Market', 10, 'parts of splits'],
      ['Tea', 40, 'entries'],
    ]);
    const { data } = await expectOk(
      user.get<CategoriesResponse>('/stats/get-by-category?from=2026-10-01&to=2026-10-31'),
    );
    expect(data).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      before: { from: '2026-09-01', to: '2026-09-30' },
      income: [{ category: 'Salary', categoryId: 'Salary', parent: null, amount: 500, before: 0 }],
      expense: [
        { category: 'Groceries', categoryId: 'Groceries', parent: null, amount: 50, before: 0 },
        { category: 'Travel', categoryId: 'Travel', parent: null, amount: 15.5, before: 0 },
      ],
    });
    const before = await expectOk(user.get<CategoriesResponse>('/stats/get-by-category?from=2026-10-06&to=2026-10-08'));
    expect(before.data.before).toEqual({ from: '2026-10-03', to: '2026-10-05' });
    expect(before.data.expense[0]).toMatchObject({ category: 'Groceries', amount: 0, before: 50 });
  });

  test.each([
    ['changed', "UPDATE projections.entries SET amount = amount + 1 WHERE ledger_id = $1 AND title = 'Tea'", 1],
    ['deleted', "DELETE FROM projections.entries WHERE ledger_id = $1 AND title = 'Tea'", -4_000],
    [
      'added',
      `INSERT INTO projections.entries SELECT (jsonb_populate_record(t, '{"entry_id": "x"}')).*
        FROM projections.entries t WHERE ledger_id = $1 AND title = 'Tea'`,
      4_000,
    ],
  ])('says where what is shown differs from the entries: one was %s by hand', async (_, statement, cents) => {
    const { user, everyday } = await household();
    const { ledger_id: ledgerId } = (
      await server.database.query<{ ledger_id: string }>('SELECT ledger_id FROM identity.users WHERE user_id = $1', [
        user.userId,
      ])
    ).rows[0] as { ledger_id: string };
    expect((await server.database.query(statement, [ledgerId])).rowCount).toBe(1);
    for (const figure of ['balance', `account:${everyday}`]) {
      const { amount, shown, agrees } = await explained(user, figure);
      expect([agrees, Math.round((shown - amount) * 100)]).toEqual([false, cents]);
    }
  });

  test.each([
    'figure=',
    'figure=balance:x',
    'figure=account:1',
    'figure=expense:month:2026-13',
    'figure=expense:week:2026-10-06',
    'figure=expense:year:26',
    'figure=expense:range:2026-10-06:2026-10-05',
    'figure=expense:range:2026-02-30:2026-10-05',
    'figure=category:Nothing:month:2026-10',
    'figure=income-category:Groceries:month:2026-10',
    'figure=monthly:balance',
    'figure=percentage:goal',
    'limit=5',
    'figure=balance&limit=0',
    'figure=balance&limit=501',
    'figure=balance&before=yesterday',
    'figure=balance&figure=balance',
    'figure=balance&more=1',
  ])('refuses %s', async (query) => {
    const { user } = await atClock();
    expect((await user.get(`/ledger/explain?${query}`)).status).toBe(422);
  });

  test('does not find accounts and goals of others', async () => {
    const { goalId, everyday } = await household();
    const { user } = await atClock();
    expect((await user.get(`/ledger/explain?figure=account:${everyday}`)).problem.code).toBe('account_not_found');
    expect((await user.get(`/ledger/explain?figure=percentage:goal:${goalId}`)).problem.code).toBe('goal_not_found');
  });
});

describe('as known before', () => {
  test('counts entries from 0, instants included, and is empty before the first', async () => {
    const { user, tea } = await household();
    const known = async (at: string) => (await expectOk(user.get<User>(`/users/get-current-user?known=${at}`))).data;
    expect(await known('0')).toMatchObject({ currentBalance: 1_000, transactionCount: 0, goals: [] });
    expect(await known('2')).toMatchObject({ currentBalance: 1_460, transactionCount: 2 });
    expect(await known('2026-10-05T11:00:00Z')).toEqual(await known('2'));
    expect(await known('2026-10-05T12:00:00+01:00')).toEqual(await known('2'));
    expect(await known('2026-10-05T10:59:59.999Z')).toEqual(await known('1'));
    expect(await known('2026-10-05T08:59:59Z')).toMatchObject({ currentBalance: 0, transactionCount: 0 });
    expect(await known('2099-01-01T00:00:00Z')).toEqual(await user.user());
    const transactionId = tea.data.transactionHistory.at(-1)?._id;
    expect((await user.post('/transaction/get-transaction', { transactionId, known: '1' })).problem.code).toBe(
      'transaction_not_found',
    );
    expect((await user.post('/transaction/get-transaction?known=1', { transactionId })).status).toBe(404);
    expect((await user.post('/transaction/get-transaction?known=2', { transactionId })).status).toBe(200);
    expect((await user.get(`/transaction/get-transactions?before=${transactionId}&known=1`)).status).toBe(404);
  });

  test.each([
    '9',
    '-1',
    '1.5',
    'now',
    '2026-10-05',
    '2026-10-05T08:00:00',
    '0000-01-01T00:00Z',
    '0001-01-01T00:00%2B01:00',
    '2026-02-30T08:00:00Z',
    '2026-10-05T08:00:00+30:00',
    '',
  ])('refuses %s', async (known) => {
    const { user } = await household();
    for (const path of ['/users/get-current-user', '/ledger/entries', '/goals/get-goals']) {
      const answer = await user.get(`${path}?known=${known}`);
      expect([answer.status, Object.keys(answer.problem.errors ?? {})], path).toEqual([422, ['known']]);
    }
  });

  test('is refused by calls that write, and parameters that a call does not know are refused by each', async () => {
    const { user } = await household();
    for (const [name, { method, path, kind, body }] of callEntries()) {
      if (name === 'logout') continue;
      const query = kind === 'query' ? 'unknown=1' : 'known=1';
      const answer =
        method === 'GET'
          ? await user.get(`${path}?${query}`)
          : await user.post(`${path}?${query}`, body ? {} : undefined);
      // A call that takes a file only as a form refuses other bodies first.
      expect(['uploadAvatar', 'importPreview'].includes(name) ? 422 : answer.status, name).toBe(422);
    }
    expect((await user.post('/users/initial-deposit', { depositAmount: 5, known: '1' })).status).toBe(422);
    expect((await user.user()).transactionCount).toBe(3);
  });

  test('counts weeks, months and years of the moment, in the zone of the caller', async () => {
    const { user } = await household();
    await append(user, 8n, { type: 'PaymentConfirmed', data: { sessionId: 'cs_1' } });
    server.clock.now = LAST;
    const statistics = async (known: string, zone = 'UTC') =>
      (
        await expectOk(
          user.get<object>(`/stats/get-income-expense-by-time-range?known=${known}`, { 'Time-Zone': zone }),
        )
      ).data;
    const nothing = { income: 0, expense: 0 };
    expect(await statistics('2')).toEqual({
      week: { income: 0, expense: 40 },
      month: { income: 500, expense: 40 },
      year: { income: 500, expense: 40 },
    });
    expect(await statistics('2026-11-30T23:30:00Z')).toEqual({
      week: nothing,
      month: nothing,
      year: { income: 500, expense: 65.5 },
    });
    expect(await statistics('2026-09-30T23:30:00Z', 'Asia/Tokyo')).toEqual({
      week: nothing,
      month: nothing,
      year: nothing,
    });
    expect(await statistics('2027-02-01T00:00:00Z')).toMatchObject({ year: nothing });
    expect(await statistics('2026-12-31T23:30:00Z', 'Asia/Tokyo')).toMatchObject({ year: nothing });
  });

  test('shows a receipt once an entry named it, and the avatar always', async () => {
    const { user, done } = await atClock();
    await done('/users/initial-deposit', { depositAmount: 100 });
    const form = formOf({ title: 'Tea', amount: '4', wallet: 'Bank' }, 'receipt', await plainImage(4, 4));
    const { data } = await expectOk(user.postForm('/transaction/create-expense', form));
    const receipt = data.transactionHistory[0]?.receipt ?? '';
    expect((await user.open(`${receipt}?known=0`)).status).toBe(404);
    expect((await user.open(`${receipt}?known=1`)).status).toBe(200);
    expect((await user.open(`${receipt}?known=7`)).status).toBe(422);
    expect((await user.open(`${receipt}?size=7`)).status).toBe(422);
  });

  test('knows nothing of before a reset', async () => {
    const { user } = await household();
    await append(user, 8n, { type: 'LedgerReset', data: {} });
    await append(user, 9n, { type: 'InitialDepositMade', data: { amount: 500 as never } });
    const known = async (at: string) => (await expectOk(user.get<User>(`/users/get-current-user?known=${at}`))).data;
    expect(await known('5')).toMatchObject({ currentBalance: 0, transactionCount: 0, goals: [] });
    expect(await known('10')).toMatchObject({ currentBalance: 5 });
    expect(await explained(user, 'balance', '&known=5')).toMatchObject({ amount: 0, parts: [], entries: [] });
  });
});

describe('what changed', () => {
  const changed = (user: Caller, query: string) => user.get<WhatChanged>(`/ledger/what-changed?${query}`);

  test('names each change-set that moved a figure', async () => {
    const { user, done, tea } = await household();
    const transactionId = tea.data.transactionHistory.at(-1)?._id;
    const edit = await done('/transaction/update-transaction', { transactionId, amount: 45 });
    const { data } = await expectOk(changed(user, 'figure=balance&from=1&to=9'));
    expect(data).toMatchObject({ from: { known: 1, amount: 1_500 }, to: { known: 9, amount: 1_385 }, agrees: true });
    expect(data.steps.map(({ summary, count, change }) => [summary, count, change])).toEqual([
      ['Expense: Tea', 1, -40],
      ['Expense: Market', 1, -25.5],
      ['Money saved for Bicycle', 1, -100.5],
      ['Account opened: Savings', 1, 50],
      ['Balance set by hand from $1,304.00 to $1,310.00', 1, 6],
      ['Expense changed: Tea', 1, -5],
    ]);
    expect(data.steps.at(-1)?.changeSetIds).toEqual([edit.id]);
    const same = await expectOk(changed(user, 'figure=balance&from=9&to=2099-01-01T00:00:00Z'));
    expect(same.data).toMatchObject({ steps: [], agrees: true });
  });

  test('gathers the smaller changes where they are many, and follows goals and percentages', async () => {
    const { user, done, goalId } = await household();
    for (let number = 1; number <= 14; number += 1) {
      await done('/transaction/create-expense', { ...expense, amount: number });
    }
    await done('/goals/update-goal', { goalId, title: 'Bicycle', finalAmount: 201 });
    const { data } = await expectOk(changed(user, 'figure=balance&from=8&to=22'));
    expect(data.agrees).toBe(true);
    expect(data.steps.length).toBe(12);
    expect(data.steps.at(-1)).toMatchObject({ summary: '3 smaller changes', count: 3, change: -6 });
    const percentage = await expectOk(changed(user, `figure=percentage:goal:${goalId}&from=0&to=23`));
    expect(percentage.data).toMatchObject({
      from: { known: 0, amount: 0 },
      steps: [{ change: 33.5 }, { change: 16.5 }],
      to: { known: 23, amount: 50 },
      agrees: true,
    });
  });

  test('refuses moments in the wrong order, and figures that were at neither', async () => {
    const { user, goalId } = await household();
    expect((await changed(user, 'figure=balance&from=3&to=2')).status).toBe(422);
    expect((await changed(user, 'figure=balance&from=3')).status).toBe(422);
    expect((await changed(user, `figure=goal:${goalId}&from=0&to=1`)).problem.code).toBe('goal_not_found');
    expect((await changed(user, 'figure=expense:month:2026-10&from=0&to=1')).status).toBe(402);
  });
});

describe('since the last visit', () => {
  const visit = async (user: Caller) =>
    (await expectOk(user.post<SinceLastVisit>('/ledger/since-last-visit'))).data.since;

  test('says what has changed of what was known, once the user was away for a while', async () => {
    const { user, done, tea } = await household();
    const transactionId = tea.data.transactionHistory.at(-1)?._id;
    server.clock.now = new Date('2026-10-06T08:00:00Z');
    expect(await visit(user)).toBe(null);
    server.clock.now = new Date('2026-10-28T08:00:00Z');
    expect(await visit(user)).toBe(null);
    const edit = await done('/transaction/update-transaction', { transactionId, amount: 42 });
    await done('/transaction/create-expense', { ...expense, date: '2026-10-20' });
    const late = await done('/transaction/create-expense', { ...expense, amount: 3, date: '2026-09-30' });
    server.clock.now = new Date('2026-10-29T08:00:00Z');
    const since = await visit(user);
    expect(since).toMatchObject({ revision: 8, changeSetIds: [edit.id, late.id], change: -5 });
    server.clock.now = new Date('2026-10-29T08:10:00Z');
    expect(await visit(user)).toEqual(since);
    server.clock.now = new Date('2026-10-30T08:10:00Z');
    expect(await visit(user)).toBe(null);
  });
});
