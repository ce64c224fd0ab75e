import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Budget } from '#contract/budget-calls.ts';
import type { CallData } from '#contract/calls.ts';
import type { ImportBudget, ImportPreview } from '#contract/import-calls.ts';
import { zipped } from '#imports/testing/reading.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

/** Imports a file, which is to bring so much of a budget. */
async function imported(
  user: Caller,
  file: Uint8Array,
  brings: Partial<ImportBudget>,
  categories?: object,
): Promise<string> {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'books.zip'));
  if (categories) form.set('answers', JSON.stringify({ categories, 'day-order': 'dmy' }));
  const { importId, budget } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  const { data } = await expectOk(user.post<CallData<'importCommit'>>('/import/commit', { importId }));
  expect([budget, data.imported.budget]).toEqual([
    { plans: 0, carries: 0, targets: 0, ...brings },
    { plans: 0, carries: 0, targets: 0, ...brings },
  ]);
  return importId;
}

const undo = async (user: Caller, changeSetId: string) => await expectOk(user.post('/ledger/undo', { changeSetId }));
const post = async (user: Caller, call: string, body: object) => await expectOk(user.post(`/budget/${call}`, body));
const added = async (user: Caller, name: string, parent?: string): Promise<string> => {
  const body = { name, kind: 'Expense', ...(parent && { parent }) };
  return (await expectOk(user.post<{ category: { _id: string } }>('/ledger/add-category', body))).data.category._id;
};

/** The rows of a month that say anything, by their names, without ids. */
async function rowsOf(user: Caller, month: string) {
  const { data } = await expectOk(user.get<Budget>(`/budget/month?month=${month}`));
  expect(data.agrees).toBe(true);
  return Object.fromEntries(
    data.categories
      .filter(
        ({ planned, spent, available, carry, target }) =>
          planned || spent || available || target || carry !== 'surplus',
      )
      .map(({ name, categoryId: _, parent: _parent, ...row }) => [name, row]),
  );
}

const MONTHS = ['2025-01', '2025-02', '2025-03'];
const budgetOf = async (user: Caller) => await Promise.all(MONTHS.map((month) => rowsOf(user, month)));
const changesOf = async (user: Caller) =>
  (await expectOk(user.get<CallData<'getBudgetChanges'>>('/budget/changes'))).data.changes;

describe("Daybook's own export", () => {
  async function planning(): Promise<{ user: Caller; file: Uint8Array }> {
    const user = await server.newUser();
    const bread = await added(user, 'Bread', 'Groceries');
    const buns = await added(user, 'Buns');
    const old = await added(user, 'Old');
    const expense = { title: 'Shop', amount: 20, wallet: 'Bank', date: '2025-01-10', category: 'Groceries' };
    await expectOk(user.post('/transaction/create-expense', expense));
    const plans = [
      { category: 'Groceries', amount: 100 },
      { category: bread, amount: 30, month: '2025-02' },
      { category: buns, amount: 8 },
      { category: old, amount: 3 },
      { category: '-', amount: 5.5, month: '2025-03' },
    ];
    await post(user, 'plan', { month: '2025-01', plans });
    await post(user, 'move', { month: '2025-01', from: 'Groceries', to: 'Movie', amount: 12 });
    await post(user, 'carry', { category: bread, carry: 'none', from: '2025-02' });
    await post(user, 'carry', { category: 'Movie', carry: 'all', from: '2025-02' });
    await post(user, 'carry', { category: 'Movie', carry: 'none', from: '2025-01' });
    await post(user, 'target', {
      category: bread,
      target: { kind: 'by', amount: 90, date: '2026-05-01', repeat: 'yearly' },
    });
    await post(user, 'target', { category: '-', target: { kind: 'share', percent: 2.5, of: 'last-income' } });
    await expectOk(user.post('/ledger/rename-category', { categoryId: bread, name: 'Loaves' }));
    await expectOk(user.post('/ledger/merge-categories', { from: buns, into: bread }));
    await expectOk(user.post('/ledger/archive-category', { categoryId: old }));
    return { user, file: await (await user.open('/api/v1/ledger/export')).bytes() };
  }

  test('brings its plans, carries and targets, once, and its undo takes them back', async () => {
    const { user, file } = await planning();
    const budget = await budgetOf(user);
    expect(budget[0]).toMatchObject({ Groceries: { planned: 88 }, Loaves: { planned: 8 }, Old: { planned: 3 } });
    const another = await server.newUser();
    const before = await budgetOf(another);
    const importId = await imported(another, file, { plans: 6, carries: 3, targets: 2 });
    expect(await budgetOf(another)).toEqual(budget);
    const changes = await changesOf(another);
    expect(changes.map(({ changeSetId }) => changeSetId)).toEqual(changes.map(() => importId));

    const again = await imported(another, file, {});
    expect(await budgetOf(another)).toEqual(budget);
    expect(await changesOf(another)).toEqual(changes);
    await undo(another, again);
    await undo(another, importId);
    expect(await budgetOf(another)).toEqual(before);
    // Imported where it comes from, it finds all of it there.
    const own = await changesOf(user);
    await imported(user, file, {});
    expect([await budgetOf(user), await changesOf(user)]).toEqual([budget, own]);
  });

  test('leaves what is planned and set here', async () => {
    const { file } = await planning();
    const user = await server.newUser();
    await post(user, 'plan', { month: '2025-01', plans: [{ category: 'Groceries', amount: 1 }] });
    await post(user, 'carry', { category: 'Movie', carry: 'surplus', from: '2025-03' });
    await post(user, 'target', { category: '-', target: { kind: 'monthly', amount: 7 } });
    await imported(user, file, { plans: 5, carries: 1, targets: 1 });
    const [january, , march] = await budgetOf(user);
    expect(january).toMatchObject({ Groceries: { planned: 1 }, Movie: { planned: 12, carry: 'surplus' } });
    expect(march).toMatchObject({ 'No category': { planned: 5.5, target: { kind: 'monthly' } } });
  });
});

describe('the zip of YNAB', () => {
  const FILE = zipped({
    'Home - Register.csv':
      'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared\n' +
      'Giro,,2025-01-25,Market,Daily: Food,Daily,Food,,10.00,0.00,Cleared\n',
    'Home - Plan.csv':
      'Month,Category Group/Category,Category Group,Category,Assigned,Activity,Available\n' +
      'Jan 2025,Daily: Food,Daily,Food,40.00,-10.00,30.00\n' +
      'Feb 2025,Daily: Treats,Daily,Treats,7.00,0.00,7.00\n' +
      'Feb 2025,Daily: Food,Daily,Food,41.00,0.00,71.00\n' +
      'Feb 2025,Daily: Pets,Daily,Pets,9.00,0.00,9.00\n',
  });

  test('brings its plan with its entries, to the categories that these get', async () => {
    const user = await server.newUser();
    const before = (await expectOk(user.get('/ledger/categories'))).data;
    const importId = await imported(
      user,
      await FILE,
      { plans: 3 },
      {
        'Daily:Treats': 'add',
        'Daily:Pets': 'leave',
        'Daily:Food': 'Groceries',
      },
    );
    expect(await rowsOf(user, '2025-01')).toMatchObject({ Groceries: { planned: 40, spent: 10, available: 30 } });
    expect(await rowsOf(user, '2025-02')).toMatchObject({ Groceries: { planned: 41 }, Treats: { planned: 7 } });
    expect(Object.keys(await rowsOf(user, '2025-02'))).not.toContain('Pets');
    await imported(
      user,
      await FILE,
      {},
      { 'Daily:Treats': 'Groceries', 'Daily:Food': 'Groceries', 'Daily:Pets': 'leave' },
    );
    expect(await changesOf(user)).toHaveLength(3);
    await undo(user, importId);
    expect(await rowsOf(user, '2025-02')).toEqual({});
    expect((await expectOk(user.get('/ledger/categories'))).data).toEqual(before);
  });
});
