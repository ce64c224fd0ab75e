import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import type { Schedule, ScheduleSuggestion } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(() => {
  server.clock.now = new Date('2026-11-20T12:00:00Z');
});
afterAll(() => server.close());

const suggestionsOf = async (user: Caller) =>
  (await expectOk(user.get<{ suggestions: ScheduleSuggestion[] }>('/schedules/suggestions'))).data.suggestions;
const FIRST_OF_THREE = ['2026-09-01', '2026-10-01', '2026-11-01'];

/** Records an expense on each day and gives their ids. */
async function spend(user: Caller, days: readonly string[], more: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (const date of days) {
    const expense = { title: 'Rent', amount: 900, wallet: 'Bank', date, ...more };
    const { data } = await expectOk(user.post<User>('/transaction/create-expense', expense));
    ids.push(data.transactionHistory.find((each) => each.date === date)?._id ?? '');
  }
  return ids;
}

test('what came three times is proposed as add takes it, and then no more', async () => {
  const user = await server.newUser();
  const entries = await spend(user, FIRST_OF_THREE, { category: 'Bills & Fees' });
  await spend(user, FIRST_OF_THREE.slice(2), { title: 'Gym', amount: 30 });
  const suggestions = await suggestionsOf(user);
  const { _id: account } = (await user.user()).accounts[0] ?? {};
  expect(suggestions).toEqual([
    {
      schedule: {
        ...{ title: 'Rent', type: 'Expense', amount: { exact: 900 }, category: 'Bills & Fees', account },
        ...{ wallet: 'Bank', post: 'ask', rule: expect.objectContaining({ unit: 'month', start: '2026-12-01' }) },
      },
      entries,
    },
  ]);
  const added = await expectOk(user.post<{ schedule: Schedule }>('/schedules/add', suggestions[0]?.schedule));
  expect(added.data.schedule).toMatchObject({ next: { nominal: '2026-12-01' }, category: 'Bills & Fees' });
  expect(await suggestionsOf(user)).toEqual([]);
});

test('the title that a schedule had before is known, too, until it is removed', async () => {
  const user = await server.newUser();
  await spend(user, FIRST_OF_THREE);
  const rule = { every: 1, unit: 'month', start: '2026-11-01' };
  const rent = { title: 'Rent', type: 'Expense', amount: { about: 910 }, wallet: 'Bank', rule, post: 'ask' };
  const { data } = await expectOk(user.post<{ schedule: Schedule }>('/schedules/add', rent));
  const scheduleId = data.schedule._id;
  await expectOk(user.post('/schedules/change', { scheduleId, title: 'Flat' }));
  expect(await suggestionsOf(user)).toEqual([]);
  await expectOk(user.post('/schedules/remove', { scheduleId }));
  expect(await suggestionsOf(user)).toHaveLength(1);
});

test('a schedule whose occurrences are over hides nothing', async () => {
  const user = await server.newUser();
  await spend(user, FIRST_OF_THREE);
  const schedule = { title: 'Rent', type: 'Expense', amount: { exact: 900 }, wallet: 'Bank', post: 'ask' };
  const rule = { every: 1, unit: 'month', start: '2026-02-01' };
  const ended = { ...schedule, rule: { ...rule, end: { times: 3 } } };
  await expectOk(user.post('/schedules/add', ended));
  expect(await suggestionsOf(user)).toHaveLength(1);
  await expectOk(user.post('/schedules/add', { ...schedule, rule: { ...rule, end: { on: '2026-12-01' } } }));
  expect(await suggestionsOf(user)).toEqual([]);
});

test('entries of which one is an occurrence are not proposed', async () => {
  const user = await server.newUser();
  const [, , entry] = await spend(user, FIRST_OF_THREE, { title: 'Landlord' });
  const rule = { every: 1, unit: 'month', start: '2026-11-01' };
  const flat = { title: 'Flat', type: 'Expense', amount: { exact: 900 }, wallet: 'Bank', rule, post: 'ask' };
  const { data } = await expectOk(user.post<{ schedule: Schedule }>('/schedules/add', flat));
  expect(await suggestionsOf(user)).toHaveLength(1);
  const occurrence = { scheduleId: data.schedule._id, nominal: '2026-11-01' };
  await expectOk(user.post('/schedules/match', { ...occurrence, entry }));
  expect(await suggestionsOf(user)).toEqual([]);
});

test('a schedule is proposed on the accounts and with the category that it may have', async () => {
  const user = await server.newUser();
  const opened = await expectOk(user.post<User>('/accounts/open-account', { name: 'Reserve', kind: 'Savings' }));
  const [from, to] = opened.data.accounts.map(({ _id }) => _id);
  await expectOk(user.post('/ledger/add-category', { name: 'Flat', kind: 'Expense' }));
  const { categories } = (await expectOk(user.get<{ categories: Category[] }>('/ledger/categories'))).data;
  await spend(user, FIRST_OF_THREE, { category: 'Flat' });
  for (const date of FIRST_OF_THREE) {
    await expectOk(user.post('/transfer/create-transfer', { from, to, amount: 50, date }));
    await expectOk(user.post('/transfer/create-transfer', { from: to, to: from, amount: 50, date }));
  }
  const [rent, ...transfers] = await suggestionsOf(user);
  expect(rent?.schedule).toMatchObject({ title: 'Rent', category: 'Flat' });
  expect(transfers.map(({ schedule }) => [schedule.type, schedule.account, schedule.toAccount]).toSorted()).toEqual(
    [
      ['Transfer', from, to],
      ['Transfer', to, from],
    ].toSorted(),
  );
  const categoryId = categories.find(({ name }) => name === 'Flat')?._id;
  await expectOk(user.post('/ledger/archive-category', { categoryId }));
  await expectOk(user.post('/accounts/close-account', { accountId: to }));
  const left = await suggestionsOf(user);
  expect(left.map(({ schedule }) => schedule.title)).toEqual(['Rent']);
  expect(left[0]?.schedule).not.toHaveProperty('category');
});
