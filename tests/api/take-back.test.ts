import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

async function withMoney(): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  return user;
}

const add = async (user: Caller, when: string, then: object) =>
  (await expectOk(user.post<{ rule: Rule }>('/ledger/add-rule', { when, then }))).data.rule._id;

async function imported(user: Caller, file: string | Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'bank.csv'));
  const { importId } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  await expectOk(user.post('/import/commit', { importId }));
}

/** The only entry, with who set its fields. */
async function onlyEntry(user: Caller) {
  const { entries } = (await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries'))).data;
  expect(entries).toHaveLength(1);
  return (await expectOk(user.get<CallData<'getEntry'>>(`/ledger/entry?id=${entries[0]?._id}`))).data;
}

/** Removes a rule with what it did, and gives the only entry, and who set its fields: `rule ID`, or by what else. */
async function takenBack(user: Caller, ruleId: string) {
  const { headers } = await expectOk(user.post<User>('/ledger/remove-rule', { ruleId, takeBack: true }));
  expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true, differences: [] });
  const { entry, origins } = await onlyEntry(user);
  const setters = Object.entries(origins).map(([field, { by, ruleId }]) => [field, ruleId ? `rule ${ruleId}` : by]);
  return { entry, setters: Object.fromEntries(setters), changeSetId: headers.get('change-set') };
}

const SHOP = 'Date,Description,Amount\n2026-03-02,Shop one,-30.00';
const ACTUAL = [
  'Account,Date,Payee,Notes,Category,Amount,Cleared',
  'Giro,2026-03-05,Landlord,March #weekly,Rent,-50.00,Cleared',
].join('\n');
const DOES = {
  a: { category: 'Groceries', addTags: ['aa'], note: 'A', title: 'Shop A', wallet: 'Debit card' },
  b: { category: 'Shopping', addTags: ['bb'], note: 'B', title: 'Shop B', wallet: 'Cash' },
  c: {
    addTags: ['cc'],
    split: [
      { percent: 50, category: 'Other' },
      { rest: true, category: 'Work' },
    ],
  },
};

describe('what is taken back of a rule', () => {
  test('is what was typed and what the line left out, where the rule filed a line', async () => {
    const user = await server.newUser();
    const ruleId = await add(user, 'coffee', {
      category: 'Travel',
      addTags: ['seen'],
      note: 'rn',
      wallet: 'Debit card',
    });
    await expectOk(user.post('/ledger/enter', { text: 'coffee 4.20 #mine' }));
    const { entry } = await onlyEntry(user);
    expect(entry).toMatchObject({ category: 'Travel', tags: ['mine', 'seen'], note: 'rn', wallet: 'Debit card' });
    const { entry: back, setters, changeSetId } = await takenBack(user, ruleId);
    expect(back).toMatchObject({ category: null, tags: ['mine'], note: null, title: 'coffee', wallet: 'Bank' });
    expect(setters).toMatchObject({ tags: 'hand', wallet: 'hand' });
    await expectOk(user.post('/ledger/undo', { changeSetId }));
    expect((await onlyEntry(user)).entry).toEqual(entry);
  });

  test('is what a file had, where the rule filed a row of it', async () => {
    const user = await server.newUser();
    const ruleId = await add(user, 'landlord', { category: 'Travel', addTags: ['seen'], title: 'Home', note: 'rn' });
    await imported(user, ACTUAL);
    expect((await onlyEntry(user)).entry).toMatchObject({ category: 'Travel', tags: ['weekly', 'seen'] });
    const { entry, setters } = await takenBack(user, ruleId);
    expect(entry).toMatchObject({ category: 'Rent', tags: ['weekly'], title: 'March #weekly', note: null });
    expect(setters).toMatchObject({ category: 'import', tags: 'import', title: 'import' });
  });

  test.each([
    ['of one run', 'together'],
    ['of two runs', 'apart'],
    ['of a line', 'in a line'],
    ['of a file', 'in a file'],
  ])('is what an earlier rule did %s', async (_, how) => {
    const user = await withMoney();
    if (how === 'together' || how === 'apart') await imported(user, SHOP);
    const a = await add(user, 'shop', DOES.a);
    if (how === 'apart') await expectOk(user.post('/ledger/run-rules', {}));
    const b = await add(user, 'shop', DOES.b);
    const c = await add(user, 'shop', DOES.c);
    if (how === 'apart') await expectOk(user.post('/ledger/run-rules', { ruleIds: [b] }));
    if (how === 'apart') await expectOk(user.post('/ledger/run-rules', { ruleIds: [c] }));
    if (how === 'together') await expectOk(user.post('/ledger/run-rules', {}));
    if (how === 'in a line') await expectOk(user.post('/ledger/enter', { text: 'Shop one 30' }));
    if (how === 'in a file') await imported(user, SHOP);
    const title = how === 'in a line' ? 'Shop one' : 'Shop B';
    const first = await onlyEntry(user);
    expect(first.entry).toMatchObject({ title, category: null, tags: ['aa', 'bb', 'cc'], note: 'B' });
    const { parts, ...withB } = (await takenBack(user, c)).entry;
    expect(parts).toBeNull();
    expect(withB).toMatchObject({ title, category: 'Shopping', tags: ['aa', 'bb'], note: 'B', wallet: 'Cash' });
    const withA = await takenBack(user, b);
    expect(withA.entry).toMatchObject({ category: 'Groceries', tags: ['aa'], note: 'A', wallet: 'Debit card' });
    expect(withA.entry.title).toBe(how === 'in a line' ? 'Shop one' : 'Shop A');
    const byA = `rule ${a}`;
    expect(withA.setters).toMatchObject({ category: byA, tags: byA, note: byA, wallet: byA });
    const { entry, changeSetId } = await takenBack(user, a);
    expect(entry).toMatchObject({ title: 'Shop one', category: null, tags: [], note: null });
    await expectOk(user.post('/ledger/undo', { changeSetId }));
    expect((await onlyEntry(user)).entry).toMatchObject({ tags: ['aa'], category: 'Groceries' });
    expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true });
  });

  test('is what a transfer had', async () => {
    const user = await withMoney();
    await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
    const a = await add(user, 'type:transfer', { addTags: ['aa'], note: 'A' });
    await expectOk(user.post('/ledger/enter', { text: '5 from everyday to savings #mine' }));
    const b = await add(user, 'type:transfer', { addTags: ['bb'], note: 'B', title: 'Aside' });
    const c = await add(user, 'title:aside', { addTags: ['cc'], note: 'C' });
    await expectOk(user.post('/ledger/run-rules', {}));
    expect((await onlyEntry(user)).entry).toMatchObject({
      tags: ['mine', 'aa', 'bb', 'cc'],
      note: 'C',
      title: 'Aside',
    });
    expect((await takenBack(user, c)).entry).toMatchObject({ tags: ['mine', 'aa', 'bb'], note: 'B', title: 'Aside' });
    const withA = await takenBack(user, b);
    expect(withA.entry).toMatchObject({ tags: ['mine', 'aa'], note: 'A', title: null });
    expect(withA.setters).toMatchObject({ tags: `rule ${a}`, note: `rule ${a}` });
    expect((await takenBack(user, a)).entry).toMatchObject({ tags: ['mine'], note: null });
  });

  test('is what is left of a category that was merged away since, by the change itself', async () => {
    const user = await server.newUser();
    const own = async (name: string) => {
      const asked = user.post<{ category: { _id: string } }>('/ledger/add-category', { name, kind: 'Expense' });
      return (await expectOk(asked)).data.category._id;
    };
    const [food, more] = [await own('Food'), await own('More')];
    await imported(user, SHOP);
    await add(user, 'shop', { category: 'Food' });
    const b = await add(user, 'shop', { category: 'Shopping' });
    await expectOk(user.post('/ledger/run-rules', {}));
    await expectOk(user.post('/ledger/merge-categories', { from: food, into: more }));
    const { entry, setters } = await takenBack(user, b);
    expect(entry.category).toBe('More');
    expect(setters).toMatchObject({ category: 'hand' });
  });

  test("is the same in books that Daybook's own export brought", async () => {
    const user = await withMoney();
    const own = user.post<{ category: { _id: string } }>('/ledger/add-category', { name: 'Food', kind: 'Expense' });
    const categoryId = (await expectOk(own)).data.category._id;
    await add(user, 'landlord', { ...DOES.a, category: undefined, categoryId });
    const b = await add(user, 'landlord', DOES.b);
    await imported(user, ACTUAL);
    const archive = await (await user.open('/api/v1/ledger/export')).bytes();
    const other = await server.newUser();
    await imported(other, archive);
    const { rules } = (await expectOk(other.get<{ rules: Rule[] }>('/ledger/rules'))).data;
    const [first, second] = rules.map(({ _id }) => _id) as [string, string];
    expect(second).toBe(b);
    const withA = await takenBack(other, second);
    expect(withA.entry).toMatchObject({ title: 'Shop A', category: 'Food', tags: ['weekly', 'aa'], note: 'A' });
    expect(withA.setters).toMatchObject({ category: `rule ${first}`, tags: `rule ${first}` });
    const { entry, setters } = await takenBack(other, first);
    expect(entry).toMatchObject({ title: 'March #weekly', category: 'Rent', tags: ['weekly'], note: null });
    expect(setters).toMatchObject({ category: 'import', title: 'import', tags: 'import' });
  });
});
