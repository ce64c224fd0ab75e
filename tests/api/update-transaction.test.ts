import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** A user with 100 in Everyday, an expense of 40 in cash, and the expense's id. */
async function withExpense() {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  const tea = { title: 'Tea', amount: 40, category: 'Food & Drinks', date: '2026-11-20' };
  const { data } = await expectOk(user.post<User>('/transaction/create-expense', tea));
  const { _id: transactionId } = data.transactionHistory[0] as Transaction;
  const change = (input: object) => user.post<User>('/transaction/update-transaction', { transactionId, ...input });
  return { user, transactionId, change };
}

const only = async (user: Caller): Promise<Entry> =>
  (await expectOk(user.get<{ entries: [Entry] }>('/ledger/entries'))).data.entries[0];
const errorsOf = async (asked: Promise<{ status: number; problem: { code: string; errors?: object } }>) => {
  const { status, problem } = await asked;
  return [status, problem.code, ...(problem.errors ? [problem.errors] : [])];
};

test('what is named changes, what is left out stays', async () => {
  const { user, change } = await withExpense();
  const { data, headers } = await expectOk(change({ title: ' Green tea ', amount: 30.5, date: '2026-11-18' }));
  expect(headers.get('Change-Set')).toMatch(/^[0-9a-f-]{36}$/);
  expect(data).toMatchObject({ currentBalance: 69.5, transactionCount: 1 });
  expect(data.transactionHistory).toEqual([
    {
      ...{ _id: expect.any(String), type: 'Expense', title: 'Green tea', amount: 30.5, category: 'Food & Drinks' },
      ...{
        date: '2026-11-18',
        createdAt: expect.any(String),
        wallet: 'Cash',
        receipt: null,
        changedAt: expect.any(String),
      },
    },
  ]);
  expect(await only(user)).toMatchObject({ title: 'Green tea', changedAt: data.transactionHistory[0]?.changedAt });
  expect((await eventsOf(server, user.userId)).at(-1)).toMatchObject({
    type: 'TransactionChanged',
    data: { before: { title: 'Tea', amount: 4000 }, after: { title: 'Green tea', amount: 3050, wallet: 'Cash' } },
  });
});

test('nothing changed is said, and names no change-set', async () => {
  const { user, change } = await withExpense();
  const refused = await change({ title: 'Tea', amount: 40, wallet: 'Cash' });
  expect([refused.status, refused.problem.code, refused.problem.title]).toEqual([422, 'no_changes', 'No Changes Made']);
  expect(refused.headers.get('Change-Set')).toBeNull();
  expect(await errorsOf(change({}))).toEqual([422, 'no_changes']);
  expect(await eventsOf(server, user.userId)).toHaveLength(2);
});

test.each([
  [{ title: '' }, { title: 'Title is required' }],
  [{ title: null }, { title: 'Title is required' }],
  [{ title: 'x'.repeat(41) }, { title: "Title can't be longer than 40 characters" }],
  [{ amount: 0 }, { amount: "Amount can't be less than 0.01" }],
  [{ amount: 0.005 }, { amount: 'An amount is a number with at most two decimals' }],
  [{ amount: null }, { amount: 'Amount is required' }],
  [{ date: '1899-12-31' }, { date: 'A date lies between 1900-01-01 and 2199-12-31' }],
  [{ wallet: null }, { wallet: 'Wallet is required' }],
  [{ wallet: 'Purse' }, { wallet: 'Choose one of Cash, Credit card, Debit card, Bank' }],
  [{ category: 'Salary' }, { category: expect.stringMatching(/^Choose one of Electricity/) }],
  [{ type: 'Income', wallet: 'Cash' }, { wallet: 'An income has no wallet' }],
  [{ type: 'Income', category: 'Trips' }, { category: expect.stringMatching(/^Choose one of Electricity/) }],
  [{ colour: 'red' }, { colour: 'This field is not known here' }],
  [{ receipt: 'x' }, { receipt: 'This has the wrong form' }],
])('refuses %j, and leaves the transaction', async (input, errors) => {
  const { user, change } = await withExpense();
  expect(await errorsOf(change(input))).toEqual([422, 'invalid', errors]);
  expect(await only(user)).toMatchObject({ title: 'Tea', amount: 40, changedAt: null });
});

describe('in cash', () => {
  test('the amount may not exceed the balance without the expense itself', async () => {
    const { change } = await withExpense();
    expect((await errorsOf(change({ amount: 100.01 }))).slice(0, 2)).toEqual([422, 'not_enough_balance']);
    expect((await expectOk(change({ amount: 100 }))).data.currentBalance).toBe(0);
  });

  test('an edit that takes no more is not asked for the balance', async () => {
    const { user, change } = await withExpense();
    await expectOk(user.post('/transaction/create-expense', { title: 'Rent', amount: 90, wallet: 'Bank' }));
    expect((await expectOk(change({ title: 'Coffee', amount: 39 }))).data.currentBalance).toBe(-29);
    await expectOk(change({ wallet: 'Bank' }));
    expect((await errorsOf(change({ wallet: 'Cash' }))).slice(0, 2)).toEqual([422, 'not_enough_balance']);
  });

  test('an expense moves to an account that has the money', async () => {
    const { user, change } = await withExpense();
    const open = async (name: string, openingBalance: number) =>
      (
        await expectOk(user.post<User>('/accounts/open-account', { name, kind: 'Cash', openingBalance }))
      ).data.accounts.at(-1);
    const [purse, box] = [await open('Purse', 39.99), await open('Box', 40)] as [Account, Account];
    expect((await errorsOf(change({ accountId: purse._id }))).slice(0, 2)).toEqual([422, 'not_enough_balance']);
    const { data } = await expectOk(change({ accountId: box._id }));
    expect(data.accounts.map(({ balance }) => balance)).toEqual([100, 39.99, 0]);
    expect(data.transactionHistory[0]?.account).toBe(box._id);
    const back = await expectOk(change({ accountId: data.accounts[0]?._id }));
    expect(back.data.accounts.map(({ balance }) => balance)).toEqual([60, 39.99, 40]);
    expect(back.data.transactionHistory[0]).not.toHaveProperty('account');
  });
});

test('an expense that becomes an income has no wallet and the default category, and back', async () => {
  const { user, change } = await withExpense();
  expect((await expectOk(change({ type: 'Income' }))).data.currentBalance).toBe(140);
  expect(await only(user)).toMatchObject({ type: 'Income', category: 'Salary', wallet: null });
  await expectOk(change({ category: 'Other' }));
  await expectOk(change({ type: 'Expense', wallet: 'Bank' }));
  expect(await only(user)).toMatchObject({ type: 'Expense', category: 'Other', wallet: 'Bank' });
  await expectOk(change({ category: null }));
  expect(await only(user)).toMatchObject({ category: null });
});

describe('a split', () => {
  const parts = [
    { amount: 25, category: 'Groceries', note: 'bread' },
    { amount: 15, category: 'Shopping' },
  ];

  test('is recorded with parts that add up, and has no category', async () => {
    const user = await server.newUser();
    const input = { title: 'Market', amount: 40, date: '2026-11-20', wallet: 'Bank', parts };
    const { data } = await expectOk(user.post<User>('/transaction/create-expense', input));
    const presented = [parts[0], { ...parts[1], note: null }];
    expect(data.transactionHistory[0]).toMatchObject({ category: null, parts: presented });
    expect(await only(user)).toMatchObject({ amount: 40, category: null, parts: presented });
    const income = {
      title: 'Pots',
      amount: 10,
      parts: [
        { amount: 4, category: 'Business' },
        { amount: 6, category: 'Gifts' },
      ],
    };
    const earned = await expectOk(user.post<User>('/transaction/create-income', income));
    expect(earned.data.transactionHistory.find(({ title }) => title === 'Pots')).toMatchObject({ category: null });
  });

  test.each([
    [{ parts: [parts[0]] }, { parts: 'A split has 2 to 20 parts' }],
    [
      { parts: Array.from({ length: 21 }, () => ({ amount: 1, category: 'Travel' })) },
      { parts: 'A split has 2 to 20 parts' },
    ],
    [{ parts: [parts[0], { amount: 14.99, category: 'Travel' }] }, { parts: 'The parts must add up to the amount' }],
    [{ parts, category: 'Travel' }, { category: 'The categories of a split are those of its parts' }],
    [{ parts: [parts[0], { amount: 15 }] }, { parts: expect.stringMatching(/^Choose one of/) }],
    [
      { parts: [parts[0], { amount: 15, category: 'Salary' }] },
      { parts: expect.stringMatching(/^Choose one of Electricity/) },
    ],
    [
      {
        parts: [
          { amount: 40, category: 'Travel' },
          { amount: 0, category: 'Travel' },
        ],
      },
      { parts: "Amount can't be less than 0.01" },
    ],
    [
      { parts: [parts[0], { ...parts[1], note: 'x'.repeat(101) }] },
      { parts: "This can't be longer than 100 characters" },
    ],
    [{ parts: 'half' }, { parts: 'This has the wrong form' }],
  ])('is refused with %j when creating, and when changing', async (input, errors) => {
    const { user, change } = await withExpense();
    const created = user.post('/transaction/create-expense', { title: 'Market', amount: 40, wallet: 'Bank', ...input });
    expect(await errorsOf(created)).toEqual([422, 'invalid', errors]);
    expect(await errorsOf(change(input))).toEqual([422, 'invalid', errors]);
  });

  test('of an entry that is there fits its amount; another amount asks for the parts; null joins them', async () => {
    const { user, change } = await withExpense();
    await expectOk(change({ parts }));
    expect(await only(user)).toMatchObject({ category: null, parts: [{ amount: 25 }, { amount: 15 }] });
    const again = { parts: 'Enter the parts again, so that they add up to the amount' };
    expect(await errorsOf(change({ amount: 41 }))).toEqual([422, 'invalid', again]);
    expect(await errorsOf(change({ type: 'Income' }))).toEqual([422, 'invalid', again]);
    expect(await errorsOf(change({ category: 'Travel' }))).toEqual([
      422,
      'invalid',
      { category: 'The categories of a split are those of its parts' },
    ]);
    await expectOk(change({ amount: 41, parts: [parts[0], { amount: 16, category: 'Travel' }] }));
    await expectOk(change({ title: 'Market' }));
    await expectOk(change({ parts: null }));
    expect(await only(user)).toMatchObject({ amount: 41, category: null, parts: null });
  });
});

test('a form brings a new receipt and parts as JSON; a receipt of null takes it off', async () => {
  const { user, transactionId, change } = await withExpense();
  const parts = JSON.stringify([
    { amount: 20, category: 'Travel' },
    { amount: 0.5, category: 'Other' },
  ]);
  const form = formOf({ transactionId, amount: '20.5', parts }, 'receipt', await plainImage(40, 20));
  await expectOk(user.postForm('/transaction/update-transaction', form));
  const entry = await only(user);
  expect(entry).toMatchObject({ amount: 20.5, parts: [{ amount: 20 }, { amount: 0.5 }], receipt: expect.any(String) });
  expect((await user.open(entry.receipt as string)).status).toBe(200);
  await expectOk(change({ receipt: null }));
  expect((await only(user)).receipt).toBeNull();
  expect((await user.open(entry.receipt as string)).status).toBe(200);
});
