import { expect, test } from 'vitest';
import { complaint, read, short, shortBudget, zipped } from '../../testing/reading.ts';
import { readYnab } from '../ynab/ynab.ts';
import { readYnab4 } from './ynab4.ts';

const HEADER =
  '"Account","Flag","Check Number","Date","Payee","Category","Master Category","Sub Category","Memo","Outflow","Inflow","Cleared","Running Balance"';

test('reads a register, also one with tabs', async () => {
  const rows = [
    HEADER,
    '"Purse","","","2014/05/30","Bakery","Food: Bread","Food","Bread","(Split 1/2) rolls","3.40","0.00","U","16.60"',
    '"Purse","","","2014/05/30","Bakery","Food: Sweets","Food","Sweets","(Split 2/2) cake","6.00","0.00","U","10.60"',
    '"Giro","","17","2014/05/29","Transfer : Purse","","","","","20.00","0.00","C","80.00"',
    '"Purse","","","2014/05/29","Transfer : Giro","","","","","0.00","20.00","C","20.00"',
    '"Giro","","","2014/05/01","Work","Income: Available next month","Income","Available next month","","0.00","100.00","C","100.00"',
  ].join('\n');
  const wanted = [
    'Purse · 2014-05-30 · -940 · Bakery · - · -',
    'Giro · 2014-05-29 · -2000 · Transfer : Purse · - · 5',
    'Purse · 2014-05-29 · 2000 · Transfer : Giro · - · 4',
    'Giro · 2014-05-01 · 10000 · Work · - · -',
  ];
  expect(short(await read(readYnab4, rows))).toEqual(wanted);
  expect(short(await read(readYnab4, rows.replaceAll('","', '"\t"')))).toEqual(wanted);
  expect(await readYnab(Buffer.from(rows), { fileName: '', mapping: null, answers: {} })).toBeNull();
});

const transaction = (fields: object) => ({
  entityType: 'transaction',
  accountId: 'acc-1',
  date: '2015-01-31',
  cleared: 'Cleared',
  ...fields,
});
const BUDGET = {
  fileMetaData: { budgetDataVersion: '4.2', entityType: 'fileMetaData' },
  budgetMetaData: { currencyISOSymbol: 'CHF', entityType: 'budgetMetaData' },
  accounts: [
    { entityId: 'acc-1', accountName: 'Giro', accountType: 'Checking' },
    { entityId: 'acc-2', accountName: 'Visa', accountType: 'CreditCard' },
    { entityId: 'acc-3', accountName: 'Gone', accountType: 'Cash', isTombstone: true },
  ],
  payees: [{ entityId: 'p-1', name: 'Kiosk' }],
  masterCategories: [
    {
      entityId: 'm-1',
      name: 'Daily',
      subCategories: [
        { entityId: 'c-1', name: 'Papers', type: 'OUTFLOW' },
        { entityId: 'c-2', name: 'Snacks' },
      ],
    },
    {
      entityId: 'm-2',
      name: 'Hidden Categories',
      subCategories: [{ entityId: 'c-3', name: 'Daily ` Old things ` 7' }],
    },
    { entityId: 'm-3', name: 'Empty', subCategories: null },
  ],
  transactions: [
    transaction({ entityId: 't-1', amount: -4.1, payeeId: 'p-1', categoryId: 'c-3', memo: 'weekly' }),
    transaction({
      entityId: 't-2',
      amount: -9,
      payeeId: 'p-1',
      categoryId: 'Category/__Split__',
      subTransactions: [
        { entityId: 's-1', amount: -5.5, categoryId: 'c-1' },
        { entityId: 's-2', amount: -3.5, categoryId: 'c-2', memo: 'nuts' },
        { entityId: 's-9', amount: -1, isTombstone: true },
      ],
    }),
    transaction({
      entityId: 't-3',
      amount: -60,
      categoryId: 'Category/__Split__',
      subTransactions: [
        { entityId: 's-3', amount: -58, targetAccountId: 'acc-2', transferTransactionId: 's-3_T_0', memo: 'card' },
        { entityId: 's-4', amount: -2, categoryId: 'c-1', memo: 'fee' },
      ],
    }),
    transaction({ entityId: 's-3_T_0', accountId: 'acc-2', amount: 58, transferTransactionId: 's-3' }),
    transaction({ entityId: 't-5', amount: -1, isTombstone: true }),
    transaction({ entityId: 't-6', accountId: 'acc-3', amount: -1 }),
    transaction({ entityId: 't-7', amount: 12.345, date: '2015-02-01' }),
  ],
};

test('reads the plan that is zipped with a register', async () => {
  const register = `${HEADER}\n"Giro","","","2014/05/01","Kiosk","Food: Bread","Food","Bread","","3.40","0.00","C","9.00"\n`;
  const plan = [
    '"Month","Category","Master Category","Sub Category","Budgeted","Outflows","Category Balance"',
    '"May 2014","Food: Bread","Food","Bread",40.00,-3.40,36.60',
    '"September 2014","Food: Bread","Food","Bread",0.00,0.00,36.60',
    '"September 2014","Food: Sweets","Food","Sweets",12.5,0.00,12.50',
  ].join('\n');
  const file = await read(
    readYnab4,
    await zipped({ 'My Budget-Register.csv': register, 'My Budget-Budget.csv': plan }),
  );
  expect(file.rows).toHaveLength(1);
  expect(shortBudget(file)).toEqual(['Food:Bread · 2014-05 · 4000', 'Food:Sweets · 2014-09 · 1250']);
});

test('reads the months of a Budget.yfull, and from when on overspending stays in a category', async () => {
  const month = (day: string, ...budgets: [id: string, budgeted: number, handling?: string | null][]) => ({
    month: day,
    monthlySubCategoryBudgets: budgets.map(([categoryId, budgeted, overspendingHandling = null]) => {
      return { categoryId, budgeted, overspendingHandling };
    }),
  });
  const monthlyBudgets = [
    month('2015-03-01', ['c-1', 0, 'AffectsBuffer'], ['c-3', 7]),
    month('2015-01-01', ['c-1', 26.129999999999999, 'Confined'], ['c-2', -5], ['c-9', 1]),
    month('2015-02-01', ['c-1', 30, 'Confined'], ['c-2', 0.00000001, 'AffectsBuffer']),
    { month: '2015-04-01', monthlySubCategoryBudgets: null },
  ];
  expect(shortBudget(await read(readYnab4, JSON.stringify({ ...BUDGET, monthlyBudgets })))).toEqual([
    ...['Daily:Papers · 2015-01 · 2613', 'Daily:Snacks · 2015-01 · -500', 'Daily:Papers · 2015-02 · 3000'],
    ...['Daily:Old things · 2015-03 · 700', 'Daily:Papers · 2015-01 · all', 'Daily:Papers · 2015-03 · surplus'],
  ]);
});

test('reads a Budget.yfull: splits, transfers, hidden categories; what is deleted is not there', async () => {
  const json = JSON.stringify(BUDGET).replace('-4.1,', '-4.0999999999999996,');
  const file = await read(readYnab4, json);
  expect(short(file)).toEqual([
    'acc-1 · 2015-01-31 · -410 · weekly · Daily:Old things · -',
    'acc-1 · 2015-01-31 · -900 · Kiosk · - · -',
    'acc-1 · 2015-01-31 · -5800 · card · - · 5',
    'acc-1 · 2015-01-31 · -200 · fee · Daily:Papers · -',
    'acc-2 · 2015-01-31 · 5800 ·  · - · 3',
    'acc-1 · 2015-02-01 ·  ·  · - · -',
  ]);
  expect(file.rows[1]?.parts).toMatchObject([{ amount: 550 }, { amount: 350, note: 'nuts' }]);
  expect(file.rows[5]?.invalid).toEqual({ column: 'amount', reason: "The amount can't be read" });
  expect(file.accounts).toEqual([
    { key: 'acc-1', name: 'Giro', currency: 'CHF', kind: 'Checking' },
    { key: 'acc-2', name: 'Visa', currency: 'CHF', kind: 'Credit card' },
  ]);
});

test('takes the fullest budget of a package', async () => {
  const whole = JSON.stringify(BUDGET);
  const empty = JSON.stringify({ ...BUDGET, transactions: [] });
  const zip = await zipped({ 'B~1.ynab4/data1/A/Budget.yfull': empty, 'B~1.ynab4/data1/B/Budget.yfull': whole });
  expect((await read(readYnab4, zip)).rows).toHaveLength(6);
});

test('says that a budget is damaged', async () => {
  const json = JSON.stringify(BUDGET);
  expect(await complaint(readYnab4, json.slice(0, -9))).toBe("This budget of YNAB 4 is damaged: it can't be read.");
  expect(await complaint(readYnab4, `{"masterCategories":${'['.repeat(200_000)}`)).toContain('damaged');
});
