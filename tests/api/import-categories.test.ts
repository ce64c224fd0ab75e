import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { Category } from '#contract/category-calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { database } from '#imports/testing/databases.ts';
import { zipped } from '#imports/testing/reading.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { unzipped } from '../support/unzipped.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

type Committed = User & CallData<'importCommit'>;

/** Previews a file, with what is said of its categories. */
function asked(
  user: Caller,
  file: string | Uint8Array,
  categories?: Record<string, string>,
): Promise<Answer<ImportPreview>> {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'books.csv'));
  if (categories) form.set('answers', JSON.stringify({ categories }));
  return user.postForm<ImportPreview>('/import/preview', form);
}

const previewed = async (...args: Parameters<typeof asked>) => (await expectOk(asked(...args))).data;

async function imported(...args: Parameters<typeof asked>): Promise<string> {
  const { importId } = await previewed(...args);
  const { data } = await expectOk(args[0].post<Committed>('/import/commit', { importId }));
  return data.imported.changeSetId;
}

async function categoriesOf(user: Caller): Promise<Category[]> {
  return (await expectOk(user.get<CallData<'getCategories'>>('/ledger/categories'))).data.categories;
}

/** The categories of one's own as short texts: the kind, the path, and the number of entries. */
async function own(user: Caller): Promise<string[]> {
  const all = await categoriesOf(user);
  const nameOf = (id: string | null) => all.find(({ _id }) => _id === id)?.name;
  return all
    .filter(({ isOwn, count }) => isOwn || count > 0)
    .map(({ kind, name, parent, count, isArchived }) =>
      [kind, parent === null ? name : `${nameOf(parent)}:${name}`, count, ...(isArchived ? ['archived'] : [])].join(
        ' · ',
      ),
    );
}

async function idOf(user: Caller, name: string): Promise<string> {
  return (await categoriesOf(user)).find((category) => category.name === name)?._id ?? '';
}

async function entriesOf(user: Caller): Promise<string[]> {
  const path = '/transaction/get-transactions?limit=100';
  const { data } = await expectOk(user.get<{ transactions: Transaction[] }>(path));
  return data.transactions.map(({ type, title, category, parts }) =>
    [type, title, ...(parts?.map((part) => part.category) ?? [category ?? '-'])].join(' · '),
  );
}

const listed = ({ categories }: ImportPreview) =>
  categories.map(({ kind, parent, name, count, proposal }) =>
    [kind, parent === null ? name : `${parent}:${name}`, count, proposal].join(' · '),
  );

const YNAB = [
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
  '"Joint","","2026-03-25","Market Hall","Daily: Groceries","Daily","Groceries","","$40.10","$0.00",""',
  '"Joint","","2026-03-24","Shoe shop","Daily: Clothes","Daily","Clothes","","$80.00","$0.00",""',
  '"Joint","","2026-03-23","Coat shop","Daily: Clothes","Daily","Clothes","","$90.00","$0.00",""',
  '"Joint","","2026-03-22","Shoe shop back","Daily: Clothes","Daily","Clothes","","$0.00","$80.00",""',
  '"Joint","","2026-03-02","Dr. Novak","Home: Repairs","Home","Repairs","Split (1/2) tiles","$70.00","$0.00",""',
  '"Joint","","2026-03-02","Dr. Novak","Daily: Clothes","Daily","Clothes","Split (2/2) ","$5.55","$0.00",""',
  '"Joint","","2026-03-01","Work","Inflow: Ready to Assign","Inflow","Ready to Assign","","$0.00","$3,000.00",""',
].join('\n');

describe('the categories of a file', () => {
  test('of YNAB are added below their groups, with a refund, and go with the undo of the import', async () => {
    const user = await server.newUser();
    const preview = await previewed(user, YNAB);
    expect(listed(preview)).toEqual(['Expense · Daily:Clothes · 4 · add', 'Expense · Home:Repairs · 1 · add']);
    expect(preview.rows.map(({ category }) => category)).toEqual([
      'Groceries',
      'Clothes',
      'Clothes',
      'Clothes',
      null,
      null,
    ]);
    expect(preview.rows[3]?.categoryReason).toBe('A refund: the file has it under Daily: Clothes');
    const changeSetId = await imported(user, YNAB);
    const added = [
      'Expense · Groceries · 1',
      'Expense · Daily · 0',
      'Expense · Daily:Clothes · 4',
      'Expense · Home · 0',
      'Expense · Home:Repairs · 1',
      'Income · Other · 1',
    ];
    expect(await own(user)).toEqual(added);
    expect(await entriesOf(user)).toEqual([
      'Expense · Market Hall · Groceries',
      'Expense · Shoe shop · Clothes',
      'Expense · Coat shop · Clothes',
      'Income · Shoe shop back · Clothes',
      'Expense · Dr. Novak · Repairs · Clothes',
      'Income · Work · Other',
    ]);
    expect(listed(await previewed(user, YNAB))).toEqual([]);
    await expectOk(user.post('/ledger/undo', { changeSetId }));
    expect(await own(user)).toEqual([]);
    expect(listed(await previewed(user, YNAB))).toHaveLength(2);
    await imported(user, YNAB);
    expect(await own(user)).toEqual(added);
  });

  test('of Firefly III are added on two levels, or left out, or mapped, and this is remembered', async () => {
    const user = await server.newUser();
    const header =
      'type,journal_id,description,date,amount,currency_code,source_name,source_type,destination_name,destination_type,category';
    const row = (id: number, title: string, category: string) =>
      `Withdrawal,${id},${title},2026-03-1${id},-3.50,USD,Everyday,Asset account,Shop,Expense account,${category}`;
    const file = (...rows: string[]) => [header, ...rows].join('\n');
    const first = file(
      row(1, 'Rye', 'Food: Bread'),
      row(2, 'Film', 'Cinema'),
      row(3, 'Odds', 'Various'),
      row(4, 'Tin', 'groceries'),
    );
    expect(listed(await previewed(user, first))).toEqual([
      'Expense · Cinema · 1 · add',
      'Expense · Various · 1 · add',
      'Expense · Food:Bread · 1 · add',
    ]);
    const said = { Cinema: 'Movie', Various: 'leave' };
    expect(listed(await previewed(user, first, said))).toEqual([
      'Expense · Cinema · 1 · Movie',
      'Expense · Various · 1 · leave',
      'Expense · Food:Bread · 1 · add',
    ]);
    await imported(user, first, said);
    expect((await entriesOf(user)).toSorted()).toEqual([
      'Expense · Film · Movie',
      'Expense · Odds · -',
      'Expense · Rye · Bread',
      'Expense · Tin · Groceries',
    ]);
    const categoryId = await idOf(user, 'Bread');
    await expectOk(user.post('/ledger/rename-category', { categoryId, name: 'Bakery' }));
    const second = file(row(5, 'Wheat', 'Food: Bread'), row(6, 'Play', 'Cinema'), row(7, 'Ends', 'Various'));
    expect(listed(await previewed(user, second))).toEqual([
      'Expense · Cinema · 1 · Movie',
      'Expense · Various · 1 · leave',
      `Expense · Food:Bread · 1 · ${categoryId}`,
    ]);
    await imported(user, second);
    expect((await entriesOf(user)).slice(0, 3).toSorted()).toEqual([
      'Expense · Ends · -',
      'Expense · Play · Movie',
      'Expense · Wheat · Bakery',
    ]);
  });

  test('of Actual are of the kind that it says, below their groups', async () => {
    const user = await server.newUser();
    const columns =
      'id TEXT, isChild INTEGER, acct TEXT, category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, tombstone INTEGER, financial_id TEXT, transferred_id TEXT, sort_order REAL, parent_id TEXT, imported_description TEXT';
    const row = (id: string, category: string, amount: number) => [
      id,
      0,
      'a1',
      category,
      amount,
      null,
      id,
      20260301,
      0,
      null,
      null,
      0,
      null,
      null,
    ];
    const db = await database({
      accounts: { columns: 'id TEXT, name TEXT, tombstone INTEGER', rows: [['a1', 'Everyday', 0]] },
      payees: { columns: 'id TEXT, name TEXT, transfer_acct TEXT', rows: [] },
      payee_mapping: { columns: 'id TEXT, targetId TEXT', rows: [] },
      category_groups: {
        columns: 'id TEXT, name TEXT, is_income INTEGER',
        rows: [
          ['g1', 'Usual', 0],
          ['g2', 'Earned', 1],
        ],
      },
      categories: {
        columns: 'id TEXT, name TEXT, is_income INTEGER, cat_group TEXT',
        rows: [
          ['c1', 'Toys', 0, 'g1'],
          ['c2', 'Bonus', 1, 'g2'],
          ['c3', 'Travel', 0, 'g1'],
        ],
      },
      transactions: { columns, rows: [row('Back', 'c1', 500), row('Star', 'c2', 900), row('Train', 'c3', -100)] },
    });
    const zip = await zipped({ 'db.sqlite': db });
    expect(listed(await previewed(user, zip))).toEqual([
      'Expense · Usual:Toys · 1 · add',
      'Income · Earned:Bonus · 1 · add',
    ]);
    await imported(user, zip);
    expect(await own(user)).toEqual([
      'Expense · Travel · 1',
      'Expense · Usual · 0',
      'Expense · Usual:Toys · 1',
      'Income · Earned · 0',
      'Income · Earned:Bonus · 1',
    ]);
    expect((await entriesOf(user)).toSorted()).toEqual([
      'Expense · Train · Travel',
      'Income · Back · Toys',
      'Income · Star · Bonus',
    ]);
  });

  test('may be none that is not there or is archived', async () => {
    const user = await server.newUser();
    expect(await asked(user, YNAB, { 'Daily:Clothes': 'nowhere' })).toMatchObject({
      status: 404,
      problem: { code: 'category_not_found' },
    });
    await expectOk(user.post('/ledger/archive-category', { categoryId: 'Movie' }));
    expect(await asked(user, YNAB, { Clothes: 'Movie' })).toMatchObject({
      status: 422,
      problem: { code: 'invalid', errors: { answers: 'This category is archived' } },
    });
    const file = 'Date,Description,Category,Amount\n2026-03-02,Film,movie,-3.50\n';
    expect(listed(await previewed(user, file))).toEqual(['Expense · movie · 1 · leave']);
    await imported(user, file);
    expect(await entriesOf(user)).toEqual(['Expense · Film · -']);
  });

  test('go behind what entries with the same title have, unless the user says something of them', async () => {
    const user = await server.newUser();
    const line = (day: number, category: string) => `2026-03-0${day},Corner Shop,${category},-3.50`;
    const file = (...lines: string[]) => ['Date,Description,Category,Amount', ...lines].join('\n');
    await imported(user, file(line(1, 'Groceries'), line(2, 'Groceries')));
    const next = file(line(3, 'Sweets'));
    expect((await previewed(user, next)).rows[0]?.category).toBe('Groceries');
    expect((await previewed(user, next, { Sweets: 'add' })).rows[0]?.category).toBe('Sweets');
    await imported(user, next);
    expect(await own(user)).toEqual(['Expense · Groceries · 3']);
  });

  test("of Daybook's own export come back as they were, archived ones and those without entries, too", async () => {
    const user = await server.newUser();
    await imported(user, YNAB);
    await expectOk(
      user.post('/ledger/add-category', { name: 'Zoo', kind: 'Expense', parent: await idOf(user, 'Home') }),
    );
    await expectOk(user.post('/ledger/archive-category', { categoryId: await idOf(user, 'Repairs') }));
    await expectOk(user.post('/ledger/archive-category', { categoryId: 'Office' }));
    const export_ = await (await user.open('/api/v1/ledger/export')).bytes();
    const events = (await unzipped(Buffer.from(export_))).get('events.jsonl') ?? Buffer.alloc(0);
    const another = await server.newUser();
    expect(listed(await previewed(another, events))).toContain('Expense · Home:Zoo · 0 · add');
    await imported(another, events);
    const asTheyWere = (await categoriesOf(user)).map(({ _id, ...category }) => category);
    expect((await categoriesOf(another)).map(({ _id, ...category }) => category)).toMatchObject(
      asTheyWere.map(({ parent, ...category }) => category),
    );
    expect(await own(another)).toEqual(await own(user));
    expect(await entriesOf(another)).toEqual(await entriesOf(user));
    expect((await categoriesOf(another)).map(({ _id }) => _id)).toEqual(
      (await categoriesOf(user)).map(({ _id }) => _id),
    );
  });
});
