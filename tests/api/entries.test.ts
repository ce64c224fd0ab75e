import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Answer, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function expectProblem(asked: Promise<Answer<unknown>>, status: number, code: string): Promise<void> {
  const answer = await asked;
  expect([answer.status, answer.problem?.code]).toEqual([status, code]);
}

type Entry = CallData<'getEntry'>;
type ChangeSets = CallData<'getChangeSets'>;

test('one entry is given as the list has it, a transfer, too, as it is and as it was known', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const [everyday, savings] = (await user.user()).accounts;
  await expectOk(user.post('/transaction/create-expense', { title: 'Tea', amount: 2, date: '2026-11-20' }));
  const moved = { from: everyday?._id, to: savings?._id, amount: 5, date: '2026-11-19' };
  await expectOk(user.post('/transfer/create-transfer', moved));
  const { data } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
  const [expense, transfer] = data.entries;
  for (const entry of data.entries) {
    expect((await expectOk(user.get<Entry>(`/ledger/entry?id=${entry._id}`))).data.entry).toEqual(entry);
  }
  expect([expense?.type, transfer?.type]).toEqual(['Expense', 'Transfer']);
  await expectOk(user.post('/transfer/update-transfer', { transferId: transfer?._id, amount: 7 }));
  const at = async (known: number) => user.get<Entry>(`/ledger/entry?id=${transfer?._id}&known=${known}`);
  expect((await expectOk(at(4))).data.entry.amount).toBe(7);
  expect((await expectOk(at(3))).data.entry).toEqual(transfer);
  await expectProblem(at(2), 404, 'entry_not_found');
  await expectProblem(user.get(`/ledger/entry?id=${randomUUID()}`), 404, 'entry_not_found');
  const other = await server.newUser();
  await expectProblem(other.get(`/ledger/entry?id=${expense?._id}`), 404, 'entry_not_found');
  const ofTransactions = user.post('/transaction/get-transaction', { transactionId: transfer?._id });
  await expectProblem(ofTransactions, 404, 'transaction_not_found');
});

test('change-sets of a day are those recorded on it where the caller is, in pages', async () => {
  const user = await server.newUser();
  const times = ['2026-03-28T22:30:00Z', '2026-03-28T23:30:00Z', '2026-03-29T10:00:00Z', '2026-03-29T22:30:00Z'];
  for (const time of times) {
    server.clock.now = new Date(time);
    await expectOk(user.post('/transaction/create-income', { title: time, amount: 1 }));
  }
  server.clock.now = null;
  const recorded = async (query: string, zone: string) => {
    const path = `/ledger/change-sets?${query}`;
    const { data } = await expectOk(user.get<ChangeSets>(path, { 'Time-Zone': zone }));
    return { times: data.changeSets.map(({ summary }) => summary.replace('Income: ', '')), next: data.next };
  };
  // In Paris the clocks are put forward on the 29th, whose day has 23 hours.
  expect((await recorded('day=2026-03-29', 'Europe/Paris')).times).toEqual([times[2], times[1]]);
  expect((await recorded('day=2026-03-29', 'UTC')).times).toEqual([times[3], times[2]]);
  expect((await recorded('day=2026-03-29', 'Nowhere/At all')).times).toEqual([times[3], times[2]]);
  expect((await recorded('day=2026-03-30', 'Europe/Paris')).times).toEqual([times[3]]);
  expect((await recorded('day=2026-03-27', 'Europe/Paris')).times).toEqual([]);
  const first = await recorded('day=2026-03-29&limit=1', 'Europe/Paris');
  expect(first.times).toEqual([times[2]]);
  expect(await recorded(`day=2026-03-29&limit=1&before=${first.next}`, 'Europe/Paris')).toEqual({
    times: [times[1]],
    next: null,
  });
  await expectProblem(user.get('/ledger/change-sets?day=2026-02-30'), 422, 'invalid');
});

test('change-sets of an entry are those that recorded, changed and undid it', async () => {
  const user = await server.newUser();
  const { data } = await expectOk(user.post('/transaction/create-income', { title: 'Salary', amount: 20 }));
  await expectOk(user.post('/transaction/create-income', { title: 'Another', amount: 1 }));
  const [salary] = data.transactionHistory;
  const edit = { transactionId: salary?._id, amount: 30 };
  const changed = await expectOk(user.post('/transaction/update-transaction', edit));
  await expectOk(user.post('/ledger/undo', { changeSetId: changed.headers.get('Change-Set') }));
  const changeSets = async (entry: string | undefined) =>
    (await expectOk(user.get<ChangeSets>(`/ledger/change-sets?entry=${entry}`))).data.changeSets;
  expect((await changeSets(salary?._id)).map(({ kind }) => kind)).toEqual([
    'undo',
    'update-transaction',
    'create-income',
  ]);
  expect(await changeSets(randomUUID())).toEqual([]);
  await expectProblem(user.get('/ledger/change-sets?entry=salary'), 422, 'invalid');
});

test('titles of the past complete what was typed, with what the newest entry had', async () => {
  const user = await server.newUser();
  await expectOk(user.post('/accounts/open-account', { name: 'Card', kind: 'Credit card' }));
  const [everyday, card] = (await user.user()).accounts.map(({ _id }) => _id);
  const record = (kind: 'expense' | 'income', values: object) =>
    expectOk(
      user.post(`/transaction/create-${kind}`, { amount: 1, ...(kind === 'expense' && { wallet: 'Bank' }), ...values }),
    );
  await record('expense', { title: 'Café Lomi', date: '2026-11-01', category: 'Food & Drinks' });
  await record('expense', { title: 'Café Lomi', date: '2026-11-03', accountId: card, wallet: 'Credit card' });
  await record('expense', { title: 'Café Lomi', date: '2026-11-02', category: 'Other' });
  await record('expense', { title: 'Train (Cannes)', date: '2026-11-19', category: 'Travel' });
  await record('expense', { title: 'Cash 100%', date: '2026-01-05' });
  await record('expense', { title: 'Cash 100%', date: '2026-01-06' });
  await record('income', { title: 'Cash 100%', date: '2026-11-20', category: 'Gifts' });
  await record('expense', { title: 'Vacation', date: '2026-11-20' });
  const titles = async (query: string) => {
    const { data } = await expectOk(user.get<CallData<'getTitles'>>(`/ledger/titles?${query}`));
    return data.titles;
  };
  const named = async (query: string) =>
    (await titles(query)).map(({ title, type, count }) => `${type} ${title} ${count}`);
  expect((await titles('q=cafe%20LO'))[0]).toEqual({
    title: 'Café Lomi',
    type: 'Expense',
    category: null,
    account: card,
    wallet: 'Credit card',
    count: 3,
    last: '2026-11-03',
  });
  // The titles that begin with it by how much and how lately they were used, then the titles with a word that does.
  expect(await named('q=CA')).toEqual([
    'Expense Café Lomi 3',
    'Income Cash 100% 1',
    'Expense Cash 100% 2',
    'Expense Train (Cannes) 1',
  ]);
  expect((await titles('q=cash'))[0]).toMatchObject({ account: everyday, category: 'Gifts', wallet: null });
  expect(await named('q=caf%C3%A9')).toEqual(['Expense Café Lomi 3']);
  expect(await named('q=(can')).toEqual(['Expense Train (Cannes) 1']);
  expect(await named('q=100%25')).toEqual(['Income Cash 100% 1', 'Expense Cash 100% 2']);
  for (const q of ['.*', '%25', '_', '\\', 'omi', ')']) expect(await named(`q=${q}`), q).toEqual([]);
  expect(await named('')).toHaveLength(5);
  expect(await named('q=%20&limit=1')).toEqual(['Expense Café Lomi 3']);
  // An edit, a deletion and an undo are followed.
  const [vacation] = (await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'))).data.entries;
  await expectOk(user.post('/transaction/update-transaction', { transactionId: vacation?._id, title: 'Holiday' }));
  expect([await named('q=vac'), await named('q=hol')]).toEqual([[], ['Expense Holiday 1']]);
  const gone = await expectOk(user.post('/transaction/delete-transaction', { transactionId: vacation?._id }));
  expect(await named('q=hol')).toEqual([]);
  await expectOk(user.post('/ledger/undo', { changeSetId: gone.headers.get('Change-Set') }));
  expect(await named('q=hol')).toEqual(['Expense Holiday 1']);
  const other = await server.newUser();
  expect((await expectOk(other.get('/ledger/titles'))).data).toEqual({ titles: [] });
  for (const wrong of ['limit=0', 'limit=51', 'limit=x', `q=${'a'.repeat(41)}`, 'q=a%00', 'known=3']) {
    await expectProblem(user.get(`/ledger/titles?${wrong}`), 422, 'invalid');
  }
  await expectProblem(server.visitor().get('/ledger/titles'), 401, 'session_required');
});
