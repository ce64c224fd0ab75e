import { expect, test } from 'vitest';
import { database } from '../../testing/databases.ts';
import { complaint, read, short, shortBudget, shortParts, zipped } from '../../testing/reading.ts';
import { readActual } from './actual.ts';

const COLUMNS =
  'id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, financial_id TEXT, transferred_id TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, parent_id TEXT, imported_description TEXT';
type Fields = {
  id: string;
  amount: number | null;
  acct?: string;
  parent?: 1;
  child?: string;
  category?: string;
  payee?: string;
  notes?: string;
  date?: number | null;
  bank?: string;
  otherHalf?: string;
  gone?: 1;
  order?: number;
};
const row = ({
  id,
  amount,
  acct = 'a1',
  parent,
  child,
  category,
  payee,
  notes,
  date = 20250704,
  bank,
  otherHalf,
  gone,
  order = 0,
}: Fields) => [
  id,
  parent ?? 0,
  child === undefined ? 0 : 1,
  acct,
  category ?? null,
  amount,
  payee ?? null,
  notes ?? null,
  date,
  bank ?? null,
  otherHalf ?? null,
  order,
  gone ?? 0,
  child ?? null,
  null,
];

const TABLES = {
  accounts: {
    columns: 'id TEXT, name TEXT, offbudget INTEGER, closed INTEGER, tombstone INTEGER',
    rows: [
      ['a1', 'Current', 0, 0, 0],
      ['a2', 'Old savings', 1, 1, 0],
      ['a3', 'Gone', 0, 0, 1],
    ],
  },
  categories: {
    columns: 'id TEXT, name TEXT, is_income INTEGER, cat_group TEXT, tombstone INTEGER',
    rows: [
      ['c1', 'Groceries', 0, 'g1', 0],
      ['c2', 'Household', 0, 'g2', 0],
      ['c3', 'Bonus', 1, 'g3', 0],
    ],
  },
  category_groups: {
    columns: 'id TEXT, name TEXT, is_income INTEGER, tombstone INTEGER',
    rows: [
      ['g1', 'Daily', 0, 0],
      ['g2', 'Home', 0, 0],
      ['g3', 'Earned', 1, 0],
    ],
  },
  category_mapping: {
    columns: 'id TEXT, transferId TEXT',
    rows: [
      ['c1', 'c1'],
      ['c2', 'c2'],
      ['c3', 'c3'],
      ['c9', 'c1'],
    ],
  },
  payees: {
    columns: 'id TEXT, name TEXT, tombstone INTEGER, transfer_acct TEXT',
    rows: [
      ['p1', 'Corner shop', 0, null],
      ['p2', '', 0, 'a2'],
      ['p3', '', 0, 'a1'],
    ],
  },
  payee_mapping: {
    columns: 'id TEXT, targetId TEXT',
    rows: [
      ['p1', 'p1'],
      ['p2', 'p2'],
      ['p3', 'p3'],
      ['p9', 'p1'],
    ],
  },
  preferences: { columns: 'id TEXT, value TEXT', rows: [['defaultCurrencyCode', 'AUD']] },
  transactions: {
    columns: COLUMNS,
    rows: [
      row({ id: 't4', amount: -700, payee: 'p2', otherHalf: 't5', order: 1 }),
      row({ id: 't1', amount: -1999, category: 'c9', payee: 'p9', bank: 'F-1', order: 5 }),
      row({ id: 't2', amount: 50_000, category: 'c3', payee: 'p1', notes: 'refund', date: 20250101 }),
      row({ id: 't3', parent: 1, amount: -3000, payee: 'p1', order: 4 }),
      row({ id: 't3/1', child: 't3', amount: -1000, category: 'c1', order: 3 }),
      row({ id: 't3/2', child: 't3', amount: -2000, category: 'c2', notes: 'soap', order: 2 }),
      row({ id: 't3/3', child: 't3', amount: -9, category: 'c2', gone: 1 }),
      row({ id: 't5', acct: 'a2', amount: 700, payee: 'p3', otherHalf: 't4' }),
      row({ id: 't6', parent: 1, amount: -510, date: 20250801 }),
      row({ id: 't6/1', child: 't6', amount: -500, payee: 'p2', otherHalf: 't7', date: 20250801, order: 2 }),
      row({ id: 't6/2', child: 't6', amount: -10, category: 'c1', date: 20250801, order: 1 }),
      row({ id: 't7', acct: 'a2', amount: 500, payee: 'p3', otherHalf: 't6/1', date: 20250801, order: -1 }),
      row({ id: 't8', amount: -1, gone: 1 }),
      row({ id: 't9', acct: 'a3', amount: -1 }),
      row({ id: 't10', amount: -1, date: null }),
      row({ id: 't11', amount: null, date: 20250902 }),
    ],
  },
};

const WANTED = [
  'a1 · 2025-01-01 · 50000 · refund · Earned:Bonus · -',
  'a1 · 2025-07-04 · -1999 · Corner shop · Daily:Groceries · -',
  'a1 · 2025-07-04 · -3000 · Corner shop · - · -',
  'a1 · 2025-07-04 · -700 · Old savings · - · 5',
  'a2 · 2025-07-04 · 700 · Current · - · 4',
  'a1 · 2025-08-01 · -500 · Old savings · - · 8',
  'a1 · 2025-08-01 · -10 ·  · Daily:Groceries · -',
  'a2 · 2025-08-01 · 500 · Current · - · 6',
  'a1 · 2025-09-02 ·  ·  · - · -',
];

test('reads a database: splits, merged payees and categories, transfers; what is deleted is not there', async () => {
  const bytes = await database(TABLES);
  const file = await read(readActual, await zipped({ 'db.sqlite': bytes, 'metadata.json': '{}' }));
  expect(short(file)).toEqual(WANTED);
  expect(shortParts(file.rows[2])).toEqual(['1000 · Daily:Groceries · -', '2000 · Home:Household · soap']);
  expect(file.rows[0]?.category).toEqual({ name: 'Bonus', parent: 'Earned', kind: 'Income' });
  expect(file.rows.slice(0, 2).map(({ bankId }) => bankId)).toEqual(['t2', 'F-1']);
  expect(file.rows.at(-1)?.invalid?.column).toBe('amount');
  expect(file.accounts).toEqual([
    { key: 'a1', name: 'Current', currency: 'AUD', kind: 'Checking' },
    { key: 'a2', name: 'Old savings', currency: 'AUD', kind: 'Savings' },
  ]);
  expect(short(await read(readActual, bytes))).toEqual(WANTED);
});

test('reads the budget of envelopes, or the one that only tracks', async () => {
  const budgets = (...rows: (string | number | null)[][]) => ({
    columns: 'id TEXT, month INTEGER, category TEXT, amount INTEGER, carryover INTEGER, goal INTEGER',
    rows: rows.map((row, at) => [`b${at}`, ...row, null]),
  });
  const categories = { ...TABLES.categories, rows: [...TABLES.categories.rows, ['c4', 'Gone', 0, 'g1', 1]] };
  const tables = {
    ...{ ...TABLES, categories },
    zero_budgets: budgets(
      ...[
        [202_502, 'c1', 4_000, 1],
        [202_501, 'c1', 3_050, 0],
        [202_503, 'c1', 0, 0],
      ],
      ...[
        [202_501, 'c2', -200, null],
        [202_501, 'c3', 900, 0],
        [202_501, 'c4', 900, 0],
        [202_502, 'c2', null, 0],
      ],
    ),
    reflect_budgets: budgets([202_501, 'c1', 700, 0], [202_502, 'c1', 700, 1]),
  };
  expect(shortBudget(await read(readActual, await database(tables)))).toEqual([
    ...['Daily:Groceries · 2025-01 · 3050', 'Home:Household · 2025-01 · -200', 'Daily:Groceries · 2025-02 · 4000'],
    ...['Daily:Groceries · 2025-02 · all', 'Daily:Groceries · 2025-03 · surplus'],
  ]);
  const preferences = { ...TABLES.preferences, rows: [['budgetType', 'tracking']] };
  expect(shortBudget(await read(readActual, await database({ ...tables, preferences })))).toEqual([
    ...['Daily:Groceries · 2025-01 · 700', 'Daily:Groceries · 2025-02 · 700'],
    ...['Daily:Groceries · 2025-01 · none', 'Daily:Groceries · 2025-02 · all'],
  ]);
});

test('runs nothing that a database defines', async () => {
  const { transactions: _, ...remaining } = TABLES;
  const endless = 'WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n';
  for (const defined of [
    `CREATE VIEW transactions AS ${endless}`,
    'CREATE TABLE transactions (id TEXT, date INTEGER, acct TEXT, amount INTEGER AS (length(zeroblob(500000000))))',
  ]) {
    const zip = await zipped({ 'db.sqlite': await database(remaining, defined) });
    expect(await complaint(readActual, zip)).toBe('The database in this zip is not one of Actual.');
  }
});

test("says that a database is damaged, or another program's", async () => {
  const bytes = await database(TABLES);
  const broken = Buffer.from(bytes);
  broken.fill(0xff, 100, 1_000);
  expect(await complaint(readActual, await zipped({ 'db.sqlite': broken }))).toBe(
    "This database is damaged: it can't be read.",
  );
  const archive = await database({ notes: { columns: 'id TEXT', rows: [['1']] } });
  expect(await complaint(readActual, await zipped({ 'db.sqlite': archive }))).toBe(
    'The database in this zip is not one of Actual.',
  );
  expect(await complaint(readActual, await zipped({ 'db.sqlite': 'text' }))).toBe(
    'The database in this zip is not one of Actual.',
  );
});

test('reads the CSV of transactions', async () => {
  const file = await read(
    readActual,
    [
      'Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared',
      'Current,2025-07-04,Corner shop,(SPLIT INTO 2) weekly,,,0,-30.00,Cleared',
      'Current,2025-07-04,Corner shop,(SPLIT 1 OF 2),Daily,Groceries,-10.00,0,Cleared',
      'Current,2025-07-04,Corner shop,(SPLIT 2 OF 2) soap,Daily,Household,-20.00,0,Cleared',
      'Current,2025-07-05,Nest egg,,,,-7.5,0,Not cleared',
      'Nest egg,2025-07-05,Current,,,,7.5,0,Not cleared',
    ].join('\n'),
  );
  expect(short(file)).toEqual([
    'Current · 2025-07-04 · -3000 · weekly · - · -',
    'Current · 2025-07-05 · -750 · Nest egg · - · 6',
    'Nest egg · 2025-07-05 · 750 · Current · - · 5',
  ]);
  expect(shortParts(file.rows[0])).toEqual(['1000 · Daily:Groceries · -', '2000 · Daily:Household · soap']);
});
