import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/transaction.ts';
import type { RecentTransaction, TransactionsResponse } from '#contract/transaction-calls.ts';
import { encode } from '#ledger/log/codec.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { Caller } from '../support/caller.ts';
import { expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const coffee = { title: 'Coffee with Jonah', amount: 9.5, date: '2026-11-20', wallet: 'Cash' };

async function withDeposit(amount = 100): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: amount }));
  return user;
}

describe('create-expense', () => {
  test('records the expense and gives the updated user', async () => {
    const user = await withDeposit();
    const { data, headers } = await expectOk(
      user.post('/transaction/create-expense', { ...coffee, category: 'Food & Drinks' }),
    );
    expect(Number(headers.get('Projection-Lag'))).toBeLessThanOrEqual(2);
    expect(headers.get('Ledger-Revision')).toBe('1');
    expect(data).toEqual(await user.user());
    expect(data.currentBalance).toBe(90.5);
    expect(data.transactionCount).toBe(1);
    expect(data.transactionHistory).toMatchObject([
      {
        type: 'Expense',
        title: coffee.title,
        amount: 9.5,
        category: 'Food & Drinks',
        date: coffee.date,
        wallet: 'Cash',
      },
    ]);
    expect(await eventsOf(server, user.userId)).toMatchObject([
      { type: 'InitialDepositMade', data: { amount: 10_000 } },
      {
        type: 'ExpenseRecorded',
        data: { title: coffee.title, amount: 950, category: 'Food & Drinks', wallet: 'Cash' },
      },
    ]);
  });

  test("defaults to cash, and to today in the caller's time zone", async () => {
    const user = await withDeposit();
    server.clock.now = new Date('2026-11-20T23:30:00Z');
    try {
      const { data } = await expectOk(
        user.post('/transaction/create-expense', { title: 'Tea', amount: 2 }, { 'Time-Zone': 'Europe/Paris' }),
      );
      expect(data.transactionHistory).toMatchObject([
        { wallet: 'Cash', date: '2026-11-21', category: null, createdAt: '2026-11-20T23:30:00.000Z' },
      ]);
    } finally {
      server.clock.now = null;
    }
  });

  test('uses the date part of a timestamp unchanged', async () => {
    const user = await withDeposit();
    const { data } = await expectOk(
      user.post('/transaction/create-expense', { ...coffee, date: '2026-11-20T23:30:00.000-08:00' }),
    );
    expect(data.transactionHistory[0]?.date).toBe('2026-11-20');
  });

  test('in cash above the balance is refused with the specified message', async () => {
    const user = await withDeposit();
    const refused = await user.post('/transaction/create-expense', { ...coffee, amount: 100.01 });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(refused.problem).toMatchObject({
      code: 'not_enough_balance',
      errors: { amount: "You don't have enough balance to make this transaction" },
    });
    expect(await eventsOf(server, user.userId)).toHaveLength(1);
  });

  test('by card above the balance takes it below zero', async () => {
    const user = await withDeposit();
    const { data } = await expectOk(
      user.post('/transaction/create-expense', { ...coffee, amount: 150.25, wallet: 'Credit card' }),
    );
    expect(data.currentBalance).toBe(-50.25);
  });

  test.each([
    [{ title: '  ' }, { title: 'Title is required' }],
    [{ title: undefined }, { title: 'Title is required' }],
    [{ title: 'x'.repeat(41) }, { title: "Title can't be longer than 40 characters" }],
    [{ title: 'a\u0000b' }, { title: "This text contains characters that can't be stored" }],
    [{ title: '\ud800' }, { title: "This text contains characters that can't be stored" }],
    [{ amount: undefined }, { amount: 'Amount is required' }],
    [{ amount: 0.99 }, { amount: "Amount can't be less than 1" }],
    [{ amount: -5 }, { amount: "Amount can't be less than 1" }],
    [{ amount: 12.345 }, { amount: 'An amount is a number with at most two decimals' }],
    [{ amount: '12' }, { amount: 'An amount is a number with at most two decimals' }],
    [{ amount: 1e12 }, { amount: "An amount can't be more than 999,999,999,999.99" }],
    [{ wallet: '' }, { wallet: 'Wallet is required' }],
    [{ wallet: 'Purse' }, { wallet: 'Choose one of Cash, Credit card, Debit card, Bank' }],
    [{ date: '1899-12-31' }, { date: 'A date lies between 1900-01-01 and 2199-12-31' }],
    [{ date: '2200-01-01' }, { date: 'A date lies between 1900-01-01 and 2199-12-31' }],
    [{ date: '2026-02-30' }, { date: 'A date is a day of the calendar, like 2026-11-20' }],
    [{ colour: 'red' }, { colour: 'This field is not known here' }],
  ])('is refused with %j, naming the field, and records nothing', async (change, errors) => {
    const user = await withDeposit();
    const refused = await user.post('/transaction/create-expense', { ...coffee, ...change });
    expect(refused.status).toBe(422);
    expect(refused.problem).toMatchObject({ code: 'invalid', errors });
    expect(await eventsOf(server, user.userId)).toHaveLength(1);
  });
});

test('create-income raises the balance, and defaults to Salary', async () => {
  const user = await withDeposit();
  const { data } = await expectOk(
    user.post('/transaction/create-income', { title: 'November', amount: 2425, date: '2026-11-13' }),
  );
  expect(data.currentBalance).toBe(2525);
  expect(data.transactionHistory).toMatchObject([{ type: 'Income', category: 'Salary', wallet: null }]);
});

describe('the lists', () => {
  test('are ordered by date, then by time of recording', async () => {
    const user = await withDeposit(1000);
    const dates = ['2026-11-02', '2026-11-01', '2026-11-02', '2026-10-31', '2026-11-01', '2026-11-03', '2026-09-01'];
    for (const [at, date] of dates.entries()) {
      await expectOk(user.post('/transaction/create-expense', { ...coffee, title: String(at), date }));
    }
    const oldestFirst = ['6', '3', '1', '4', '0', '2', '5'];
    const all = (await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions'))).data.transactions;
    expect(all.map(({ title }) => title)).toEqual(oldestFirst);
    expect((await user.user()).transactionHistory.map(({ title }) => title)).toEqual(oldestFirst);

    const recent = (await expectOk(user.get<{ transactions: RecentTransaction[] }>('/transaction/recent-transactions')))
      .data;
    expect(recent.transactions.map(({ title }) => title)).toEqual(oldestFirst.toReversed().slice(0, 5));
    expect(Object.keys(recent.transactions[0] ?? {}).sort()).toEqual(['_id', 'amount', 'title', 'type']);
  });

  test('are paged, newest first, without gaps', async () => {
    const user = await withDeposit(1000);
    for (let at = 0; at < 12; at += 1) {
      const date = `2026-11-${String(1 + (at % 3)).padStart(2, '0')}`;
      await expectOk(user.post('/transaction/create-expense', { ...coffee, title: String(at), date }));
    }
    const all = (await user.get<TransactionsResponse>('/transaction/get-transactions')).data.transactions.toReversed();
    const page = async (query: string) =>
      (await expectOk(user.get<TransactionsResponse>(`/transaction/get-transactions?${query}`))).data;

    const gathered: Transaction[] = [];
    let next: string | null | undefined;
    do {
      const one = await page(`limit=5${next ? `&before=${next}` : ''}`);
      gathered.push(...one.transactions);
      next = one.next;
    } while (next);
    expect(gathered).toEqual(all);

    const byId = await page(`limit=5&before=${all[4]?._id}`);
    expect(byId.transactions).toEqual(all.slice(5, 10));
  });

  test.each(['limit=0', 'limit=501', 'limit=ten', 'before=yesterday', 'page=2'])('refuse ?%s', async (query) => {
    const user = await server.newUser();
    const refused = await user.get(`/transaction/get-transactions?${query}`);
    expect(refused.status).toBe(422);
    expect(refused.problem.code).toBe('invalid');
  });
});

describe('one transaction', () => {
  test('is found by its id', async () => {
    const user = await withDeposit();
    const [created] = (await user.post('/transaction/create-expense', coffee)).data.transactionHistory;
    const { data } = await expectOk(
      user.post<{ transaction: Transaction }>('/transaction/get-transaction', { transactionId: created?._id }),
    );
    expect(data.transaction).toEqual(created);
  });

  test('is gone after its deletion, and its effect undone', async () => {
    const user = await withDeposit();
    const [created] = (await user.post('/transaction/create-expense', coffee)).data.transactionHistory;
    const { data } = await expectOk(user.post('/transaction/delete-transaction', { transactionId: created?._id }));
    expect(data).toMatchObject({ currentBalance: 100, transactionCount: 0, transactionHistory: [] });
    expect((await user.post('/transaction/get-transaction', { transactionId: created?._id })).status).toBe(404);
    expect((await user.post('/transaction/delete-transaction', { transactionId: created?._id })).problem.code).toBe(
      'transaction_not_found',
    );
    expect((await eventsOf(server, user.userId)).map(({ type }) => type)).toEqual([
      'InitialDepositMade',
      'ExpenseRecorded',
      'TransactionDeleted',
    ]);
  });

  test('of another user is not found, and unchanged', async () => {
    const owner = await withDeposit();
    const other = await server.newUser();
    const [created] = (await owner.post('/transaction/create-expense', coffee)).data.transactionHistory;
    for (const call of ['get-transaction', 'delete-transaction']) {
      const refused = await other.post(`/transaction/${call}`, { transactionId: created?._id });
      expect(refused.status).toBe(404);
      expect(refused.problem.code).toBe('transaction_not_found');
    }
    expect((await owner.user()).transactionCount).toBe(1);
  });
});

describe('a list of all transactions that is long', () => {
  let user: Caller;
  const COUNT = 1_201;
  beforeAll(async () => {
    user = await server.newUser();
    const events = Array.from({ length: COUNT }, (_, at) => ({
      id: randomUUID(),
      ...encode(
        {
          type: 'ExpenseRecorded',
          data: {
            transactionId: randomUUID(),
            title: `Kiln ${at} "é"`,
            amount: exactCents(1),
            date: `2026-0${1 + (at % 9)}-01`,
            wallet: 'Bank',
          },
        },
        { commandId: randomUUID(), inputHash: 'test', recordedAt: '2026-11-20T12:00:00.000Z' },
      ),
    }));
    for (let at = 0; at < COUNT; at += 200) {
      await server.log.append(user.userId, BigInt(at) - 1n, events.slice(at, at + 200));
    }
    await settled(
      () => user.user(),
      ({ transactionCount }) => transactionCount === COUNT,
    );
  });

  /** All of them, read in pages and as they are known after an entry, as one text. */
  async function paged(known: string): Promise<string> {
    const found: Transaction[] = [];
    for (let before = ''; ; ) {
      const query = `limit=500${before}${known}`;
      const { data } = await expectOk(user.get<TransactionsResponse>(`/transaction/get-transactions?${query}`));
      found.push(...data.transactions);
      if (!data.next) return JSON.stringify({ data: { transactions: found.reverse() } });
      before = `&before=${data.next}`;
    }
  }

  test('is sent in pieces, as it is known now or was before, byte by byte as a short one', async () => {
    for (const known of ['', '&known=1100']) {
      const answer = await user.open(`/api/v1/transaction/get-transactions?${known}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'transfer-encoding': 'chunked',
      });
      expect(await answer.text()).toBe(await paged(known));
    }
  });

  test('is refused like a short one', async () => {
    const { status, problem } = await user.get('/transaction/get-transactions?known=9999');
    expect([status, problem.errors]).toEqual([422, { known: expect.any(String) }]);
  });
});
