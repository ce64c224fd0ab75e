import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { units } from '#ledger/testing/scenario.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

type Found = CallData<'getEntry'>;

async function originsOf(user: Caller, id: string, known?: number): Promise<Found['origins']> {
  const path = `/ledger/entry?id=${id}${known === undefined ? '' : `&known=${known}`}`;
  return (await expectOk(user.get<Found>(path))).data.origins;
}

/** Who set each field, by its name. */
const settersIn = (origins: Found['origins']) =>
  Object.fromEntries(Object.entries(origins).map(([field, { by }]) => [field, by]));

async function found(user: Caller, q: string): Promise<string[]> {
  const { data } = await expectOk(
    user.get<CallData<'getEntries'>>(`/ledger/entries?limit=100&q=${encodeURIComponent(q)}`),
  );
  return data.entries.map(({ title }) => title ?? '').sort();
}

async function entryTitled(user: Caller, title: string): Promise<string> {
  const { data } = await expectOk(user.get<CallData<'getEntries'>>(`/ledger/entries?q=title:"${title}"`));
  return data.entries[0]?._id ?? '';
}

async function imported(user: Caller, bytes: string | Uint8Array, name: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name));
  const { importId } = (await expectOk(user.postForm<{ importId: string }>('/import/preview', form))).data;
  await expectOk(user.post('/import/commit', { importId }));
  return importId;
}

/** Lets a rule set the category of an expense, as an event of the log, and gives its revision. */
async function setByRule(user: Caller, transactionId: string, category: 'Groceries' | 'Travel'): Promise<number> {
  const { data: history } = await expectOk(user.get<{ entries: { revision: number }[] }>('/ledger/history?limit=1'));
  const revision = history.entries[0]?.revision ?? -1;
  const { entry } = (await expectOk(user.get<Found>(`/ledger/entry?id=${transactionId}`))).data;
  const before = {
    ...{ type: 'Expense' as const, title: entry.title ?? '', amount: units(entry.amount), date: entry.date },
    wallet: 'Bank' as const,
    ...(entry.category !== null && { category: entry.category as 'Groceries' }),
  };
  const event: LedgerEvent<'TransactionChanged'> = {
    type: 'TransactionChanged',
    data: { transactionId, before, after: { ...before, category }, set: { category: RULE } },
  };
  const metadata = { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' };
  await server.log.append(user.userId, BigInt(revision), [{ id: randomUUID(), ...encode(event, metadata) }]);
  await settled(
    () => user.get<Found>(`/ledger/entry?id=${transactionId}`),
    ({ data }) => data.entry.category === category,
  );
  return revision + 1;
}

const RULE = { by: 'rule', ruleId: 'a1a1a1a1-0000-4000-8000-00000000000a', ruleVersion: 3 } as const;

test('a field is of who set it last, with the change-set and the time; as known before, of who had set it then', async () => {
  const user = await server.newUser();
  server.clock.now = new Date('2026-03-03T10:00:00.000Z');
  const made = await user.post('/transaction/create-expense', { title: 'Rye', amount: 3.8, wallet: 'Bank' });
  const id = await entryTitled(user, 'Rye');
  const first = { by: 'hand', ruleId: null, ruleVersion: null, at: '2026-03-03T10:00:00.000Z' };
  const recorded = { ...first, changeSetId: made.headers.get('Change-Set') };
  const fields = ['type', 'title', 'amount', 'wallet', 'date', 'account'];
  expect(await originsOf(user, id)).toEqual(Object.fromEntries(fields.map((field) => [field, recorded])));

  server.clock.now = null;
  const revision = await setByRule(user, id, 'Groceries');
  const { category, ...others } = await originsOf(user, id);
  expect(category).toMatchObject({ ...RULE, at: '2026-11-20T18:30:00.000Z' });
  for (const origin of Object.values(others)) expect(origin).toEqual(recorded);
  expect(await originsOf(user, id, revision - 1)).not.toHaveProperty('category');

  const edit = await user.post('/transaction/update-transaction', { transactionId: id, category: 'Shopping' });
  const changeSetId = edit.headers.get('Change-Set');
  expect((await originsOf(user, id)).category).toMatchObject({ by: 'hand', ruleId: null, changeSetId });
  expect((await originsOf(user, id, revision)).category).toEqual(category);
  const undo = await user.post('/ledger/undo', { changeSetId });
  expect((await originsOf(user, id)).category).toEqual(category);
  await expectOk(user.post('/ledger/undo', { changeSetId: undo.headers.get('Change-Set') }));
  expect((await originsOf(user, id)).category).toMatchObject({ by: 'hand', changeSetId });
});

test('what is deleted and brought back, what is taken off, and what many entries get, have their origins', async () => {
  const user = await server.newUser();
  await expectOk(
    user.post('/transaction/create-expense', { title: 'Tram', amount: 2, wallet: 'Bank', note: 'to work' }),
  );
  const id = await entryTitled(user, 'Tram');
  await setByRule(user, id, 'Travel');
  const before = await originsOf(user, id);
  const deletion = await user.post('/transaction/delete-transaction', { transactionId: id });
  await expectOk(user.post('/ledger/undo', { changeSetId: deletion.headers.get('Change-Set') }));
  expect(await originsOf(user, id)).toEqual(before);
  expect(await found(user, `rule:${RULE.ruleId}`)).toEqual(['Tram']);

  const bulk = await user.post('/ledger/bulk', { select: { ids: [id] }, change: { category: 'Work', note: null } });
  const after = await originsOf(user, id);
  expect(after.category).toMatchObject({ by: 'hand', changeSetId: bulk.headers.get('Change-Set') });
  expect(after).not.toHaveProperty('note');
  expect(await found(user, 'by:rule')).toEqual([]);
});

test('a transfer has the origins of both of its accounts', async () => {
  const user = await server.newUser();
  const { data } = await expectOk(
    user.post<{ accounts: { _id: string }[] }>('/accounts/open-account', { name: 'Savings', kind: 'Savings' }),
  );
  const [from, to] = data.accounts.map(({ _id }) => _id);
  await expectOk(user.post('/transfer/create-transfer', { from, to, amount: 5 }));
  const { data: listed } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
  const id = listed.entries[0]?._id ?? '';
  expect(Object.keys(await originsOf(user, id)).sort()).toEqual(['account', 'amount', 'date', 'toAccount']);
  await expectOk(user.post('/transfer/update-transfer', { transferId: id, title: 'Aside' }));
  expect(settersIn(await originsOf(user, id))).toMatchObject({ title: 'hand', amount: 'hand' });
});

test('an import sets what its file has, and the past the category that it proposed; a line takes what it leaves out', async () => {
  const user = await server.newUser();
  const paid = { title: 'Corner Shop', amount: 8, wallet: 'Credit card', category: 'Groceries', date: '2026-01-05' };
  await expectOk(user.post('/transaction/create-expense', paid));
  const file = ['Date,Description,Amount', '2026-03-14,Corner Shop,-12.34', '2026-03-31,Salary,2000.00'].join('\n');
  const changeSetId = await imported(user, file, 'bank.csv');
  const [shop, salary] = [await entryTitled(user, 'Corner Shop'), await entryTitled(user, 'Salary')];
  const origins = await originsOf(user, shop);
  expect(settersIn(origins)).toMatchObject({ category: 'past', title: 'import', wallet: 'import', amount: 'import' });
  expect(new Set(Object.values(origins).map((origin) => origin.changeSetId))).toEqual(new Set([changeSetId]));
  expect(settersIn(await originsOf(user, salary))).toMatchObject({ category: 'words', title: 'import' });

  const { data } = await expectOk(user.post<CallData<'enter'>>('/ledger/enter', { text: 'corner shop 4.20 @Cash' }));
  const entered = settersIn(await originsOf(user, data.entry._id));
  expect(entered).toMatchObject({ category: 'past', account: 'past', wallet: 'hand', title: 'hand', amount: 'hand' });

  expect(await found(user, 'by:past')).toEqual(['Corner Shop', 'corner shop']);
  expect(await found(user, 'by:import')).toEqual(['Corner Shop', 'Salary']);
  expect(await found(user, '-by:hand')).toEqual(['Corner Shop', 'Salary']);
  await expectOk(user.post('/transaction/update-transaction', { transactionId: salary, title: 'March' }));
  expect(await found(user, 'by:import by:hand')).toEqual(['March']);
});

test("Daybook's own export and its import keep who set each field", async () => {
  const user = await server.newUser();
  await expectOk(user.post('/transaction/create-expense', { title: 'Rye', amount: 3.8, wallet: 'Bank' }));
  await setByRule(user, await entryTitled(user, 'Rye'), 'Groceries');
  await imported(user, 'Date,Description,Amount\n2026-03-14,Rye,-4.10\n2026-03-15,Bus,-2.00', 'bank.csv');
  const bus = await entryTitled(user, 'Bus');
  await expectOk(user.post('/transaction/update-transaction', { transactionId: bus, note: 'to work' }));
  const { data } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
  const response = await fetch(`${server.origin}/api/v1/ledger/export`, { headers: { Cookie: user.cookie } });
  const archive = new Uint8Array(await response.arrayBuffer());

  const other = await server.newUser();
  await imported(other, archive, 'daybook.zip');
  const bare = (origins: Found['origins']) =>
    Object.fromEntries(
      Object.entries(origins).map(([field, { by, ruleId, ruleVersion }]) => [field, [by, ruleId, ruleVersion]]),
    );
  for (const { _id } of data.entries)
    expect(bare(await originsOf(other, _id))).toEqual(bare(await originsOf(user, _id)));
  expect(await found(other, `rule:${RULE.ruleId}`)).toEqual(['Rye']);
  expect(await found(other, '-by:hand')).toEqual(['Rye']);
});
