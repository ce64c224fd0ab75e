import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import type { ImportedFrom } from '#contract/transaction-calls.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const tea = { title: 'Tea', amount: 4, wallet: 'Bank', date: '2026-03-05' };
const entriesOf = async (user: Caller, query = '') =>
  (await expectOk(user.get<{ entries: Entry[] }>(`/ledger/entries${query}`))).data.entries;
const detailOf = async (user: Caller, transactionId: string | undefined) =>
  (
    await expectOk(
      user.post<{ transaction: Transaction & { imported?: ImportedFrom[] } }>('/transaction/get-transaction', {
        transactionId,
      }),
    )
  ).data.transaction;

test('an expense, an income and a transfer have a note and tags', async () => {
  const user = await server.newUser();
  const described = { note: '  with Ana\r\nand Bo ', tags: ['Été-26', 'b_2', 'ETE-26'] };
  const written = { note: 'with Ana\nand Bo', tags: ['Été-26', 'b_2'] };
  await expectOk(user.post('/transaction/create-expense', { ...tea, ...described }));
  await expectOk(
    user.post('/transaction/create-income', { title: 'Pay', amount: 9, date: '2026-03-04', ...described }),
  );
  const { accounts } = await user.user();
  await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  const to = (await user.user()).accounts[1]?._id;
  const transfer = { from: accounts[0]?._id, to, amount: 0.01, date: '2026-03-03' };
  await expectOk(user.post('/transfer/create-transfer', { ...transfer, ...described }));
  await expectOk(user.post('/transfer/create-transfer', { ...transfer, date: '2026-03-02', note: '', tags: [] }));
  const entries = await entriesOf(user);
  expect(entries.map(({ note, tags }) => ({ note, tags }))).toEqual([
    written,
    written,
    written,
    { note: null, tags: [] },
  ]);
  expect(await detailOf(user, entries[0]?._id)).toMatchObject(written);
  await expectOk(
    user.post('/transfer/update-transfer', { transferId: entries[2]?._id, tags: ['c'], note: null, amount: 0.02 }),
  );
  expect((await entriesOf(user))[2]).toMatchObject({ note: null, tags: ['c'], amount: 0.02 });
});

test('an edit sets them, null and [] take them off, undo brings them back, known shows them as they were', async () => {
  const user = await server.newUser();
  const { data } = await expectOk(user.post<User>('/transaction/create-expense', { ...tea, amount: 1 }));
  const transactionId = data.transactionHistory[0]?._id;
  expect(data.transactionHistory[0]).not.toHaveProperty('note');
  expect(data.transactionHistory[0]).not.toHaveProperty('tags');
  const change = (input: object) => user.post<User>('/transaction/update-transaction', { transactionId, ...input });
  expect((await change({ note: null, tags: [] })).problem.code).toBe('no_changes');
  await expectOk(change({ tags: ['Holiday'], note: 'one', amount: 0.8 }));
  expect((await change({ tags: ['Holiday'], note: 'one' })).problem.code).toBe('no_changes');
  const { headers } = await expectOk(change({ tags: null, note: '' }));
  const bare = await detailOf(user, transactionId);
  expect([bare.amount, 'note' in bare, 'tags' in bare]).toEqual([0.8, false, false]);
  expect((await entriesOf(user, '?known=1'))[0]).toMatchObject({ note: 'one', tags: ['Holiday'], amount: 0.8 });
  const changeSetId = headers.get('Change-Set');
  const shown = await expectOk(
    user.get<{ changes: { field: string; before: unknown; after: unknown }[] }>(`/ledger/change-set?id=${changeSetId}`),
  );
  expect(shown.data.changes).toMatchObject([
    { field: 'note', before: 'one', after: null },
    { field: 'tags', before: ['Holiday'], after: null },
  ]);
  await expectOk(user.post('/ledger/undo', { changeSetId }));
  expect(await detailOf(user, transactionId)).toMatchObject({ note: 'one', tags: ['Holiday'] });
});

test.each([
  [{ note: 'x'.repeat(501) }, { note: "This can't be longer than 500 characters" }],
  [{ note: 'a\0b' }, { note: "This text contains characters that can't be stored" }],
  [{ tags: ['two words'] }, { tags: 'A tag has 1 to 30 letters, digits, - and _' }],
  [{ tags: ['x'.repeat(31)] }, { tags: 'A tag has 1 to 30 letters, digits, - and _' }],
  [{ tags: [''] }, { tags: 'A tag has 1 to 30 letters, digits, - and _' }],
  [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, { tags: 'An entry has at most 10 tags' }],
  [{ tags: 'holiday' }, { tags: 'This has the wrong form' }],
])('refuses %j', async (input, errors) => {
  const user = await server.newUser();
  const refused = await user.post('/transaction/create-expense', { ...tea, ...input });
  expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
});

test('in a form tags are JSON', async () => {
  const user = await server.newUser();
  const form = formOf(
    { title: 'Tea', amount: '4.00', wallet: 'Bank', tags: '["a","b"]', note: 'x\r\ny' },
    'receipt',
    await plainImage(9, 9),
  );
  await expectOk(user.postForm('/transaction/create-expense', form));
  expect((await entriesOf(user))[0]).toMatchObject({ tags: ['a', 'b'], note: 'x\ny' });
});

describe('an import', () => {
  async function imported(name: string, text: string): Promise<{ user: Caller; entries: Entry[] }> {
    const user = await server.newUser();
    const form = new FormData();
    form.set('file', new File([text], name));
    const { data } = await expectOk(user.postForm<ImportPreview>('/import/preview', form));
    await expectOk(user.post('/import/commit', { importId: data.importId }));
    return { user, entries: (await entriesOf(user)).toReversed() };
  }

  test('stores the text always, and makes it the note where it says more than the title', async () => {
    const long = 'CARD PAYMENT AT THE CORNER SHOP NO 4711 ON A RAINY DAY';
    const { user, entries } = await imported(
      'bank.csv',
      `Date,Description,Amount\n2026-03-05,${long},-0.80\n2026-03-06,Corner shop,-2.00\n`,
    );
    expect(entries.map(({ note, amount }) => [note, amount])).toEqual([
      [long, 0.8],
      [null, 2],
    ]);
    const short = entries[1]?._id;
    expect((await detailOf(user, short)).imported).toMatchObject([{ text: null }]);
    await expectOk(user.post('/transaction/update-transaction', { transactionId: short, title: 'Milk' }));
    expect((await detailOf(user, short)).imported).toMatchObject([{ text: 'Corner shop' }]);
  });

  test("takes Firefly's notes and tags", async () => {
    const columns = 'journal_id,type,amount,description,date,source_name,source_type,destination_name,destination_type';
    const { entries } = await imported(
      'firefly.csv',
      `${columns},tags,notes\n7,Withdrawal,-4.00,Tea,2026-03-05T00:00:00+00:00,Giro,Asset account,Shop,Expense account,"Summer trip, b_2","one\ntwo"\n`,
    );
    expect(entries).toMatchObject([{ title: 'Tea', note: 'one\ntwo', tags: ['Summer-trip', 'b_2'] }]);
  });

  test("takes the words behind a # in Actual's notes, and YNAB's flags", async () => {
    const actual = await imported(
      'actual.csv',
      'Account,Date,Payee,Notes,Category,Amount,Cleared\nGiro,2026-03-05,Shop,tea #holiday ##no #Été!,,-4.00,Cleared\n',
    );
    expect(actual.entries).toMatchObject([{ note: null, tags: ['holiday', 'Été-'] }]);
    const ynab = await imported(
      'register.csv',
      '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"\n"Giro","Red","2026-03-15","Shop","","","","tea","$4.00","$0.00","Cleared"\n',
    );
    expect(ynab.entries).toMatchObject([{ title: 'tea', note: null, tags: ['Red'] }]);
  });
});
