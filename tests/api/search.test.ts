import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

type Entries = CallData<'getEntries'>;
type Found = CallData<'find'>;
type Explained = CallData<'explain'>;

const entriesOf = async (user: Caller, q: string, more = '') =>
  (await expectOk(user.get<Entries>(`/ledger/entries?q=${encodeURIComponent(q)}${more}`))).data;
const titlesOf = async (user: Caller, q: string, more = '') =>
  (await entriesOf(user, q, more)).entries.map(({ title }) => title);
const findOf = async (user: Caller, q: string, more = '') =>
  (await expectOk(user.get<Found>(`/ledger/find?q=${encodeURIComponent(q)}${more}`))).data;

/** A user with a salary, bread, a split of 70 groceries and 30 wine, and a transfer; the last event is 5. */
async function keeper(): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/transaction/create-income', { title: 'Salary', amount: 2500, date: '2026-03-01' }));
  await expectOk(user.post('/accounts/open-account', { name: 'Joint card', kind: 'Savings' }));
  const [everyday, joint] = (await user.user()).accounts;
  const bread = { title: 'Rye bread', amount: 4.2, category: 'Groceries', wallet: 'Bank', date: '2026-03-05' };
  await expectOk(user.post('/transaction/create-expense', bread));
  const parts = [
    { amount: 70, category: 'Groceries' },
    { amount: 30, category: 'Shopping', note: 'Rotwein, süß' },
  ];
  const split = { title: 'Supermarket', amount: 100, wallet: 'Bank', date: '2026-03-14', parts };
  await expectOk(user.post('/transaction/create-expense', split));
  const moved = { from: everyday?._id, to: joint?._id, amount: 300, date: '2026-03-18' };
  await expectOk(user.post('/transfer/create-transfer', moved));
  return user;
}

test('entries that a query finds come in pages, with what they count', async () => {
  const user = await keeper();
  expect((await entriesOf(user, '')).entries.map(({ counted }) => counted)).toEqual([0, -100, -4.2, 2500]);
  const groceries = await entriesOf(user, 'category:groceries', '&limit=1');
  expect(groceries.entries).toMatchObject([{ title: 'Supermarket', counted: -70 }]);
  const rest = await entriesOf(user, 'category:groceries', `&limit=1&before=${groceries.next}`);
  expect(rest).toMatchObject({ entries: [{ title: 'Rye bread', counted: -4.2 }], next: null });
  expect(await titlesOf(user, 'suss')).toEqual(['Supermarket']);
  expect(await titlesOf(user, 'bread or 100')).toEqual(['Supermarket', 'Rye bread']);
  expect(await titlesOf(user, 'amount:30')).toEqual(['Supermarket']);
  expect(await titlesOf(user, '4.20')).toEqual(['Rye bread']);
  expect(await titlesOf(user, 'account:"joint CARD"')).toEqual([null]);
  expect(await titlesOf(user, '-bread type:expense')).toEqual(['Supermarket']);
  const joint = (await user.user()).accounts[1]?._id;
  expect(await titlesOf(user, 'type:transfer', `&account=${joint}`)).toEqual([null]);
  expect(await titlesOf(user, 'type:expense', `&account=${joint}`)).toEqual([]);
  const { data } = await expectOk(user.get<Entries>('/ledger/entries'));
  expect(data.entries.some((entry) => 'counted' in entry)).toBe(false);
});

test('notes and tags are found, of a transfer, too', async () => {
  const user = await keeper();
  const [moved, , bread] = (await entriesOf(user, '')).entries;
  const note = 'For\n\nÉlodie';
  await expectOk(user.post('/transfer/update-transfer', { transferId: moved?._id, note, tags: ['Été'] }));
  await expectOk(user.post('/transaction/update-transaction', { transactionId: bread?._id, tags: ['été', 'x-1'] }));
  expect(await titlesOf(user, '"for elodie"')).toEqual([null]);
  expect(await titlesOf(user, 'note:ELODIE #ete')).toEqual([null]);
  expect(await titlesOf(user, '#ÉTÉ')).toEqual([null, 'Rye bread']);
  expect(await titlesOf(user, 'tag:x-1 or has:note')).toEqual([null, 'Supermarket', 'Rye bread']);
  expect(await titlesOf(user, 'has:tags -has:note')).toEqual(['Rye bread']);
});

test('totals over splits are right to the cent; transfers count 0', async () => {
  const user = await keeper();
  expect(await findOf(user, 'category:groceries')).toEqual({ count: 2, in: 0, out: 74.2, net: -74.2, revision: 4 });
  expect(await findOf(user, '')).toEqual({ count: 4, in: 2500, out: 104.2, net: 2395.8, revision: 4 });
  expect((await expectOk(user.get<Found>('/ledger/find'))).data.count).toBe(4);
  expect(await findOf(user, 'type:transfer')).toEqual({ count: 1, in: 0, out: 0, net: 0, revision: 4 });
  const nobody = await server.newUser();
  expect(await findOf(nobody, 'account:everyday')).toEqual({ count: 0, in: 0, out: 0, net: 0, revision: null });
});

test('a query is asked as of a moment, with the names and the entries of then', async () => {
  const user = await keeper();
  const { entries } = await entriesOf(user, 'bread');
  await expectOk(user.post('/transaction/update-transaction', { transactionId: entries[0]?._id, title: 'Cake' }));
  const joint = (await user.user()).accounts[1]?._id;
  await expectOk(user.post('/accounts/rename-account', { accountId: joint, name: 'Shared' }));
  expect(await findOf(user, 'bread')).toMatchObject({ count: 0, revision: 6 });
  expect(await findOf(user, 'is:edited cake')).toMatchObject({ count: 1 });
  expect(await findOf(user, 'bread', '&known=4')).toMatchObject({ count: 1, out: 4.2, revision: 4 });
  expect(await titlesOf(user, 'bread', '&known=4')).toEqual(['Rye bread']);
  expect((await findOf(user, 'account:"joint card"', '&known=5')).count).toBe(1);
  expect((await findOf(user, 'account:shared')).count).toBe(1);
  expect(await findOf(user, '', '&known=1')).toEqual({ count: 1, in: 2500, out: 0, net: 2500, revision: 1 });
  const asked = user.get(`/ledger/find?q=${encodeURIComponent('account:"joint card"')}`);
  expect((await asked).problem).toMatchObject({
    code: 'invalid',
    at: 8,
    errors: { q: expect.stringContaining('Shared') },
  });
});

test('days are those of the caller', async () => {
  const user = await server.newUser();
  server.clock.now = new Date('2026-03-31T23:30:00Z');
  await expectOk(user.post('/transaction/create-income', { title: 'Late', amount: 1, date: '2026-04-01' }));
  const today = async (zone: string) => {
    const found = user.get<Found>('/ledger/find?q=date:today', { 'Time-Zone': zone });
    return (await expectOk(found)).data.count;
  };
  expect([await today('Europe/Paris'), await today('America/New_York'), await today('UTC')]).toEqual([1, 0, 0]);
  server.clock.now = null;
});

test('what is not understood is named with its place, in every call that takes a query', async () => {
  const user = await keeper();
  const wrong = async (asked: Promise<Answer<unknown>>) => {
    const { status, problem } = await asked;
    return { status, ...problem };
  };
  const q = encodeURIComponent('bread category:Grocreies');
  const expected = { status: 422, code: 'invalid', at: 15, errors: { q: expect.stringContaining("'Groceries'") } };
  expect(await wrong(user.get(`/ledger/entries?q=${q}`))).toMatchObject(expected);
  expect(await wrong(user.get(`/ledger/find?q=${q}`))).toMatchObject(expected);
  const named = { name: 'Bread', q: 'bread category:Grocreies' };
  expect(await wrong(user.post('/ledger/save-view', named))).toMatchObject(expected);
  const figure = await wrong(user.get(`/ledger/explain?figure=find:net:${q}`));
  expect(figure).toMatchObject({ status: 422, at: 15, errors: { figure: expect.stringContaining("'Groceries'") } });
  expect(await wrong(user.get('/ledger/find?q=a%00b'))).toMatchObject({ status: 422, at: 1 });
});

test('the totals explain themselves, also to whoever has not paid', async () => {
  const user = await keeper();
  const explain = async (figure: string, more = '') =>
    (await expectOk(user.get<Explained>(`/ledger/explain?figure=${encodeURIComponent(figure)}${more}`))).data;
  expect(await explain('find:net:category:Groceries or salary')).toMatchObject({
    ...{ amount: 2425.8, shown: 2425.8, agrees: true },
    parts: [
      { what: 'income', amount: 2500, count: 1 },
      { what: 'expenses', amount: -74.2, count: 2 },
    ],
    entries: [
      { title: 'Supermarket', change: -70, part: 'expenses' },
      { title: 'Rye bread', change: -4.2 },
      { title: 'Salary', change: 2500 },
    ],
  });
  expect(await explain('find:out:category:Groceries')).toMatchObject({
    ...{ amount: 74.2, shown: 74.2, agrees: true },
    parts: [
      { what: 'split', amount: 70, count: 1 },
      { what: 'Groceries', amount: 4.2, count: 1 },
    ],
  });
  expect(await explain('find:in:')).toMatchObject({ amount: 2500, agrees: true });
  expect(await explain('find:net:', '&known=2')).toMatchObject({ amount: 2495.8, agrees: true, revision: 2 });
  const changed = user.get<CallData<'whatChanged'>>(
    '/ledger/what-changed?figure=find:net:groceries%20or%20bread&from=1&to=4',
  );
  expect((await expectOk(changed)).data).toMatchObject({
    to: { amount: -4.2 },
    agrees: true,
    steps: [{ change: -4.2 }],
  });
});

test('views keep queries by name', async () => {
  const user = await keeper();
  const save = async (name: string, q: string) =>
    (await expectOk(user.post<CallData<'saveView'>>('/ledger/save-view', { name, q }))).data;
  const { view } = await save('Food', 'category:groceries');
  await save('All', '');
  const renamed = await save('FOOD', 'bread');
  expect(renamed.view).toEqual({ _id: view._id, name: 'FOOD', q: 'bread' });
  expect(renamed.views.map(({ name }) => name)).toEqual(['FOOD', 'All']);
  const views = user.get<CallData<'getViews'>>('/ledger/views');
  expect((await expectOk(views)).data.views).toEqual(renamed.views);
  const other = await server.newUser();
  expect((await other.post('/ledger/remove-view', { viewId: view._id })).problem.code).toBe('view_not_found');
  const removed = user.post<CallData<'removeView'>>('/ledger/remove-view', { viewId: view._id });
  expect((await expectOk(removed)).data.views).toHaveLength(1);
  expect((await user.post('/ledger/remove-view', { viewId: view._id })).status).toBe(404);
  for (let number = 1; number < 100; number += 1) await save(`View ${number}`, '');
  expect((await user.post('/ledger/save-view', { name: 'One more', q: '' })).problem.code).toBe('too_many_views');
  await save('view 99', 'cake');
});

test('a search that a busy moment has stopped is asked again', async () => {
  const user = await keeper();
  const holder = await server.database.connect();
  try {
    // On a busy machine the lock may be held until the second search is stopped, too.
    const asked = async () => {
      await holder.query('BEGIN; LOCK TABLE projections.bank_texts IN ACCESS EXCLUSIVE MODE');
      const answer = user.get('/ledger/find?q=bread');
      await pause(400);
      await holder.query('ROLLBACK');
      return (await answer).status;
    };
    await settled(asked, (status) => status === 200, 5_000);
  } finally {
    holder.release();
  }
});

test('a search that takes too long is stopped, and one user has one search at a time', async () => {
  const user = await keeper();
  const other = await server.newUser();
  const holder = await server.database.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE projections.bank_texts IN ACCESS EXCLUSIVE MODE');
    const slow = ['find?q=bread', 'entries?q=-bread', 'explain?figure=find:net:bread'];
    const answers = await Promise.all(slow.map((path) => user.get(`/ledger/${path}`)));
    for (const { status, problem } of answers) expect([status, problem.code]).toEqual([422, 'query_too_slow']);
    // Four of one user wait for each other, and one of somebody else for none of them.
    const [began, own] = [
      performance.now(),
      Promise.all(Array.from({ length: 4 }, () => user.get('/ledger/find?q=bread'))),
    ];
    await other.get('/ledger/find?q=bread');
    const others = performance.now() - began;
    await own;
    expect(performance.now() - began).toBeGreaterThan(others + 400);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await findOf(user, 'bread')).count).toBe(1);
});

test('without the index of texts the same is found', async () => {
  const user = await keeper();
  const { rows } = await server.database.query(
    "SELECT indexname FROM pg_indexes WHERE schemaname = 'projections' AND indexdef LIKE '%gin_trgm_ops%'",
  );
  expect(rows).toHaveLength(2);
  for (const { indexname } of rows) await server.database.query(`DROP INDEX projections.${indexname}`);
  expect(await titlesOf(user, 'supermarket or bread')).toEqual(['Supermarket', 'Rye bread']);
});
