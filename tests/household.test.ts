import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionsAnswer } from '../contract/transaction.ts';
import { type Caller, expectOk } from './support/caller.ts';
import { type House, openHouse } from './support/house.ts';
import { type Entry, householdEntries } from './support/household.ts';

const entries = householdEntries();
if (!entries) console.info("The household's books are not here (shared/data/household.csv): its test is skipped.");

let house: House;
let user: Caller;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** Every month's income and expense in cents, counted from the file alone. */
function monthsOf(list: readonly Entry[]): Record<string, { income: number; expense: number }> {
  const months: Record<string, { income: number; expense: number }> = {};
  for (const { call, cents, body } of list) {
    const startsOn = `${body.date.slice(0, 7)}-01`;
    months[startsOn] ??= { income: 0, expense: 0 };
    months[startsOn][call === 'create-income' ? 'income' : 'expense'] += cents;
  }
  return months;
}

async function expectBooks(list: readonly Entry[]): Promise<void> {
  const books = await user.user();
  expect(books.currentBalance).toBe(1_185_006.82);
  expect(books.transactionCount).toBe(2_301);

  const { transactions } = (await expectOk(user.get<TransactionsAnswer>('/transaction/get-transactions'))).data;
  const byDate = list.toSorted((a, b) => a.body.date.localeCompare(b.body.date));
  expect(transactions.map(({ title, amount, date }) => ({ title, amount, date }))).toEqual(
    byDate.map(({ cents, body }) => ({ title: String(body.title).trim(), amount: cents / 100, date: body.date })),
  );

  const { rows } = await house.database.query<{ starts_on: string; income: number; expense: number }>(
    "SELECT starts_on, income, expense FROM projections.statistics WHERE user_id = $1 AND period = 'month'",
    [user.userId],
  );
  const months = Object.fromEntries(rows.map(({ starts_on, income, expense }) => [starts_on, { income, expense }]));
  expect(months).toEqual(monthsOf(list));
}

test.skipIf(!entries)(
  'four years of a household come out to the cent, with the worker restarted halfway, and again from the log alone',
  { timeout: 300_000 },
  async () => {
    const list = entries ?? [];
    expect(list.filter(({ call }) => call === 'create-income')).toHaveLength(125);
    expect(list.filter(({ call }) => call === 'create-expense')).toHaveLength(2_176);

    user = await house.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 100_000 }));
    for (const [at, { call, body }] of list.entries()) {
      if (at === Math.floor(list.length / 2)) await house.restartWorker();
      const { data } = await expectOk(user.post(`/transaction/${call}`, body));
      expect(data.currentBalance).toBeGreaterThanOrEqual(0);
    }
    await expectBooks(list);

    await house.worker.stop();
    await house.database.query('DROP SCHEMA projections CASCADE');
    await house.restartWorker();
    await expectBooks(list);
  },
);
