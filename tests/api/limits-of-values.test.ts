import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type Answer, Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

// Each limit of product 2.1 from outside: its values are taken, and what is just beyond them is refused.

const root = join(import.meta.dirname, '../..');
const LARGEST = 999_999_999_999.99;
const TODAY = new Date().toISOString().slice(0, 10);

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

type Made = Record<string, string>;
/** The request with a value: `made` are ids that `before` has made. */
type Sent = (user: Caller, value: never, made: Made) => Promise<Answer<unknown>>;

/** Values at a limit and beyond it, or the test that tries them. Each value is of a new user. */
type Tried = {
  send: Sent;
  before?: (user: Caller) => Promise<Made | undefined>;
  taken: readonly unknown[];
  refused: readonly unknown[];
};

const characters = (count: number) => 'x'.repeat(count);
const post =
  (path: string, body: (value: never, made: Made) => object): Sent =>
  (user, value, made) =>
    user.post<unknown>(path, body(value, made));
const get =
  (path: (value: never, made: Made) => string): Sent =>
  (user, value, made) =>
    user.get(path(value, made));
const texts = (most: number) => ({ taken: [1, most].map(characters), refused: ['', characters(most + 1)] });
const amounts = (least: number, below = least - 0.01) => ({ taken: [least, LARGEST], refused: [below, 1e12] });

async function rich(user: Caller): Promise<undefined> {
  await expectOk(user.post('/users/initial-deposit', { depositAmount: LARGEST }));
}

async function withGoal(user: Caller): Promise<Made> {
  await rich(user);
  await expectOk(user.post('/goals/create-goal', { title: 'Bicycle', finalAmount: LARGEST }));
  return { goalId: (await user.user()).goals[0]?._id ?? '' };
}

async function withSaved(user: Caller): Promise<Made> {
  const { goalId = '' } = await withGoal(user);
  await expectOk(user.post('/goals/add-money-to-goal', { goalId, currentAmount: 400 }));
  return { goalId };
}

async function withAccounts(user: Caller): Promise<Made> {
  await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const [from = '', to = ''] = (await user.user()).accounts.map(({ _id }) => _id);
  return { from, to };
}

async function withIncome(user: Caller): Promise<Made> {
  await expectOk(user.post('/transaction/create-income', { title: 'Pay', amount: 5 }));
  const { changeSets } = (await expectOk(user.get<CallData<'getChangeSets'>>('/ledger/change-sets?limit=1'))).data;
  const transactionId = (await user.user()).transactionHistory[0]?._id ?? '';
  return { transactionId, changeSetId: changeSets[0]?._id ?? '' };
}

const expense = (fields: object) => ({ title: 'Bread', amount: 5, ...fields });
const income = (fields: object) => ({ title: 'Pay', amount: 5, ...fields });
const PAY = '/transaction/create-income';
const SPEND = '/transaction/create-expense';
const schedule = (fields: object) => ({
  ...{ title: 'Rent', type: 'Expense', amount: { exact: 5 }, post: 'ask' },
  rule: { every: 1, unit: 'month', start: shifted(TODAY, 7) },
  ...fields,
});
const ruleOf = (rule: object) => ({ rule: { every: 1, unit: 'day', start: TODAY, ...rule }, from: TODAY, to: TODAY });
const split = (first: number, more: number) => ({
  amount: first + more,
  parts: [first, ...Array.from({ length: more }, () => 1)].map((amount) => ({ amount, category: 'Groceries' })),
});
const plansOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ category: 'Movie', month: monthAfter('2026-01', at), amount: 1 }));
const DAYS = Array.from({ length: 31 }, (_, at) => at + 1);

/** By the first column of product 2.1. A text is the test that tries the limit. */
const ROWS: Record<string, readonly Tried[] | string> = {
  'amount of an expense, an income, money added to a goal': [
    { send: post(SPEND, (amount) => expense({ amount })), before: rich, ...amounts(1) },
    { send: post(PAY, (amount) => income({ amount })), ...amounts(1) },
    {
      send: post('/goals/add-money-to-goal', (currentAmount, { goalId }) => ({ goalId, currentAmount })),
      before: withGoal,
      ...amounts(1),
    },
  ],
  'amount to which an expense or an income is changed': [
    {
      send: post('/transaction/update-transaction', (amount, { transactionId }) => ({ transactionId, amount })),
      before: withIncome,
      ...amounts(0.01),
    },
  ],
  'final amount of a goal, initial deposit, account balance set by hand': [
    { send: post('/goals/create-goal', (finalAmount) => ({ title: 'Bicycle', finalAmount })), ...amounts(1) },
    { send: post('/users/initial-deposit', (depositAmount) => ({ depositAmount })), ...amounts(1) },
    {
      send: post('/users/update-account-balance', (newAmount) => ({ newAmount })),
      before: rich,
      taken: [1],
      refused: [0.99, 1e12],
    },
  ],
  'starting balance of an account': [
    {
      send: post('/accounts/open-account', (openingBalance) => ({ name: 'Bank', kind: 'Savings', openingBalance })),
      taken: [-LARGEST, LARGEST],
      refused: [-1e12, 1e12],
    },
  ],
  'amount taken back from a goal': [
    {
      send: post('/goals/take-back', (amount, { goalId }) => ({ goalId, amount })),
      before: withSaved,
      taken: [0.01, 399],
      refused: [0, 400.01],
    },
  ],
  'amount of a transfer, of a part of a split': [
    {
      send: post('/transfer/create-transfer', (amount, made) => ({ ...made, amount })),
      before: withAccounts,
      ...amounts(0.01),
    },
    { send: post(SPEND, (first) => expense(split(first, 1))), before: rich, taken: [0.01], refused: [0, 1e12] },
  ],
  'amount of a part of a split that lessens the others': [
    { send: post(SPEND, (first) => expense(split(first, 9))), before: rich, taken: [-0.01, -5], refused: [0, -1e12] },
  ],
  'monthly income, monthly expense': [
    // No more can be spent than is earned.
    { send: post('/users/add-income-and-expense', (amount) => ({ income: amount, expense: amount })), ...amounts(0) },
  ],
  'title of a transaction': [{ send: post(PAY, (title) => income({ title })), ...texts(40) }],
  'title of a goal': [{ send: post('/goals/create-goal', (title) => ({ title, finalAmount: 5 })), ...texts(30) }],
  'name of an account': [{ send: post('/accounts/open-account', (name) => ({ name, kind: 'Cash' })), ...texts(30) }],
  'parts of a split': [
    { send: post(SPEND, (more) => expense(split(1, more))), before: rich, taken: [1, 19], refused: [0, 20] },
  ],
  'schedules of a user': 'tests/api/limits-at-once.test.ts',
  'amount of a schedule': [
    { send: post('/schedules/add', (exact) => schedule({ amount: { exact } })), ...amounts(0.01) },
  ],
  'note of a part': [
    {
      send: post(SPEND, (note) =>
        expense({ amount: 5, parts: [3, 2].map((amount) => ({ amount, category: 'Groceries', note })) }),
      ),
      before: rich,
      taken: [characters(100)],
      refused: [characters(101)],
    },
  ],
  'note of an entry': [
    { send: post(PAY, (note) => income({ note })), taken: [characters(500)], refused: [characters(501)] },
  ],
  'tags of an entry': [
    {
      send: post(PAY, (count: number) => income({ tags: Array.from({ length: count }, (_, at) => `tag${at}`) })),
      taken: [10],
      refused: [11],
    },
  ],
  tag: [
    {
      send: post(PAY, (tag) => income({ tags: [tag] })),
      taken: ['x', characters(30), 'Über-9_a'],
      refused: [characters(31), 'a b', 'a!'],
    },
  ],
  'description of a goal': [
    {
      send: post('/goals/create-goal', (description) => ({ title: 'Bicycle', finalAmount: 5, description })),
      taken: [characters(1_000)],
      refused: [characters(1_001)],
    },
  ],
  'full name': [{ send: post('/users/update-details', (name) => ({ name, bio: '' })), ...texts(30) }],
  bio: [
    {
      send: post('/users/update-details', (bio) => ({ name: 'Clara', bio })),
      taken: [characters(80)],
      refused: [characters(81)],
    },
  ],
  email: [
    {
      send: (_, local: string) =>
        new Caller(server.origin).post('/users/register', {
          ...{ email: `${local}@example.com`, password: 'paper and ink', fullName: 'Clara' },
        }),
      taken: [characters(242)],
      refused: ['', characters(243)],
    },
  ],
  password: [
    {
      send: (user, password: string) =>
        new Caller(server.origin).post('/users/register', {
          ...{ email: `of-${user.email}`, password, fullName: 'Clara' },
        }),
      ...{ taken: ['x', characters(512)], refused: [' ', characters(513)] },
    },
  ],
  'text of a feedback': [
    {
      send: post('/feedback/create-feedback', (description) => ({ rating: '5-star', description })),
      taken: [characters(2_000)],
      refused: [characters(2_001)],
    },
  ],
  'date of a transaction': [
    {
      send: post(PAY, (date) => income({ date })),
      taken: ['1900-01-01', '2199-12-31'],
      refused: ['1899-12-31', '2200-01-01'],
    },
  ],
  'date of birth': [
    {
      send: post('/users/update-date', (date) => ({ date })),
      taken: ['1900-01-01', TODAY],
      refused: ['1899-12-31', shifted(TODAY, 2)],
    },
  ],
  'amount of an entry that is imported': 'tests/api/imports.test.ts',
  'what the bank wrote of a row that is imported, and who paid or was paid': 'tests/api/import-readers.test.ts',
  'file that is imported': 'tests/api/import-limits.test.ts',
  'image file': 'tests/api/files-refused.test.ts',
  'stored images of a user': 'tests/api/files-quota.test.ts',
  'page of transactions or of history': [
    { send: get((limit) => `/transaction/get-transactions?limit=${limit}`), taken: [1, 500], refused: [0, 501] },
    { send: get((limit) => `/ledger/history?limit=${limit}`), taken: [1, 500], refused: [0, 501] },
  ],
  'page of what a change-set changed, or an undo would do': [
    {
      send: get((limit, { changeSetId }) => `/ledger/change-set?id=${changeSetId}&limit=${limit}`),
      before: withIncome,
      taken: [1, 500],
      refused: [0, 501],
    },
  ],
  'conflicts that the refusal of an undo names': 'tests/api/undo.test.ts',
  '`transactionHistory` of the user': 'tests/api/commands.test.ts',
  'recent-transactions': 'tests/api/transactions.test.ts',
  'line that is entered': [
    {
      send: post('/ledger/read-line', (text) => ({ text })),
      taken: [`Bread 5 ${characters(492)}`],
      refused: [`Bread 5 ${characters(493)}`],
    },
  ],
  'day on which a line was written': [
    {
      send: post('/ledger/read-line', (days) => ({ text: 'Bread 5', today: shifted(TODAY, days) })),
      taken: [-31, 31],
      refused: [-33, 33],
    },
  ],
  'titles of the past': [{ send: get((limit) => `/ledger/titles?limit=${limit}`), taken: [1, 50], refused: [0, 51] }],
  'query ([5.15](#515-finding-entries))': [
    {
      send: get((q: string) => `/ledger/find?q=${encodeURIComponent(q)}`),
      taken: [characters(500), 'a '.repeat(50).trim()],
      refused: [characters(501), 'a '.repeat(51).trim()],
    },
  ],
  'reports of a user': 'tests/api/limits-at-once.test.ts',
  'rows of a report, columns of one, accounts that it is about': 'tests/api/reports.test.ts',
  'months of a report of budgets': 'tests/api/reports.test.ts',
  'name of a report': [{ send: post('/reports/save', (name) => ({ name, picture: 'bars', query: {} })), ...texts(40) }],
  'name of a view': [{ send: post('/ledger/save-view', (name) => ({ name, q: 'bread' })), ...texts(40) }],
  'views of a user': 'tests/api/limits-at-once.test.ts',
  'rules of a user': 'tests/api/limits-at-once.test.ts',
  'plans that are made at once': [
    { send: post('/budget/plan', (count) => ({ plans: plansOf(count) })), taken: [1, 500], refused: [0, 501] },
  ],
  'categories and months for which a user has plans': 'tests/api/limits-at-once.test.ts',
  'month of a plan': [
    {
      send: post('/budget/plan', (month) => ({ plans: [{ category: 'Movie', month, amount: 1 }] })),
      taken: ['1900-01', '2199-12'],
      refused: ['1899-12', '2200-01'],
    },
  ],
  '`every` and `times` in the rule of a schedule': [
    { send: post('/schedules/occurrences', (every) => ruleOf({ every })), taken: [1, 100_000], refused: [0, 100_001] },
    {
      send: post('/schedules/occurrences', (times) => ruleOf({ end: { times } })),
      ...{ taken: [1, 100_000], refused: [0, 100_001] },
    },
  ],
  'list of days in the rule of a schedule': [
    {
      send: post('/schedules/occurrences', (days) => ruleOf({ unit: 'month', days })),
      taken: [[1], DAYS],
      refused: [[], [...DAYS, ...DAYS, 1]],
    },
  ],
  'occurrences of a rule in an answer': 'tests/api/schedules-days.test.ts',
  'entries that are changed or deleted at once, by rules too': 'tests/api/bulk.test.ts',
  'ids in each list of a bulk, in a body of at most 1 MiB': [
    {
      send: post('/ledger/preview-bulk', (count: number, { transactionId = '' }) => ({
        select: { ids: Array.from({ length: count }, () => transactionId) },
        change: { title: 'Sorted' },
      })),
      before: withIncome,
      taken: [10_000],
      refused: [10_001],
    },
  ],
  'entries that the preview of a bulk names as left as they are, and fields that the preview of rules does':
    'tests/api/bulk.test.ts',
  '`Idempotency-Key`': [
    {
      send: (user, key: string) => user.post<unknown>(PAY, income({}), { 'Idempotency-Key': key }),
      ...{ taken: ['x', characters(128)], refused: [characters(129), 'a b'] },
    },
  ],
  'session without use': 'tests/api/identity.test.ts',
  'session at all, from the login on': 'tests/api/identity.test.ts',
};

/** The first cells of the table of limits. */
const NAMED = (readFileSync(join(root, 'docs/product.md'), 'utf8').split('### 2.1 ')[1] ?? '')
  .split('### ')[0]
  ?.split('\n')
  .flatMap((line) => /^\| (.+?) \|/.exec(line)?.[1] ?? [])
  .filter((name) => name !== 'what');

test('each limit of product 2.1 has a row, and each test that is named is there', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(NAMED?.toSorted());
  const named = Object.values(ROWS).filter((row) => typeof row === 'string');
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

describe.each(Object.entries(ROWS))('%s', (_, row) => {
  if (typeof row === 'string') return test(`is tried in ${row}`, () => undefined);
  return test('is taken at its limits and refused beyond', async () => {
    const codes: string[] = [];
    for (const { send, before, taken, refused } of row) {
      for (const value of [...taken, ...refused]) {
        const user = await server.newUser();
        const made = (await before?.(user)) ?? {};
        const { status, problem } = await send(user, value as never, made);
        // A busy machine may take long for a query of many words.
        const isTaken = status === 200 || problem.code === 'query_too_slow';
        const is = isTaken ? 'taken' : status === 422 || status === 400 ? 'refused' : `${status}`;
        const wanted = taken.includes(value) ? 'taken' : 'refused';
        if (is !== wanted) codes.push(`${JSON.stringify(value).slice(0, 60)} is ${is}`);
      }
    }
    expect(codes).toEqual([]);
  });
});
