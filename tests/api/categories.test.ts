import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Budget } from '#contract/budget-calls.ts';
import { calls } from '#contract/calls.ts';
import type { Category } from '#contract/category-calls.ts';
import { problemsOf } from '#contract/openapi.ts';
import type { CategoriesResponse } from '#contract/statistics-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ premium: 'everyone' });
});
afterAll(() => server.close());

/** A change or an effect without the ids of its entry and of its categories. */
const withoutIds = ({ entry: _, ...values }: { entry?: string }) =>
  JSON.parse(JSON.stringify(values, (key, value) => (key === 'categoryId' ? undefined : value)));

type Changed = User & { category: Omit<Category, 'count'> };

const categoriesOf = async (user: Caller, known = '') =>
  (await expectOk(user.get<{ categories: Category[] }>(`/ledger/categories${known}`))).data.categories;
const add = async (user: Caller, name: string, more: object = {}) =>
  (await expectOk(user.post<Changed>('/ledger/add-category', { name, kind: 'Expense', ...more }))).data.category;
const refusal = async (asked: Promise<{ status: number; problem: { code?: string } }>) => {
  const { status, problem } = await asked;
  return [status, problem.code];
};
const spend = async (user: Caller, title: string, amount: number, more: object = {}) =>
  await expectOk(
    user.post<User>('/transaction/create-expense', { title, amount, wallet: 'Bank', date: '2026-11-03', ...more }),
  );
const entriesOf = async (user: Caller, query = '') =>
  (await expectOk(user.get<{ entries: Entry[] }>(`/ledger/entries${query}`))).data.entries;
const idOf = async (user: Caller, title: string) =>
  (await entriesOf(user)).find((entry) => entry.title === title)?._id ?? '';

test('categories have the order of the user in lists and in the budget, until that is undone', async () => {
  const user = await server.newUser();
  const listed = async () => {
    const { data } = await expectOk(user.get<{ categories: Category[] }>('/ledger/categories'));
    const { data: budget } = await expectOk(user.get<Budget>('/budget/month?month=2026-11'));
    return [data.categories, budget.categories].map((list) => list.slice(0, 3).map(({ name }) => name));
  };
  const before = await listed();
  const { headers } = await expectOk(
    user.post('/ledger/order-categories', { categoryIds: ['Other', 'Travel', 'Electricity'] }),
  );
  expect(await listed()).toEqual([
    ['Other', 'Travel', 'Electricity'],
    ['Other', 'Travel', 'Electricity'],
  ]);
  await expectOk(user.post('/ledger/undo', { changeSetId: headers.get('Change-Set') }));
  expect(await listed()).toEqual(before);
  const refused = async (categoryIds: string[]) =>
    (await user.post('/ledger/order-categories', { categoryIds })).status;
  expect([await refused(['Travel', 'Salary']), await refused(['gone']), await refused([])]).toEqual([409, 404, 422]);
});

describe('categories', () => {
  test('are those of the specification at first, in their order', async () => {
    const user = await server.newUser();
    const all = await categoriesOf(user);
    expect(all.map(({ name }) => name).slice(0, 3)).toEqual(['Electricity', 'Food & Drinks', 'Shopping']);
    expect(all.map(({ _id }) => _id).slice(-2)).toEqual(['Gifts', 'Other income']);
    expect(all).toHaveLength(19);
    expect(
      all.every(({ isOwn, isArchived, count, parent }) => !isOwn && !isArchived && count === 0 && parent === null),
    );
  });

  test("of one's own are added, renamed, moved and archived, and shown by their name of now and of then", async () => {
    const user = await server.newUser();
    const answer = await expectOk(
      user.post<Changed>('/ledger/add-category', { name: ' Bakery ', kind: 'Expense', parent: 'Groceries' }),
    );
    const bakery = answer.data.category;
    expect(bakery).toEqual({
      ...{ _id: expect.any(String), name: 'Bakery', kind: 'Expense' },
      ...{ parent: 'Groceries', isOwn: true, isArchived: false, position: null },
    });
    expect(answer.headers.get('Change-Set')).not.toBeNull();
    const { data } = await spend(user, 'Rolls', 4.5, { category: 'bakery' });
    expect(data.transactionHistory[0]).toMatchObject({ category: 'Bakery', categoryId: bakery._id });
    const [last] = await entriesOf(user);
    await expectOk(user.post('/ledger/rename-category', { categoryId: bakery._id, name: 'Bread' }));
    expect((await user.user()).transactionHistory[0]).toMatchObject({ category: 'Bread' });
    expect((await entriesOf(user, '?known=1'))[0]).toMatchObject({ _id: last?._id, category: 'Bakery' });
    expect((await entriesOf(user))[0]?.category).toBe('Bread');
    const names = (await categoriesOf(user)).map(({ name, count }) => [name, count]);
    expect(names.slice(10, 13)).toEqual([
      ['Groceries', 0],
      ['Bread', 1],
      ['Work', 0],
    ]);
    expect((await entriesOf(user, '?q=category:groceries')).map(({ title }) => title)).toEqual(['Rolls']);
    await expectOk(user.post('/ledger/move-category', { categoryId: bakery._id, parent: null }));
    expect(await entriesOf(user, '?q=category:groceries')).toEqual([]);
    const { data: archived } = await expectOk(
      user.post<Changed>('/ledger/archive-category', { categoryId: bakery._id }),
    );
    expect(archived.category.isArchived).toBe(true);
    const { data: titles } = await expectOk(
      user.get<{ titles: { category: string | null }[] }>('/ledger/titles?q=Rolls'),
    );
    expect(titles.titles[0]?.category).toBeNull();
    const refused = await user.post('/transaction/create-expense', { title: 'Bun', amount: 2, category: 'Bread' });
    expect([refused.status, refused.problem.errors]).toEqual([422, { category: 'This category is archived' }]);
    await expectOk(user.post('/ledger/restore-category', { categoryId: bakery._id }));
    await spend(user, 'Bun', 2, { categoryId: bakery._id });
  });

  test("are refused in the user's words", async () => {
    const user = await server.newUser();
    await add(user, 'Rye');
    const post = (path: string, input: object) => refusal(user.post(`/ledger/${path}`, input));
    expect(await post('add-category', { name: 'RYE', kind: 'Expense' })).toEqual([409, 'category_name_taken']);
    expect(await post('add-category', { name: '-', kind: 'Expense' })).toEqual([422, 'invalid']);
    expect(await post('add-category', { name: 'x'.repeat(31), kind: 'Expense' })).toEqual([422, 'invalid']);
    expect(await post('add-category', { name: 'A', kind: 'Income', parent: 'Food' })).toEqual([
      404,
      'category_not_found',
    ]);
    expect(await post('rename-category', { categoryId: 'Movie', name: 'Film' })).toEqual([409, 'not_own_category']);
    expect(await post('archive-category', { categoryId: 'Salary' })).toEqual([409, 'category_is_default']);
    expect(await post('merge-categories', { from: 'Movie', into: 'Work' })).toEqual([409, 'not_own_category']);
    const unknown = await user.post('/transaction/create-expense', { title: 'Bun', amount: 2, category: 'Bunns' });
    expect(unknown.problem.errors?.category).toMatch(/^Choose one of Electricity, .*, Rye$/);
    const twice = { title: 'Bun', amount: 2, category: 'Rye', categoryId: 'Movie' };
    expect(await refusal(user.post('/transaction/create-expense', twice))).toEqual([422, 'invalid']);
  });

  test('are merged and undone as one change-set, also in parts of splits', async () => {
    const user = await server.newUser();
    const rye = await add(user, 'Rye');
    await spend(user, 'Loaf', 4, { category: 'Rye' });
    await spend(user, 'Market', 6, {
      parts: [
        { amount: 2, categoryId: rye._id },
        { amount: 4, category: 'Work' },
      ],
    });
    expect((await categoriesOf(user)).find(({ _id }) => _id === rye._id)?.count).toBe(2);
    const merged = await expectOk(user.post<Changed>('/ledger/merge-categories', { from: rye._id, into: 'Groceries' }));
    expect(merged.data.category).toMatchObject({ _id: 'Groceries' });
    expect(merged.data.transactionHistory.map(({ category, parts }) => category ?? parts?.[0]?.category)).toEqual([
      ...['Groceries', 'Groceries'],
    ]);
    const counts = Object.fromEntries((await categoriesOf(user)).map(({ name, count }) => [name, count]));
    expect([counts.Groceries, counts.Rye]).toEqual([2, undefined]);
    const changeSetId = merged.headers.get('Change-Set');
    const detail = await expectOk(
      user.get<{ changes: { field: string; before: unknown; after: unknown }[] }>(
        `/ledger/change-set?id=${changeSetId}`,
      ),
    );
    expect(detail.data.changes).toContainEqual(
      expect.objectContaining({ field: 'category', before: 'Rye', after: 'Groceries' }),
    );
    const { data: back } = await expectOk(user.post<User>('/ledger/undo', { changeSetId }));
    expect(back.transactionHistory[0]?.category).toBe('Rye');
    expect(back.transactionHistory[1]?.parts?.[0]).toMatchObject({ category: 'Rye', categoryId: rye._id });
  });

  test('come back with an entry that came back in another one, when a merge is undone', async () => {
    const user = await server.newUser();
    const rye = await add(user, 'Rye');
    const parts = [
      { amount: 4, category: 'Rye' },
      { amount: 2, category: 'Work' },
    ];
    await spend(user, 'Loaf', 4, { category: 'Rye' });
    await spend(user, 'Market', 6, { parts });
    const call = async (path: string, body: object) => {
      const { data, headers } = await expectOk(user.post<User>(path, body));
      const shown = data.transactionHistory.map((each) => each.category ?? each.parts?.[0]?.category);
      return { changeSetId: headers.get('Change-Set'), shown };
    };
    const deleted: string[] = [];
    for (const { _id: transactionId } of (await user.user()).transactionHistory) {
      const { changeSetId } = await call('/transaction/delete-transaction', { transactionId });
      deleted.push(changeSetId as string);
    }
    const merge = await call('/ledger/merge-categories', { from: rye._id, into: 'Groceries' });
    for (const changeSetId of deleted) await call('/ledger/undo', { changeSetId });
    expect((await user.user()).transactionHistory.map(({ category }) => category)).toContain('Groceries');
    const undo = await call('/ledger/undo', { changeSetId: merge.changeSetId });
    expect(undo.shown).toEqual(['Rye', 'Rye']);
    const redo = await call('/ledger/undo', { changeSetId: undo.changeSetId });
    expect(redo.shown).toEqual(['Groceries', 'Groceries']);
    expect((await call('/ledger/undo', { changeSetId: redo.changeSetId })).shown).toEqual(['Rye', 'Rye']);
  });

  test('that are gone have their names in all changes and effects of entries that had them', async () => {
    const user = await server.newUser();
    const rye = await add(user, 'Ryeish');
    await expectOk(user.post('/ledger/rename-category', { categoryId: rye._id, name: 'Rye' }));
    const parts = [
      { amount: 2, categoryId: rye._id },
      { amount: 4, category: 'Work' },
    ];
    const market = await spend(user, 'Market', 6, { parts });
    const loaf = await spend(user, 'Loaf', 4, { category: 'Rye' });
    const merge = await expectOk(user.post('/ledger/merge-categories', { from: rye._id, into: 'Groceries' }));
    for (const { headers } of [market, loaf, merge]) {
      const id = headers.get('Change-Set');
      const set = await expectOk(user.get<{ changes: object[] }>(`/ledger/change-set?id=${id}`));
      const preview = await expectOk(user.post<{ effects: object[] }>('/ledger/preview-undo', { changeSetId: id }));
      const values = JSON.stringify([set.data.changes, preview.data.effects].flat().map(withoutIds));
      expect(values).not.toContain(rye._id);
      expect(values).toMatch(/Rye|Loaf|Market/);
    }
  });

  test('name what was made with one as conflicts of the undo of its addition', async () => {
    const user = await server.newUser();
    const added = await expectOk(user.post<Changed>('/ledger/add-category', { name: 'Rye', kind: 'Expense' }));
    await spend(user, 'Loaf', 4, { category: 'Rye' });
    const entry = await idOf(user, 'Loaf');
    const changeSetId = added.headers.get('Change-Set');
    const refused = await user.post('/ledger/undo', { changeSetId });
    const { conflicts } = refused.problem as unknown as { conflicts: object[] };
    expect([refused.status, conflicts]).toEqual([
      409,
      [expect.objectContaining({ _id: `${entry} category`, entry, field: 'category', now: 'Rye', then: null })],
    ]);
    const resolve = { [`${entry} category`]: 'then' };
    const { data } = await expectOk(user.post<User>('/ledger/undo', { changeSetId, resolve }));
    expect(data.transactionHistory[0]?.category).toBeNull();
    expect((await categoriesOf(user)).some(({ name }) => name === 'Rye')).toBe(false);
  });
});

describe('a refund', () => {
  test('is taken off the expenses of its category, and explained as a part of its own', async () => {
    const user = await server.newUser();
    await spend(user, 'Shoes', 20, { category: 'Shopping' });
    await expectOk(user.post('/transaction/create-income', { title: 'Back', amount: 50, date: '2026-11-04' }));
    const transactionId = await idOf(user, 'Back');
    const { data } = await expectOk(
      user.post<User>('/transaction/update-transaction', { transactionId, category: 'Shopping' }),
    );
    expect(data.transactionHistory.at(-1)).toMatchObject({
      type: 'Income',
      category: 'Shopping',
      categoryId: 'Shopping',
    });
    const sums = await expectOk(user.get<CategoriesResponse>('/stats/get-by-category?from=2026-11-01&to=2026-11-30'));
    expect(sums.data.refunds).toEqual({ amount: 50, before: 0 });
    expect([sums.data.income, sums.data.expense]).toEqual([
      [],
      [{ category: 'Shopping', categoryId: 'Shopping', parent: null, amount: -30, before: 0 }],
    ]);
    type Explained = { amount: number; shown: number; agrees: boolean; parts: object[] };
    const explained = async (figure: string) =>
      (await expectOk(user.get<Explained>(`/ledger/explain?figure=${figure}`))).data;
    expect(await explained('category:Shopping:month:2026-11')).toMatchObject({
      ...{ amount: -30, shown: -30, agrees: true },
      parts: [
        { what: 'refunds', amount: -50, count: 1 },
        { what: 'entries', amount: 20, count: 1 },
      ],
    });
    expect(await explained('income:month:2026-11')).toMatchObject({
      ...{ amount: 50, agrees: true, parts: [{ what: 'refunds', amount: 50, count: 1 }] },
    });
    expect((await entriesOf(user, '?q=is:refund')).map(({ title }) => title)).toEqual(['Back']);
  });

  test('is refused by create-income, and meant by a line with +', async () => {
    const user = await server.newUser();
    const refused = await user.post('/transaction/create-income', { title: 'Back', amount: 5, category: 'Shopping' });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ['category']]);
    type Entered = User & { entry: Entry };
    const { data } = await expectOk(user.post<Entered>('/ledger/enter', { text: '+20 refund shoes #Shopping' }));
    expect(data.entry).toMatchObject({
      ...{ type: 'Income', title: 'refund shoes', amount: 20, category: 'Shopping', categoryId: 'Shopping' },
    });
  });
});

describe('an undo that a category stands in the way of', () => {
  const sent = async (user: Caller, path: string, body: object) => {
    const { headers, data } = await expectOk(user.post<Changed>(`/ledger/${path}`, body));
    return { changeSetId: headers.get('Change-Set'), categoryId: data.category?._id ?? '' };
  };
  const adding = (user: Caller, name: string) => sent(user, 'add-category', { name, kind: 'Expense' });
  const refused = async (user: Caller, changeSetId: string | null) => {
    const { problem } = await user.post('/ledger/undo', { changeSetId });
    expect(problemsOf(calls.undo)).toContain(problem.code);
    return problem.code;
  };

  test('by its name, its place or that it is archived is refused with a code that the contract names', async () => {
    const user = await server.newUser();
    const hobby = await adding(user, 'Hobby');
    const gone = await sent(user, 'undo', { changeSetId: hobby.changeSetId });
    const taken = await adding(user, 'hobby');
    expect(await refused(user, gone.changeSetId)).toBe('category_name_taken');

    const [above, below] = [await adding(user, 'Above'), await adding(user, 'Below')];
    await sent(user, 'move-category', { categoryId: below.categoryId, parent: above.categoryId });
    const toTop = await sent(user, 'move-category', { categoryId: below.categoryId, parent: null });
    await sent(user, 'move-category', { categoryId: above.categoryId, parent: below.categoryId });
    expect(await refused(user, toTop.changeSetId)).toBe('category_too_deep');

    const craft = await adding(user, 'Craft');
    const move = await sent(user, 'move-category', { categoryId: craft.categoryId, parent: taken.categoryId });
    const back = await sent(user, 'undo', { changeSetId: move.changeSetId });
    await sent(user, 'archive-category', { categoryId: taken.categoryId });
    expect(await refused(user, back.changeSetId)).toBe('category_archived');
  });
});
