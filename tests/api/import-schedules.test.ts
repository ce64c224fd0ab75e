import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Account } from '#contract/account.ts';
import type { CallData } from '#contract/calls.ts';
import type { Forecast } from '#contract/forecast-calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { postDue } from '../../api/schedules/post-due.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  server.clock.now = null;
});
afterAll(async () => await server.close());

const at = (day: string) => {
  server.clock.now = new Date(`${day}T12:00:00Z`);
};

const post = async <Data>(user: Caller, path: string, body: object) =>
  (await expectOk(user.post<Data>(path, body))).data;
const add = async (user: Caller, schedule: object) =>
  (await post<{ schedule: Schedule }>(user, '/schedules/add', schedule)).schedule;
const schedulesOf = async (user: Caller) =>
  (await expectOk(user.get<{ schedules: Schedule[] }>('/schedules'))).data.schedules;
const occurrencesOf = async (user: Caller) =>
  (await expectOk(user.get<{ occurrences: Occurrence[] }>('/schedules/upcoming?from=2026-01-01&to=2027-03-31'))).data
    .occurrences;
const entriesOf = async (user: Caller) =>
  (await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries?limit=100'))).data.entries;
const accountsOf = async (user: Caller) =>
  (await expectOk(user.get<{ accounts: Account[] }>('/accounts/get-accounts'))).data.accounts;

/** Imports a file; gives the remarks of its preview, the id of the import, and how many schedules both say. */
async function imported(user: Caller, file: Uint8Array) {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'books.zip'));
  const { importId, remarks, schedules } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  const { data } = await expectOk(user.post<CallData<'importCommit'>>('/import/commit', { importId }));
  return { importId, remarks, schedules: [schedules, data.imported.schedules] };
}
/** Weeks later an export needs a fresh proof. */
async function exportOf(user: Caller) {
  await expectOk(user.post('/users/prove', { password: user.password }));
  return await (await user.open('/api/v1/ledger/export')).bytes();
}

/** Rent that was posted, matched, skipped and changed, a wage that came by itself, and savings that are put by. */
async function household() {
  at('2026-09-15');
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 5_000 }));
  await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const [everyday, savings] = await accountsOf(user);
  const rent = await add(user, {
    ...{ title: 'Rent', type: 'Expense', amount: { exact: 900 }, category: 'Bills & Fees', wallet: 'Bank' },
    ...{ rule: { every: 1, unit: 'month', start: '2026-07-31' }, post: 'ask', note: 'flat', tags: ['home'] },
  });
  const wage = await add(user, {
    ...{ title: 'Wage', type: 'Income', amount: { about: 2_000 } },
    ...{ rule: { every: 1, unit: 'month', start: '2026-08-28' }, post: 'by-itself' },
  });
  await add(user, {
    ...{ title: 'Put by', type: 'Transfer', amount: { from: 100, to: 300 }, toAccount: savings?._id },
    ...{ rule: { every: 1, unit: 'month', start: '2026-10-02' }, post: 'ask' },
  });
  await postDue(server.services);
  await post(user, '/schedules/post', { scheduleId: rent._id, nominal: '2026-07-31' });
  await post(user, '/schedules/skip', { scheduleId: rent._id, nominal: '2026-08-31' });
  at('2026-10-05');
  await postDue(server.services);
  const transfer = { from: everyday?._id, to: savings?._id, amount: 200, date: '2026-10-03' };
  await expectOk(user.post('/transfer/create-transfer', transfer));
  const [moved] = (await entriesOf(user)).filter(({ type }) => type === 'Transfer');
  const [putBy] = (await schedulesOf(user)).filter(({ title }) => title === 'Put by');
  await post(user, '/schedules/match', { scheduleId: putBy?._id, nominal: '2026-10-02', entry: moved?._id });
  const rule = { every: 1, unit: 'month', start: '2026-10-15' };
  await post(user, '/schedules/change', { scheduleId: rent._id, title: 'New flat', amount: { exact: 950 }, rule });
  return { user, rent, wage };
}

/** The occurrences; posted ones come as matched ones. */
const said = (occurrences: readonly Occurrence[]) =>
  occurrences.map(({ candidates: _, account: __, toAccount: ___, status, ...more }) => ({
    ...more,
    status: status === 'posted' ? 'matched' : status,
  }));

test('schedules come back with what became of their occurrences, and nothing is posted twice', async () => {
  const { user } = await household();
  const before = await occurrencesOf(user);
  expect(before.slice(0, 7).map(({ title, nominal, status }) => [title, nominal.slice(5), status])).toEqual([
    ['Rent', '07-31', 'posted'],
    ['Wage', '08-28', 'posted'],
    ['Rent', '08-31', 'skipped'],
    ['Wage', '09-28', 'posted'],
    ['Rent', '09-30', 'missed'],
    ['Put by', '10-02', 'matched'],
    ['New flat', '10-15', 'upcoming'],
  ]);
  const file = await exportOf(user);
  const other = await server.newUser();
  const { importId, remarks, schedules } = await imported(other, file);
  expect([remarks, schedules]).toEqual([[], [3, 3]]);
  const strip = ({ account: _, toAccount: __, ...schedule }: Schedule) => schedule;
  expect((await schedulesOf(other)).map(strip)).toEqual((await schedulesOf(user)).map(strip));
  expect(said(await occurrencesOf(other))).toEqual(said(before));
  const forecast = async (of: Caller) => (await expectOk(of.get<Forecast>('/forecast'))).data;
  expect((await forecast(other)).days).toEqual((await forecast(user)).days);
  const count = (await entriesOf(other)).length;
  await postDue(server.services);
  expect(await entriesOf(other)).toHaveLength(count);

  // The same file again changes nothing, and an undo takes them away.
  expect((await imported(other, file)).schedules).toEqual([0, 0]);
  expect(said(await occurrencesOf(other))).toEqual(said(before));
  await expectOk(other.post('/ledger/undo', { changeSetId: importId }));
  expect(await schedulesOf(other)).toEqual([]);
});

test('where the entry of an occurrence is left out, it is skipped', async () => {
  const { user, wage } = await household();
  const other = await server.newUser();
  const file = await exportOf(user);
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'books.zip'));
  const { importId, rows } = (await expectOk(other.postForm<ImportPreview>('/import/preview', form))).data;
  const choices = Object.fromEntries(rows.flatMap(({ line, title }) => (title === 'Wage' ? [[line, 'leave']] : [])));
  expect(Object.keys(choices)).toHaveLength(2);
  await expectOk(other.post('/import/commit', { importId, choices }));
  await postDue(server.services);
  const wages = (await occurrencesOf(other)).filter(({ scheduleId }) => scheduleId === wage._id);
  expect(wages.slice(0, 3).map(({ status }) => status)).toEqual(['skipped', 'skipped', 'upcoming']);
  expect((await entriesOf(other)).filter(({ title }) => title === 'Wage')).toEqual([]);
});

test('those whose accounts are not imported are left out, and the preview says so', async () => {
  const { user } = await household();
  const other = await server.newUser();
  await expectOk(other.post('/users/update-currency', { newCurrency: 'A$' }));
  const form = new FormData();
  form.set('file', new File([(await exportOf(user)) as BlobPart], 'books.zip'));
  form.set('answers', JSON.stringify({ 'other-currency': 'leave-out' }));
  const { remarks } = (await expectOk(other.postForm<ImportPreview>('/import/preview', form))).data;
  expect(remarks).toContain('3 schedules of this file are left out: not all of their accounts are imported.');
});
