import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const named = ({ accounts }: Pick<User, 'accounts'>, name: string) =>
  accounts.find((account) => account.name === name) as Account;

/** A user with 100 in Everyday and 50 in Card; the ids of both. */
async function withCard() {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  const { data } = await expectOk(
    user.post<User>('/accounts/open-account', { name: 'Card', kind: 'Credit card', openingBalance: 50 }),
  );
  return { user, everyday: named(data, 'Everyday')._id, card: named(data, 'Card')._id };
}

const entriesOf = async (user: Caller, query = '') =>
  (await expectOk(user.get<{ entries: Entry[]; next: string | null }>(`/ledger/entries${query}`))).data;
const accountsOf = async (user: Caller) =>
  (await expectOk(user.get<{ accounts: Account[] }>('/accounts/get-accounts'))).data.accounts;
const refusal = async (asked: Promise<{ status: number; problem: { code: string; errors?: object } }>) => {
  const { status, problem } = await asked;
  return [status, problem.code, ...(problem.errors ? [problem.errors] : [])];
};
const shares = ({ currentBalance, accounts }: User) => [currentBalance, ...accounts.map(({ balance }) => balance)];

test('a new user has Everyday, whose id is another for each user', async () => {
  const [one, other] = [await server.newUser(), await server.newUser()];
  const [mine] = await accountsOf(one);
  expect(await accountsOf(one)).toEqual([
    { _id: expect.any(String), name: 'Everyday', kind: 'Checking', balance: 0, isOpen: true, isBudgeted: true },
  ]);
  expect(mine?._id).not.toBe((await accountsOf(other))[0]?._id);
  expect((await one.user()).accounts).toEqual(await accountsOf(one));
});

test('an account is opened with a balance of any sign, and the balance is the sum', async () => {
  const { user } = await withCard();
  const { data, headers } = await expectOk(
    user.post<User>(
      '/accounts/open-account',
      { name: ' Loan ', kind: 'Loan', openingBalance: -30.5 },
      { 'Idempotency-Key': 'loan' },
    ),
  );
  expect(headers.get('Change-Set')).toBe('loan');
  expect(shares(data)).toEqual([119.5, 100, 50, -30.5]);
  expect(named(data, 'Loan')).toMatchObject({ kind: 'Loan', isOpen: true });
});

test('the name is unique among open accounts, whatever the case', async () => {
  const { user, everyday, card } = await withCard();
  const taken = [409, 'account_name_taken', { name: 'Another open account has this name' }];
  expect(await refusal(user.post('/accounts/open-account', { name: 'CARD ', kind: 'Cash' }))).toEqual(taken);
  expect(await refusal(user.post('/accounts/open-account', { name: 'everyday', kind: 'Cash' }))).toEqual(taken);
  expect(await refusal(user.post('/accounts/rename-account', { accountId: card, name: 'EVERYDAY' }))).toEqual(taken);
  const { data } = await expectOk(user.post<User>('/accounts/rename-account', { accountId: everyday, name: 'Bank' }));
  expect(data.accounts.map(({ name }) => name)).toEqual(['Bank', 'Card']);
  expect((await user.post('/accounts/rename-account', { accountId: card, name: 'Everyday' })).status).toBe(200);
});

test.each([
  [{ kind: 'Cash' }, { name: 'Name is required' }],
  [{ name: 'x'.repeat(31), kind: 'Cash' }, { name: "Name can't be longer than 30 characters" }],
  [{ name: 'Box' }, { kind: 'Kind is required' }],
  [{ name: 'Box', kind: 'Piggy' }, { kind: 'Choose one of Checking, Savings, Cash, Credit card, Loan, Other' }],
  [
    { name: 'Box', kind: 'Cash', openingBalance: 0.001 },
    { openingBalance: 'An amount is a number with at most two decimals' },
  ],
])('open-account refuses %j', async (input, errors) => {
  const user = await server.newUser();
  expect(await refusal(user.post('/accounts/open-account', input))).toEqual([422, 'invalid', errors]);
});

test('an account is closed at 0 only, takes nothing then, and is reopened unless its name is taken', async () => {
  const { user, everyday, card } = await withCard();
  const closed = [409, 'account_closed'];
  expect(await refusal(user.post('/accounts/close-account', { accountId: everyday }))).toEqual([
    409,
    'everyday_stays_open',
  ]);
  expect(await refusal(user.post('/accounts/close-account', { accountId: card }))).toEqual([409, 'account_not_empty']);
  await expectOk(
    user.post('/transaction/create-expense', { title: 'Shoes', amount: 50, wallet: 'Bank', accountId: card }),
  );
  const { data } = await expectOk(user.post<User>('/accounts/close-account', { accountId: card }));
  expect(data.accounts.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  const again = await expectOk(user.post('/accounts/close-account', { accountId: card }));
  expect(again.headers.get('Change-Set')).toBeNull();

  const { _id: transactionId } = data.transactionHistory[0] as { _id: string };
  expect(await refusal(user.post('/transaction/create-expense', { title: 'Tea', amount: 5, accountId: card }))).toEqual(
    closed,
  );
  expect(await refusal(user.post('/transaction/create-income', { title: 'Tea', amount: 5, accountId: card }))).toEqual(
    closed,
  );
  expect(await refusal(user.post('/transaction/delete-transaction', { transactionId }))).toEqual(closed);
  expect(await refusal(user.post('/transaction/update-transaction', { transactionId, amount: 6 }))).toEqual(closed);
  expect((await user.post('/transaction/update-transaction', { transactionId, title: 'Boots' })).status).toBe(200);
  expect(await refusal(user.post('/transfer/create-transfer', { from: card, to: everyday, amount: 1 }))).toEqual(
    closed,
  );
  expect(await refusal(user.post('/users/initial-deposit', { depositAmount: 5, accountId: card }))).toEqual(closed);
  expect(await refusal(user.post('/users/update-account-balance', { newAmount: 5, accountId: card }))).toEqual(closed);

  await expectOk(user.post('/accounts/open-account', { name: 'card', kind: 'Cash' }));
  expect(await refusal(user.post('/accounts/reopen-account', { accountId: card }))).toEqual([
    409,
    'account_name_taken',
  ]);
  const { accounts } = await user.user();
  await expectOk(user.post('/accounts/rename-account', { accountId: accounts[2]?._id, name: 'Box' }));
  await expectOk(user.post('/accounts/reopen-account', { accountId: card }));
  expect((await accountsOf(user)).map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
});

test("another's account, and one that is none, are both not there, before any other rule", async () => {
  const { user, everyday } = await withCard();
  const { card: anothers } = await withCard();
  const none = [404, 'account_not_found'];
  for (const accountId of [anothers, randomUUID()]) {
    expect(await refusal(user.post('/transaction/create-expense', { title: 'Tea', amount: 5_000, accountId }))).toEqual(
      none,
    );
    expect(
      await refusal(user.post('/transaction/update-transaction', { transactionId: randomUUID(), accountId })),
    ).toEqual(none);
    expect(await refusal(user.post('/transfer/create-transfer', { from: everyday, to: accountId, amount: 5 }))).toEqual(
      none,
    );
    expect(
      await refusal(user.post('/transfer/create-transfer', { from: accountId, to: accountId, amount: 5 })),
    ).toEqual(none);
    expect(
      await refusal(user.post('/goals/add-money-to-goal', { goalId: randomUUID(), currentAmount: 5, accountId })),
    ).toEqual(none);
    expect(await refusal(user.post('/goals/delete-goal', { goalId: randomUUID(), accountId }))).toEqual(none);
    expect(await refusal(user.post('/users/initial-deposit', { depositAmount: 5, accountId }))).toEqual(none);
    expect(await refusal(user.post('/users/update-account-balance', { newAmount: 5, accountId }))).toEqual(none);
    for (const path of ['close-account', 'reopen-account']) {
      expect(await refusal(user.post(`/accounts/${path}`, { accountId }))).toEqual(none);
    }
    expect(await refusal(user.post('/accounts/rename-account', { accountId, name: 'Box' }))).toEqual(none);
    expect(await refusal(user.get(`/ledger/entries?account=${accountId}`))).toEqual(none);
    expect(await refusal(user.get(`/ledger/change-sets?account=${accountId}`))).toEqual(none);
  }
});

test('the rules that look at the balance look at the account', async () => {
  const { user, card } = await withCard();
  expect(
    await refusal(
      user.post('/transaction/create-expense', { title: 'Tea', amount: 50.01, wallet: 'Cash', accountId: card }),
    ),
  ).toEqual([422, 'not_enough_balance', { amount: "You don't have enough balance to make this transaction" }]);
  await expectOk(
    user.post('/transaction/create-expense', { title: 'Tea', amount: 50, wallet: 'Cash', accountId: card }),
  );
  const deposited = await expectOk(user.post<User>('/users/initial-deposit', { depositAmount: 20, accountId: card }));
  expect(shares(deposited.data)).toEqual([120, 100, 20]);
  expect(await refusal(user.post('/users/initial-deposit', { depositAmount: 20, accountId: card }))).toEqual([
    409,
    'deposit_not_empty',
  ]);
  const set = await expectOk(user.post<User>('/users/update-account-balance', { newAmount: 70, accountId: card }));
  expect(shares(set.data)).toEqual([170, 100, 70]);
  const goal = await expectOk(user.post<User>('/goals/create-goal', { title: 'Kiln', finalAmount: 500 }));
  const goalId = goal.data.goals[0]?._id;
  const add = { goalId, currentAmount: 70.01, accountId: card };
  expect((await refusal(user.post('/goals/add-money-to-goal', add))).slice(0, 2)).toEqual([422, 'not_enough_balance']);
  const saved = await expectOk(user.post<User>('/goals/add-money-to-goal', { ...add, currentAmount: 70 }));
  expect(shares(saved.data)).toEqual([100, 100, 0]);
  const deleted = await expectOk(user.post<User>('/goals/delete-goal', { goalId }));
  expect(shares(deleted.data)).toEqual([170, 170, 0]);
});

test('a transfer moves money, is no transaction, and may overdraw', async () => {
  const { user, everyday, card } = await withCard();
  const made = await expectOk(
    user.post<User>('/transfer/create-transfer', {
      from: card,
      to: everyday,
      amount: 60.01,
      date: '2026-11-02',
      title: 'Back',
    }),
  );
  expect(shares(made.data)).toEqual([150, 160.01, -10.01]);
  expect(made.data).toMatchObject({ transactionCount: 0, transactionHistory: [] });
  const { entries } = await entriesOf(user);
  expect(entries).toEqual([
    {
      _id: expect.any(String),
      type: 'Transfer',
      title: 'Back',
      amount: 60.01,
      date: '2026-11-02',
      account: card,
      toAccount: everyday,
      category: null,
      parts: null,
      note: null,
      tags: [],
      wallet: null,
      receipt: null,
      createdAt: expect.any(String),
      changedAt: null,
    },
  ]);
  const transferId = entries[0]?._id;
  const stats = await user.get<object>('/transaction/get-transactions');
  expect(stats.data).toEqual({ transactions: [] });
  for (const path of ['get-transaction', 'delete-transaction']) {
    expect(await refusal(user.post(`/transaction/${path}`, { transactionId: transferId }))).toEqual([
      404,
      'transaction_not_found',
    ]);
  }
  expect(await refusal(user.post('/transfer/create-transfer', { from: card, to: card, amount: 5 }))).toEqual([
    422,
    'invalid',
    { to: 'Choose another account to move the money to' },
  ]);
  expect((await refusal(user.post('/transfer/create-transfer', { from: card, to: everyday, amount: 0 })))[2]).toEqual({
    amount: "Amount can't be less than 0.01",
  });
  const changed = await expectOk(user.post<User>('/transfer/update-transfer', { transferId, amount: 10, title: null }));
  expect(shares(changed.data)).toEqual([150, 110, 40]);
  expect((await entriesOf(user)).entries[0]).toMatchObject({ title: null, amount: 10, changedAt: expect.any(String) });
  expect(await refusal(user.post('/transfer/update-transfer', { transferId, amount: 10 }))).toEqual([
    422,
    'no_changes',
  ]);
  const deleted = await expectOk(user.post<User>('/transfer/delete-transfer', { transferId }));
  expect(shares(deleted.data)).toEqual([150, 100, 50]);
  expect(await refusal(user.post('/transfer/delete-transfer', { transferId }))).toEqual([404, 'transfer_not_found']);
});

test('entries come by day, then first recording, newest first, in pages, and of one account', async () => {
  const { user, everyday, card } = await withCard();
  const day = (day: number) => `2026-11-0${day}`;
  for (const [at, accountId] of [everyday, card, everyday, card].entries()) {
    const input = { title: `E${at}`, amount: 1 + at, date: day(1 + (at % 2)), wallet: 'Bank', accountId };
    await expectOk(user.post('/transaction/create-expense', input));
  }
  await expectOk(
    user.post('/transfer/create-transfer', { from: everyday, to: card, amount: 9, date: day(1), title: 'T' }),
  );
  const titles = ({ entries }: { entries: Entry[] }) => entries.map(({ title }) => title);
  expect(titles(await entriesOf(user))).toEqual(['E3', 'E1', 'T', 'E2', 'E0']);
  expect(titles(await entriesOf(user, `?account=${card}`))).toEqual(['E3', 'E1', 'T']);
  expect(titles(await entriesOf(user, `?account=${everyday}`))).toEqual(['T', 'E2', 'E0']);
  const seen: unknown[] = [];
  let next: string | null = null;
  do {
    const page: { entries: Entry[]; next: string | null } = await entriesOf(
      user,
      `?limit=2${next ? `&before=${next}` : ''}`,
    );
    seen.push(...titles(page));
    next = page.next;
  } while (next);
  expect(seen).toEqual(['E3', 'E1', 'T', 'E2', 'E0']);
});

test('events of somebody with one account are as they always were', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  await expectOk(user.post('/transaction/create-expense', { title: 'Tea', amount: 5, date: '2026-11-20' }));
  expect((await eventsOf(server, user.userId)).map(({ data }) => data)).toEqual([
    { amount: 10_000 },
    { transactionId: expect.any(String), title: 'Tea', amount: 500, date: '2026-11-20', wallet: 'Cash' },
  ]);
  const { transactionHistory } = await user.user();
  expect(Object.keys(transactionHistory[0] ?? {}).sort()).toEqual(
    ['_id', 'amount', 'category', 'createdAt', 'date', 'receipt', 'title', 'type', 'wallet'].sort(),
  );
});
