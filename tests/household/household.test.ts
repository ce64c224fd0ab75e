import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import { judged, type Sums } from '../support/accounting.ts';
import { hasAccountingPrograms } from '../support/accounting-programs.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { verified } from '../support/exported.ts';
import { limitMs } from '../support/slowness.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';
import { exported, folderOf } from '../support/unzipped.ts';
import { generateHousehold, SEED } from './generate.ts';
import { type Entry, readHousehold } from './read.ts';

/** The totals of a household's file after an initial deposit, in cents. */
type HouseholdTotals = {
  deposit: number;
  incomes: number;
  expenses: number;
  income: number;
  expense: number;
  balance: number;
};

const GENERATED = fileURLToPath(new URL('household.csv', import.meta.url));
const GENERATED_TOTALS: HouseholdTotals = {
  deposit: 500_000,
  incomes: 118,
  expenses: 2_181,
  income: 16_301_924,
  expense: 11_499_278,
  balance: 5_302_646,
};

/** A real household's file with the same columns. It is private, so it is not part of the repository. */
const REAL = process.env.HOUSEHOLD_CSV;
const REAL_TOTALS: HouseholdTotals = {
  deposit: 10_000_000,
  incomes: 125,
  expenses: 2_176,
  income: 304_239_735,
  expense: 195_739_053,
  balance: 118_500_682,
};
if (!REAL) console.info('Skipped: the test of a real household needs its file in HOUSEHOLD_CSV.');

let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Income and expense of each month in cents, from the file. */
function monthsOf(list: readonly Entry[]): Record<string, { income: number; expense: number }> {
  const months: Record<string, { income: number; expense: number }> = {};
  for (const { call, cents, body } of list) {
    const startsOn = `${body.date.slice(0, 7)}-01`;
    months[startsOn] ??= { income: 0, expense: 0 };
    months[startsOn][call === 'create-income' ? 'income' : 'expense'] += cents;
  }
  return months;
}

async function expectReadModel(list: readonly Entry[], { incomes, expenses, balance }: HouseholdTotals): Promise<void> {
  const account = await user.user();
  expect(account.currentBalance).toBe(balance / 100);
  expect(account.transactionCount).toBe(incomes + expenses);

  const { transactions } = (await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions'))).data;
  const byDate = list.toSorted((a, b) => a.body.date.localeCompare(b.body.date));
  expect(transactions.map(({ title, amount, date }) => ({ title, amount, date }))).toEqual(
    byDate.map(({ cents, body }) => ({ title: String(body.title).trim(), amount: cents / 100, date: body.date })),
  );

  const { rows } = await server.database.query<{ starts_on: string; income: number; expense: number }>(
    "SELECT starts_on, income, expense FROM projections.statistics WHERE ledger_id = $1 AND period = 'month'",
    [user.userId],
  );
  const months = Object.fromEntries(rows.map(({ starts_on, income, expense }) => [starts_on, { income, expense }]));
  expect(months).toEqual(monthsOf(list));
}

/** The export agrees with itself, and other programs agree with it on the balance and each category. */
async function expectExport(list: readonly Entry[], { balance, deposit }: HouseholdTotals): Promise<void> {
  const folder = await folderOf(await exported(user));
  try {
    expect(await verified(folder)).toMatchObject({ code: 0, stderr: '' });
    if (!hasAccountingPrograms()) return;
    const sums: Sums = { 'assets:accounts:Everyday': balance, 'equity:opening': -deposit };
    for (const { call, cents, body } of list) {
      const [group, sign] = call === 'create-income' ? ['income', -1] : ['expenses', 1];
      const name = `${group}:${body.category}`;
      sums[name] = (sums[name] ?? 0) + Number(sign) * cents;
    }
    const { hledger, ledger, beancount } = await judged(folder);
    expect(hledger).toEqual(sums);
    expect(ledger).toEqual(sums);
    expect(Object.values(beancount).sort()).toEqual(Object.values(sums).sort());
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Checks the totals of the file itself. */
function expectFile(list: readonly Entry[], totals: HouseholdTotals): void {
  const centsOf = (call: Entry['call']) => list.filter((entry) => entry.call === call).map(({ cents }) => cents);
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
  const [incomes, expenses] = [centsOf('create-income'), centsOf('create-expense')];
  expect([incomes.length, expenses.length]).toEqual([totals.incomes, totals.expenses]);
  expect([sum(incomes), sum(expenses)]).toEqual([totals.income, totals.expense]);
}

async function recordHousehold(path: string, totals: HouseholdTotals): Promise<void> {
  const list = readHousehold(path);
  expectFile(list, totals);

  user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: totals.deposit / 100 }));
  for (const [at, { call, body }] of list.entries()) {
    if (at === Math.floor(list.length / 2)) await server.restartWorker();
    const { data } = await expectOk(user.post(`/transaction/${call}`, body));
    expect(data.currentBalance).toBeGreaterThanOrEqual(0);
  }
  await expectReadModel(list, totals);
  await expectExport(list, totals);

  await server.worker.stop();
  await server.database.query('DROP SCHEMA projections CASCADE');
  await server.restartWorker();
  await expectReadModel(list, totals);
}

test('the generator produces the file from its seed', () => {
  expect(generateHousehold(SEED)).toBe(readFileSync(GENERATED, 'utf8'));
});

test('parses quotes, commas, umlauts, empty and long notes, and amounts with 0, 1 and 2 decimals', () => {
  const list = readHousehold(GENERATED);
  const on = (date: string) =>
    list
      .filter(({ body }) => body.date === date)
      .map(({ body, cents }) => [body.title, cents, body.amount, body.category, body.wallet]);
  expect(on('2021-01-01')).toEqual([['Rent, Müllerstraße 12', 98_000, 980, 'Bills & Fees', 'Bank']]);
  expect(on('2021-01-06')).toEqual([
    ['Weekly shop', 6_322, 63.22, 'Food & Drinks', 'Credit card'],
    ['Pizza 🍕 with Jörg', 3_500, 35, 'Food & Drinks', 'Debit card'],
  ]);
  expect(on('2021-03-02')).toEqual([
    ['Month ticket', 8_610, 86.1, 'Travel', 'Bank'],
    ['Canteen', 680, 6.8, 'Food & Drinks', 'Cash'],
    ['Dinner, "Bella Vista", with tip and a bo', 5_550, 55.5, 'Food & Drinks', 'Credit card'],
  ]);
});

test(
  'four years of a household are correct to the cent, with a restart of the worker, and after a rebuild from the log',
  { timeout: limitMs(600_000) },
  () => recordHousehold(GENERATED, GENERATED_TOTALS),
);

test.skipIf(!REAL)('the same for a real household', { timeout: limitMs(1_800_000) }, () =>
  recordHousehold(REAL ?? '', REAL_TOTALS),
);
