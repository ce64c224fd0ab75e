import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANGE_SET } from '#contract/addresses.ts';
import type { Call } from '#contract/call.ts';
import { type CallData, calls } from '#contract/calls.ts';
import { canBeCut, scopeOf } from '#contract/scopes.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let books: Books;
beforeAll(async () => {
  server = await openTestServer({ premium: 'everyone' });
  books = await withBooks();
});
afterAll(() => server.close());

const TODAY = new Date().toISOString().slice(0, 10);
const MONTH = TODAY.slice(0, 7);

type Books = {
  user: Caller;
  /** The ids of the accounts: Everyday and Vault are not seen. */
  ids: Record<'Everyday' | 'Vault' | 'Cash box' | 'Card', string>;
  /** The ids of entries that are not seen. */
  unseen: { expense: string; transfer: string };
  /** The revision after all of it but the last two expenses. */
  earlier: number;
};

/** A user with accounts. Programs see Cash box and Card: names and titles of all else have Vault in them. */
async function withBooks(): Promise<Books> {
  const user = await server.newUser();
  const post = async (path: string, input: object) => (await expectOk(user.post<User>(path, input))).data;
  await post('/users/initial-deposit', { depositAmount: 5000 });
  await post('/users/add-income-and-expense', { income: 3000, expense: 2000 });
  await post('/accounts/open-account', { name: 'Vault', kind: 'Savings', openingBalance: 700 });
  await post('/accounts/open-account', { name: 'Cash box', kind: 'Cash', openingBalance: 100 });
  const { accounts } = await post('/accounts/open-account', { name: 'Card', kind: 'Checking', openingBalance: 50 });
  const ids = Object.fromEntries(accounts.map(({ name, _id }) => [name, _id])) as Books['ids'];
  const expense = (title: string, amount: number, accountId: string, more: object = {}) =>
    post('/transaction/create-expense', { title, amount, accountId, wallet: 'Bank', category: 'Other', ...more });
  await expense('Vault door', 40, ids.Everyday, { tags: ['vaulted'], note: 'Vault' });
  await expense('Bread', 3, ids['Cash box'], { category: 'Food & Drinks', tags: ['seen'] });
  await expense('Fuel', 30, ids.Card, { category: 'Travel' });
  await post('/transaction/create-income', { title: 'Vault pay', amount: 900, category: 'Salary' });
  await post('/transaction/create-income', {
    ...{ title: 'Sold chair', amount: 20, category: 'Gifts' },
    accountId: ids['Cash box'],
  });
  const transfer = (from: string, to: string, amount: number) =>
    post('/transfer/create-transfer', { from, to, amount, date: TODAY });
  await transfer(ids['Cash box'], ids.Card, 10);
  await transfer(ids.Everyday, ids['Cash box'], 15);
  await transfer(ids.Card, ids.Vault, 5);
  await transfer(ids.Everyday, ids.Vault, 1);
  await post('/goals/create-goal', {
    ...{ title: 'Vault goal', finalAmount: 600, category: 'Savings', wantedBy: '2030-01-31' },
  });
  const { goals } = await post('/users/update-account-balance', { newAmount: 4800 });
  const goalId = goals[0]?._id;
  await post('/goals/add-money-to-goal', { goalId, currentAmount: 25 });
  await post('/goals/add-money-to-goal', { goalId, currentAmount: 7, accountId: ids['Cash box'] });
  await post('/schedules/add', {
    ...{ title: 'Vault rent', type: 'Expense', amount: { exact: 9 }, wallet: 'Bank', account: ids['Cash box'] },
    ...{ rule: { every: 1, unit: 'month', start: TODAY }, post: 'ask' },
  });
  const { data } = await expectOk(user.get<CallData<'explain'>>('/ledger/explain?figure=balance'));
  await expense('Cheese', 4, ids['Cash box']);
  await expense('Vault lamp', 6, ids.Everyday);
  const { entries } = (await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries'))).data;
  const found = (isWanted: (entry: Entry) => boolean) => entries.find(isWanted)?._id ?? '';
  const unseen = {
    expense: found(({ title }) => title === 'Vault door'),
    transfer: found(({ account, toAccount }) => account === ids.Everyday && toAccount === ids.Vault),
  };
  return { user, ids, unseen, earlier: Number(data.revision) };
}

let made = 0;

/** A program that sees Cash box and Card. */
async function program(scope: 'read' | 'propose' | 'write' = 'read', more: object = {}): Promise<Caller> {
  made += 1;
  const { user, ids } = books;
  const accounts = [ids['Cash box'], ids.Card];
  const { data } = await expectOk(
    user.post<{ token: string }>('/tokens/create', { name: `Program ${made}`, scope, accounts, ...more }),
  );
  return Caller.program(server.origin, data.token);
}

const read = async <Data>(caller: Caller, path: string) => (await expectOk(caller.get<Data>(path))).data;
const codeOf = async (asked: Promise<{ status: number; problem?: { code: string } }>) => {
  const { status, problem } = await asked;
  return status === 200 ? 200 : problem?.code;
};
const expenseIn = (accountId?: string) => ({ title: 'Tea', amount: 2, wallet: 'Cash', category: 'Other', accountId });

/** The balance of Cash box and Card: opened with 150; 37 spent, 20 earned, 15 came in, 5 went out, 7 were put aside. */
const SEEN_BALANCE = 136;

/** Paths of reads, with input that is about what the program sees. */
const READS: readonly string[] = [
  '/users/get-current-user',
  '/transaction/get-transactions',
  '/transaction/get-transactions?limit=50',
  '/transaction/recent-transactions',
  '/accounts/get-accounts',
  '/ledger/categories',
  '/goals/get-goals',
  '/stats/net-worth',
  '/stats/month-so-far',
  '/stats/get-income-expense-by-time-range',
  `/stats/get-by-category?from=${MONTH}-01&to=${TODAY}`,
  '/ledger/entries?details=true',
  '/ledger/entries?q=type:transfer',
  '/ledger/titles?q=',
  '/ledger/find?q=',
  '/ledger/explain?figure=balance',
  `/ledger/explain?figure=expense:month:${MONTH}`,
  '/ledger/explain?figure=find:net:',
  '/schedules',
  '/schedules/upcoming',
  '/forecast?spending=usual',
  '/proposals',
];

/** Reads that are of now alone. */
const NOW_ALONE: readonly string[] = ['/proposals', '/ledger/titles?q='];

describe('a token for some accounts', () => {
  test('is listed with them, and is for accounts of its user alone', async () => {
    const { user, ids } = books;
    const make = (accounts: unknown) => codeOf(user.post('/tokens/create', { name: 'Wrong', scope: 'read', accounts }));
    expect(await make([])).toBe('invalid');
    expect(await make(['6f1c0b1e-2a4d-4a51-9d5e-0f7b3c2d1a90'])).toBe('account_not_found');
    await program('read', { name: 'Listed', accounts: [ids.Everyday, ids.Card, ids.Card] });
    const { tokens } = await read<CallData<'getTokens'>>(user, '/tokens');
    expect(tokens.find(({ name }) => name === 'Listed')?.accounts).toEqual([ids.Everyday, ids.Card]);
  });

  test('reads nothing of other accounts, goals and schedules, now and as it was known', async () => {
    const caller = await program();
    for (const path of READS) {
      for (const known of ['', `known=${books.earlier}`]) {
        if (known && NOW_ALONE.includes(path)) continue;
        const separator = path.includes('?') ? '&' : '?';
        const text = JSON.stringify(await read(caller, known ? `${path}${separator}${known}` : path));
        expect({ path, known, text }).toMatchObject({ text: expect.not.stringMatching(/vault/i) });
        for (const id of [books.ids.Everyday, books.ids.Vault, 'everyday'])
          expect({ path, text }.text).not.toContain(id);
      }
    }
  });

  test('has figures of its accounts that agree with one another', async () => {
    const caller = await program();
    const user = await read<User>(caller, '/users/get-current-user');
    expect(user).toMatchObject({ currentBalance: SEEN_BALANCE, goals: [], income: null, transactionCount: 4 });
    expect(user.accounts.map(({ balance }) => balance)).toEqual([111, 25]);
    expect(user.transactionHistory.map(({ title }) => title)).toEqual(['Bread', 'Fuel', 'Sold chair', 'Cheese']);
    const balance = await read<CallData<'explain'>>(caller, '/ledger/explain?figure=balance');
    expect(balance).toMatchObject({ amount: SEEN_BALANCE, shown: SEEN_BALANCE, agrees: true });
    expect(balance.parts).toContainEqual({ what: 'transfers', amount: 10, count: 2 });
    expect(balance.entries.reduce((sum, { change }) => sum + change, 0)).toBe(SEEN_BALANCE);
    const { points } = await read<CallData<'getNetWorth'>>(caller, '/stats/net-worth');
    expect(points.at(-1)?.amount).toBe(SEEN_BALANCE);
    const { days } = await read<CallData<'getForecast'>>(caller, '/forecast');
    expect(days[0]?.expected).toBe(SEEN_BALANCE);
    const expense = await read<CallData<'explain'>>(caller, `/ledger/explain?figure=expense:month:${MONTH}`);
    expect(expense).toMatchObject({ amount: 37, shown: 37, agrees: true });
    const stats = await read<CallData<'getStatistics'>>(caller, '/stats/get-income-expense-by-time-range');
    expect([stats.week, stats.month, stats.year]).toEqual(Array(3).fill({ income: 20, expense: 37 }));
    expect(await read(caller, '/stats/month-so-far')).toMatchObject({ spent: 37, earned: 20 });
    const found = await read<CallData<'find'>>(caller, '/ledger/find?q=');
    expect(found).toMatchObject({ count: 7, in: 20, out: 37 });
    const sums = await read<CallData<'getByCategory'>>(caller, `/stats/get-by-category?from=${MONTH}-01&to=${TODAY}`);
    expect(sums.expense.map(({ amount }) => amount)).toEqual([30, 4, 3]);
    const then = await read<User>(caller, `/users/get-current-user?known=${books.earlier}`);
    expect(then).toMatchObject({ currentBalance: SEEN_BALANCE + 4, transactionCount: 3 });
  });

  test('sees the near end of a transfer alone', async () => {
    const { ids } = books;
    const { entries } = await read<{ entries: Entry[] }>(await program(), '/ledger/entries?q=type:transfer');
    expect(entries.map(({ account, toAccount }) => [account, toAccount])).toEqual([
      [ids.Card, null],
      [null, ids['Cash box']],
      [ids['Cash box'], ids.Card],
    ]);
  });

  test('finds nothing by the ids of others', async () => {
    const { ids, unseen } = books;
    const caller = await program('write');
    const ask = (path: string) => codeOf(caller.get(path));
    expect(await ask(`/ledger/entry?id=${unseen.expense}`)).toBe('entry_not_found');
    expect(await ask(`/ledger/entry?id=${unseen.transfer}`)).toBe('entry_not_found');
    expect(await codeOf(caller.post('/transaction/get-transaction', { transactionId: unseen.expense }))).toBe(
      'transaction_not_found',
    );
    for (const path of [
      `/ledger/entries?account=${ids.Vault}`,
      `/ledger/entries?q=&account=${ids.Everyday}`,
      `/stats/net-worth?account=${ids.Everyday}`,
      `/accounts/confirmed-days?accountId=${ids.Everyday}`,
      `/forecast?account=${ids.Vault}`,
      `/ledger/explain?figure=account:${ids.Vault}`,
    ])
      expect([path, await ask(path)]).toEqual([path, 'account_not_found']);
    expect(await ask('/ledger/entries?q=account:Vault')).toBe('invalid');
    expect(await ask(`/ledger/explain?figure=budget:available:Other:${MONTH}`)).toBe('token_accounts');
  });

  test('writes in its accounts alone', async () => {
    const { user, ids, unseen } = books;
    const caller = await program('write');
    const write = (path: string, input: object) => codeOf(caller.post(path, input));
    const before = await read<User>(user, '/users/get-current-user');
    expect(await write('/transaction/create-expense', expenseIn())).toBe('account_not_found');
    expect(await write('/transaction/create-expense', expenseIn(ids.Vault))).toBe('account_not_found');
    expect(await write('/transaction/update-transaction', { transactionId: unseen.expense, amount: 1 })).toBe(
      'transaction_not_found',
    );
    expect(await write('/transaction/delete-transaction', { transactionId: unseen.expense })).toBe(
      'transaction_not_found',
    );
    expect(await write('/transfer/create-transfer', { from: ids.Card, to: ids.Vault, amount: 1 })).toBe(
      'account_not_found',
    );
    const { entries } = await read<{ entries: Entry[] }>(caller, '/ledger/entries?q=type:transfer');
    for (const { _id, account, toAccount } of entries) {
      const reaches = account === null || toAccount === null;
      const changed = await write('/transfer/update-transfer', { transferId: _id, title: 'Moved' });
      expect(changed).toBe(reaches ? 'transfer_not_found' : 200);
    }
    expect(await write('/accounts/rename-account', { accountId: ids.Card, name: 'Vault' })).toBe('token_accounts');
    expect((await read<User>(user, '/users/get-current-user')).currentBalance).toBe(before.currentBalance);
    const recorded = await expectOk(caller.post<User>('/transaction/create-expense', expenseIn(ids.Card)));
    expect(recorded.data).toMatchObject({ currentBalance: SEEN_BALANCE - 2, transactionCount: 5, goals: [] });
    expect(JSON.stringify(recorded.data)).not.toMatch(/vault/i);
    const [tea] = recorded.data.transactionHistory.toReversed();
    expect(tea?.title).toBe('Tea');
    const moving = { transactionId: tea?._id, accountId: ids.Everyday };
    expect(await write('/transaction/update-transaction', moving)).toBe('account_not_found');
    const changeSetId = recorded.headers.get(CHANGE_SET);
    const undone = await expectOk(caller.post<User>('/ledger/undo', { changeSetId }));
    expect(undone.data).toMatchObject({ currentBalance: SEEN_BALANCE, transactionCount: 4 });
    // A line is of the first account that is seen.
    const entered = await expectOk(caller.post<{ entry: Entry }>('/ledger/enter', { text: 'tea 2' }));
    expect(entered.data.entry.account).toBe(ids['Cash box']);
    expect(await write('/ledger/enter', { text: 'tea 2 from Vault' })).toBe(200);
    const { currentBalance } = await read<User>(caller, '/users/get-current-user');
    expect(currentBalance).toBe(SEEN_BALANCE - 4);
    const audited = await read<{ intact: boolean }>(user, '/ledger/verify');
    expect(audited.intact).toBe(true);
  });

  test('undoes nothing that has left its accounts', async () => {
    const { user, ids } = books;
    const caller = await program('write');
    const record = async () => {
      const recorded = await expectOk(caller.post<User>('/transaction/create-expense', expenseIn(ids.Card)));
      const transactionId = recorded.data.transactionHistory.at(-1)?._id;
      return { transactionId, changeSetId: recorded.headers.get(CHANGE_SET) };
    };
    const undo = (changeSetId: string | null) => codeOf(caller.post('/ledger/undo', { changeSetId }));
    const [moved, deleted] = [await record(), await record()];
    const edit = { transactionId: moved.transactionId, note: 'By the program' };
    const edited = await expectOk(caller.post('/transaction/update-transaction', edit));
    const leave = { transactionId: moved.transactionId, accountId: ids.Vault };
    await expectOk(user.post('/transaction/update-transaction', leave));
    await expectOk(user.post('/transaction/delete-transaction', { transactionId: deleted.transactionId }));
    expect(await undo(moved.changeSetId)).toBe('change_set_not_found');
    expect(await undo(edited.headers.get(CHANGE_SET))).toBe('change_set_not_found');
    expect(await undo(deleted.changeSetId)).not.toBe('change_set_not_found');
    await expectOk(user.post('/transaction/update-transaction', { ...leave, accountId: ids.Card }));
    expect(await undo(edited.headers.get(CHANGE_SET))).toBe(200);
    expect((await read<{ intact: boolean }>(user, '/ledger/verify')).intact).toBe(true);
  });

  test('makes no call that needs all accounts', async () => {
    const caller = await program('write');
    for (const call of Object.values<Call>(calls)) {
      if (scopeOf(call) === null || canBeCut(call)) continue;
      const asked = call.method === 'GET' ? caller.get(call.path) : caller.post(call.path, {});
      expect([call.path, await codeOf(asked)]).toEqual([call.path, 'token_accounts']);
    }
    expect(await codeOf(caller.get('/ledger/digest'))).toBe('token_accounts');
  });

  test('proposes in its accounts alone, and the user sees the whole balance', async () => {
    const { user, ids, unseen } = books;
    const caller = await program('propose');
    const create = (...commands: object[]) =>
      caller.post<CallData<'createProposal'>>('/proposals/create', { commands, reason: 'As you asked' });
    const bulk = { call: '/ledger/bulk', input: { select: { q: '' }, delete: true } };
    expect(await codeOf(create(bulk))).toBe('token_accounts');
    const call = '/transaction/create-expense';
    const made = await expectOk(
      create(
        { call, input: expenseIn(ids.Card) },
        { call, input: expenseIn(ids.Vault) },
        { call: '/transaction/delete-transaction', input: { transactionId: unseen.expense } },
      ),
    );
    const { proposalId, figures, problems } = made.data;
    expect(problems.map(({ code }) => code)).toEqual(['account_not_found', 'transaction_not_found']);
    const seen = await read<User>(caller, '/users/get-current-user');
    const balance = (now: number) => ({ figure: 'balance', now, then: now - 2 });
    expect(figures).toContainEqual(balance(seen.currentBalance));
    expect(figures.map(({ figure }) => figure)).not.toContain(`account:${ids.Vault}`);
    const of = figures.find(({ figure }) => figure.startsWith('category:'));
    const explained = await read<CallData<'explain'>>(caller, `/ledger/explain?figure=${of?.figure}`);
    expect(of?.now).toBe(explained.shown);
    const one = await read<CallData<'getProposal'>>(user, `/proposals/one?id=${proposalId}`);
    const { currentBalance } = await read<User>(user, '/users/get-current-user');
    expect(one.figures).toContainEqual(balance(currentBalance));
    expect(await codeOf((await program()).get(`/proposals/one?id=${proposalId}`))).toBe('proposal_not_found');
    expect((await read<CallData<'getProposals'>>(caller, '/proposals')).proposals).toHaveLength(1);
    const accept = { proposalId, unfit: 'leave-out' };
    const accepted = await expectOk(user.post<CallData<'acceptProposal'>>('/proposals/accept', accept));
    expect(accepted.data.left).toHaveLength(2);
    expect(accepted.data.currentBalance).toBe(currentBalance - 2);
    expect((await read<{ intact: boolean }>(user, '/ledger/verify')).intact).toBe(true);
  });
});
