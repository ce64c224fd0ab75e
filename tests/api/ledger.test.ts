import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryEntry, HistoryResponse, Verification } from '#contract/ledger-calls.ts';
import type { User } from '#contract/user.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { earned, spent } from '#ledger/testing/scenario.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const history = async (user: Caller, query = '') =>
  (await expectOk(user.get<HistoryResponse>(`/ledger/history${query}`))).data;
const verify = async (user: Caller) => (await expectOk(user.get<Verification>('/ledger/verify'))).data;
const rowOf = ({ words, change, balance }: HistoryEntry) => [words, change, balance];

/** Runs every kind of command once; gives the created ids. */
async function livelyLedger(user: Caller) {
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
  await expectOk(user.post('/users/add-income-and-expense', { income: 5000, expense: 2000 }));
  const coffee = { title: 'Coffee', amount: 4.5, date: '2026-11-20', category: 'Food & Drinks' };
  const [expense] = (await expectOk(user.post('/transaction/create-expense', coffee))).data.transactionHistory;
  await expectOk(user.post('/transaction/create-income', { title: 'Salary', amount: 3000 }));
  const wish = { title: 'Bicycle', finalAmount: 300 };
  const { goal } = (await expectOk(user.post<User & { goal: { _id: string } }>('/goals/create-goal', wish))).data;
  await expectOk(user.post('/goals/add-money-to-goal', { goalId: goal._id, currentAmount: 120 }));
  await expectOk(user.post('/goals/update-goal', { goalId: goal._id, title: 'Tandem', finalAmount: 400 }));
  await expectOk(user.post('/transaction/delete-transaction', { transactionId: expense?._id }));
  await expectOk(user.post('/users/update-account-balance', { newAmount: 5000 }));
  return { expenseId: expense?._id ?? null, goalId: goal._id };
}

const LIVELY = [
  ['Balance set by hand from $3,880.00 to $5,000.00', 1120, 5000],
  ['Expense of November 20, 2026 deleted', 4.5, 3880],
  ['Goal changed: Tandem, $400.00', 0, 3875.5],
  ['Money saved for Tandem', -120, 3875.5],
  ['Goal created: Bicycle, $300.00', 0, 3995.5],
  ['Income: Salary', 3000, 3995.5],
  ['Expense: Coffee', -4.5, 995.5],
  ['Monthly income set to $5,000.00, expense to $2,000.00', 0, 1000],
  ['Initial deposit', 1000, 1000],
];

describe('the history', () => {
  test('has every event, newest first, with change and balance', async () => {
    const user = await server.newUser();
    server.clock.now = new Date('2026-11-20T18:30:00.000Z');
    const { expenseId, goalId } = await livelyLedger(user).finally(() => {
      server.clock.now = null;
    });
    const { entries, next } = await history(user);
    expect(entries.map(rowOf)).toEqual(LIVELY);
    expect(next).toBeNull();
    expect(entries.map(({ revision }) => revision)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(entries[6]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      revision: 2,
      type: 'ExpenseRecorded',
      words: 'Expense: Coffee',
      change: -4.5,
      balance: 995.5,
      recordedAt: '2026-11-20T18:30:00.000Z',
      transactionId: expenseId,
      goalId: null,
      checkoutId: null,
    });
    expect(entries[1]).toMatchObject({ transactionId: expenseId });
    expect(entries[3]).toMatchObject({ goalId, transactionId: null });
  });

  test('is paged, with the right balances on each page', async () => {
    const user = await server.newUser();
    await livelyLedger(user);
    const rows: unknown[] = [];
    let pages = 0;
    for (let next: string | null = ''; next !== null; pages += 1) {
      const page: HistoryResponse = await history(user, `?limit=2${next && `&before=${next}`}`);
      rows.push(...page.entries.map(rowOf));
      next = page.next;
    }
    expect([rows, pages]).toEqual([LIVELY, 5]);
    // Without a balance in the cursor, balances are derived from the page itself.
    expect((await history(user, '?before=3')).entries.map(rowOf)).toEqual(LIVELY.slice(6));
    expect((await history(user, '?before=8&limit=2')).entries.map(rowOf)).toEqual([
      ['Expense of November 20, 2026 deleted', 4.5, null],
      ['Goal changed: Tandem, $400.00', 0, null],
    ]);
    expect((await history(user, '?before=0')).entries).toEqual([]);
  });

  test('is empty before the first event, and private', async () => {
    const user = await server.newUser();
    expect(await history(user)).toEqual({ entries: [], next: null });
    expect((await server.visitor().get('/ledger/history')).status).toBe(401);
    expect((await server.visitor().get('/ledger/verify')).status).toBe(401);
  });

  test("doesn't depend on the read model", async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 1000 }));
    server.worker.pause();
    for (const amount of [5, 6]) await expectOk(user.post('/transaction/create-expense', { title: 'Tea', amount }));
    expect((await history(user)).entries.map(rowOf)).toEqual([
      ['Expense: Tea', -6, 989],
      ['Expense: Tea', -5, 995],
      ['Initial deposit', 1000, 1000],
    ]);
    expect(await verify(user)).toMatchObject({ intact: true });
    server.worker.resume();
    expect(
      await settled(
        () => verify(user),
        ({ onTheirWay }) => onTheirWay === 0,
      ),
    ).toMatchObject({
      intact: true,
      revision: 2,
    });
  });

  test('begins with the last reset, and shows an undecodable event with its known fields', async () => {
    const user = await server.newUser();
    const stored = (event: LedgerEvent, more: object = {}) => ({
      id: randomUUID(),
      ...encode(event, { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' }),
      ...more,
    });
    const reset = stored({ type: 'LedgerReset', data: {} });
    await server.log.append(user.userId, -1n, [stored(spent(5)), reset, stored(earned(20))]);
    await settled(
      () => loadLedgerView(server.database, user.userId),
      ({ revision }) => revision === 2n,
    );
    expect((await history(user)).entries.map(rowOf)).toEqual([
      ['Income: Salary', 20, 20],
      ['Demo started', null, 0],
      ['Expense: Coffee', -5, -5],
    ]);
    await server.log.truncate(user.userId, 1n);
    expect((await history(user)).entries).toHaveLength(2);
    expect(await verify(user)).toMatchObject({ intact: true, revision: 2, counts: { entries: 2, transactions: 1 } });

    await server.log.append(user.userId, 2n, [stored(spent(5), { type: 'GoldFound' }), stored(spent(1, 4))]);
    expect((await history(user)).entries.map(rowOf)).toEqual([
      ['Expense: Coffee', -1, null],
      ["An entry that can't be read", null, null],
      ['Income: Salary', 20, 20],
      ['Demo started', null, 0],
    ]);
  });

  test.each(['limit=0', 'limit=501', 'limit=x', 'before=', 'before=-1', 'before=5.', 'before=1e3', 'other=1'])(
    'refuses %s',
    async (query) => {
      const user = await server.newUser();
      const { status, problem } = await user.get(`/ledger/history?${query}`);
      expect([status, problem.code]).toEqual([422, 'invalid']);
    },
  );
});

describe('verifying', () => {
  test('gives the counts of compared items', async () => {
    const user = await server.newUser();
    await livelyLedger(user);
    expect(await verify(user)).toEqual({
      intact: true,
      revision: 8,
      onTheirWay: 0,
      counts: { entries: 9, transactions: 1, goals: 1, statistics: expect.any(Number) },
      totals: { balance: 5000, goals: 120, expenses: 0, income: 3000, opening: 2120 },
      seal: expect.stringMatching(/^9-/),
      differences: [],
    });
  });

  test('compares nothing before the first event', async () => {
    expect(await verify(await server.newUser())).toEqual({
      intact: true,
      revision: null,
      onTheirWay: 0,
      counts: { entries: 0, transactions: 0, goals: 0, statistics: 0 },
      totals: { balance: 0, goals: 0, expenses: 0, income: 0, opening: 0 },
      seal: expect.stringMatching(/^0-/),
      differences: [],
    });
  });

  test('gives the differences', async () => {
    const user = await server.newUser();
    const { goalId } = await livelyLedger(user);
    await server.database.query('UPDATE projections.goals SET current_amount = 0 WHERE ledger_id = $1', [user.userId]);
    expect(await verify(user)).toMatchObject({
      intact: false,
      differences: [{ field: `goal ${goalId}.current_amount`, expected: '12000', found: '0', revision: 5 }],
    });
  });

  test('is limited to ten in ten minutes', async () => {
    const user = await server.newUser();
    for (let times = 0; times < 10; times += 1) await verify(user);
    const { status, problem, headers } = await user.get('/ledger/verify');
    expect([status, problem.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
