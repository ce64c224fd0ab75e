import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { READ_MODEL_WAIT_MS } from '#api/commands/view-after.ts';
import type { Account } from '#contract/account.ts';
import { LEDGER_REVISION, PROJECTION_LAG } from '#contract/addresses.ts';
import type { Goal } from '#contract/goal.ts';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Requests see what their client has written, whichever process it was (product 7.5).

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

const expense = (title: string) => ({ title, amount: 1, date: '2026-11-20', wallet: 'Bank', category: 'Groceries' });
const titlesOf = async (user: Caller, headers = {}) =>
  (await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions', headers))).data.transactions.map(
    ({ title }) => title,
  );

const sessionOf = ({ cookie }: Caller) => cookie.split('; ').find((pair) => pair.startsWith('daybook='));

/** Runs an action while the worker rests for some milliseconds. */
async function whileFrozen<Value>(ms: number, action: () => Promise<Value>): Promise<Value> {
  server.worker.pause();
  setTimeout(() => server.worker.resume(), ms);
  return await action();
}

/** A user with a deposit, of whom the API has the view, and the same person at another API. */
async function atTwoApis(): Promise<{ user: Caller; elsewhere: Caller }> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 1_000 }));
  await user.user();
  return { user, elsewhere: Object.assign(await server.visitorElsewhere(), { cookie: user.cookie }) };
}

describe('a command', () => {
  test('is answered before the read models have it, and the next read waits for them', async () => {
    const { user } = await atTwoApis();
    server.worker.pause();
    const beginMs = performance.now();
    const answer = await expectOk(user.post('/transaction/create-expense', expense('Tea')));
    expect(performance.now() - beginMs).toBeLessThan(READ_MODEL_WAIT_MS);
    setTimeout(() => server.worker.resume(), 100);
    expect(answer.headers.get(LEDGER_REVISION)).toBe('1');
    expect(answer.headers.get(PROJECTION_LAG)).toBe('1');
    expect(answer.data.currentBalance).toBe(999);
    expect(await titlesOf(user)).toEqual(['Tea']);
    expect(await user.user()).toEqual(answer.data);
  });

  test('that reads rows waits for its client’s earlier ones', async () => {
    const { user } = await atTwoApis();
    const entered = await whileFrozen(200, async () => {
      await expectOk(user.post('/transaction/create-expense', { ...expense('Aldi'), category: 'Travel' }));
      return await expectOk(user.post('/ledger/enter', { text: 'aldi 5' }));
    });
    expect((entered.data as { entry?: object }).entry).toMatchObject({ category: 'Travel' });
  });

  test('of the view alone sends no query for rows', async () => {
    const { user } = await atTwoApis();
    const opened = await expectOk(
      user.post<{ accounts: Account[] }>('/accounts/open-account', { name: 'Card', kind: 'Cash' }),
    );
    const accountId = opened.data.accounts.find(({ name }) => name === 'Card')?._id;
    const goal = { title: 'Bike', description: '', finalAmount: 100, category: 'Travel' };
    const created = await expectOk(user.post<{ goal: Goal }>('/goals/create-goal', goal));
    const goalId = created.data.goal._id;
    const made = await expectOk(user.post('/transaction/create-expense', expense('Tea')));
    const transactionId = made.data.transactionHistory.at(-1)?._id;
    const commands: [string, object][] = [
      ['/users/initial-deposit', { depositAmount: 5, accountId }],
      ['/users/update-account-balance', { newAmount: 6, accountId }],
      ['/users/add-income-and-expense', { income: 5, expense: 4 }],
      ['/transaction/create-income', { title: 'Pay', amount: 5, date: '2026-11-20', category: 'Salary' }],
      ['/transaction/update-transaction', { transactionId, title: 'Coffee' }],
      ['/accounts/rename-account', { accountId, name: 'Purse' }],
      ['/accounts/set-budgeted', { accountId, isBudgeted: false }],
      ['/accounts/assert-balance', { accountId, date: '2026-11-20', balance: 6 }],
      ['/goals/update-goal', { ...goal, goalId, title: 'Boat' }],
      ['/goals/add-money-to-goal', { goalId, currentAmount: 5 }],
      ['/goals/take-back', { goalId, amount: 5 }],
      ['/goals/delete-goal', { goalId }],
      ['/ledger/add-category', { name: 'Rye', kind: 'Expense' }],
      ['/ledger/order-categories', { categoryIds: ['Travel', 'Groceries'] }],
    ];
    for (const [path, body] of commands) {
      await user.user(); // From here on the view is kept.
      const texts = await textsOfQueries(async () => void (await expectOk(user.post(path, body))));
      expect(
        texts.filter((text) => text.includes('projections.') && !text.includes('identity.sessions')),
        path,
      ).toEqual([]);
    }
  });
});

/** The texts of the statements that the API sends on its own pool while an action runs. */
async function textsOfQueries(action: () => Promise<void>): Promise<string[]> {
  const { database } = server.services;
  const { query } = database;
  const texts: string[] = [];
  database.query = ((...given: Parameters<typeof query>) => {
    const [asked] = given as unknown[];
    texts.push(typeof asked === 'string' ? asked : (asked as { text: string }).text);
    return query.apply(database, given);
  }) as typeof query;
  try {
    await action();
  } finally {
    database.query = query;
  }
  return texts;
}

describe('another API', () => {
  test('waits for the revision of the cookie that the browser has', async () => {
    const { user, elsewhere } = await atTwoApis();
    const titles = await whileFrozen(200, async () => {
      await expectOk(user.post('/transaction/create-expense', expense('Tea')));
      elsewhere.cookie = user.cookie;
      return await titlesOf(elsewhere);
    });
    expect(titles).toEqual(['Tea']);
  });

  test('waits for the revision of the header that a client sends', async () => {
    const { user, elsewhere } = await atTwoApis();
    const titles = await whileFrozen(200, async () => {
      await expectOk(user.post('/transaction/create-expense', expense('Tea')));
      return await titlesOf(elsewhere, { [LEDGER_REVISION]: '1' });
    });
    expect(titles).toEqual(['Tea']);
  });

  test('does nothing for a cookie of another ledger, or one that is none', async () => {
    const { user, elsewhere } = await atTwoApis();
    const session = sessionOf(user);
    const { userId } = await server.newUser();
    for (const forged of [`${userId}.99`, 'x', `${user.userId}.-1`, `${user.userId}.${'9'.repeat(30)}`, '.', '99']) {
      elsewhere.cookie = `${session}; daybook-revision=${forged}`;
      const beginMs = performance.now();
      const { headers } = await expectOk(elsewhere.get('/users/get-current-user'));
      expect(performance.now() - beginMs).toBeLessThan(READ_MODEL_WAIT_MS);
      expect(headers.get(PROJECTION_LAG)).toBeNull();
    }
  });
});

describe('a revision that the log does not have', () => {
  test('delays its client once, and the cookie is set right', async () => {
    const { user } = await atTwoApis();
    user.cookie = `${sessionOf(user)}; daybook-revision=${user.userId}.99`;
    const { headers } = await expectOk(user.get('/users/get-current-user'));
    expect(headers.get(PROJECTION_LAG)).toBeNull();
    expect(user.cookie).toContain(`daybook-revision=${user.userId}.0`);
  });

  test('in a header is waited for at most as long as a revision that is late; a text is refused', async () => {
    const { user } = await atTwoApis();
    const beginMs = performance.now();
    expect(await titlesOf(user, { [LEDGER_REVISION]: '99' })).toEqual([]);
    expect(performance.now() - beginMs).toBeLessThan(4_000);
    const { status, problem } = await user.get('/users/get-current-user', { [LEDGER_REVISION]: 'newest' });
    expect([status, problem.code]).toEqual([400, 'malformed']);
  });
});

describe('read models that stand still', () => {
  test('leave a list behind and say so, but not the user', async () => {
    const { user } = await atTwoApis();
    server.worker.pause();
    await expectOk(user.post('/transaction/create-expense', expense('Tea')));
    const list = await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions'));
    expect([list.data.transactions, list.headers.get(PROJECTION_LAG)]).toEqual([[], '1']);
    const seen = await expectOk(user.get('/users/get-current-user'));
    expect([(seen.data as { currentBalance: number }).currentBalance, seen.headers.get(PROJECTION_LAG)]).toEqual([
      999,
      '1',
    ]);
    server.worker.resume();
    expect(await titlesOf(user)).toEqual(['Tea']);
  });
});

test('a login sees what the same person wrote before it', async () => {
  const { user } = await atTwoApis();
  const again = server.visitor();
  const value = await whileFrozen(200, async () => {
    await expectOk(user.post('/transaction/create-expense', expense('Tea')));
    return await expectOk(again.post('/users/login', { email: user.email, password: user.password }));
  });
  expect((value.data as { currentBalance: number }).currentBalance).toBe(999);
});

test('the cookie of the revision goes with the session', async () => {
  const { user } = await atTwoApis();
  expect(user.cookie).toMatch(/daybook-revision=/);
  await expectOk(user.post('/users/logout'));
  expect(user.cookie).toBe('');
});
