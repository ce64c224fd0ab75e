import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => await server.close());

type Committed = User & CallData<'importCommit'>;

async function previewed(user: Caller, file: string | Uint8Array, categories?: object): Promise<ImportPreview> {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'books.csv'));
  if (categories) form.set('answers', JSON.stringify({ categories }));
  return (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
}

const committed = async (user: Caller, importId: string) =>
  (await expectOk(user.post<Committed>('/import/commit', { importId }))).data;

async function rulesOf(user: Caller) {
  return (await expectOk(user.get<CallData<'getRules'>>('/ledger/rules'))).data.rules;
}

async function ruleAdded(user: Caller, when: string, then: object): Promise<string> {
  await expectOk(user.post('/ledger/add-rule', { when, then }));
  return (await rulesOf(user)).at(-1)?._id ?? '';
}

const FILE = [
  'Date,Amount,Description,Category',
  '2026-03-02,-4.20,BAKERY 0042 CENTRAL,Shopping',
  '2026-03-03,-40.00,WHOLESALE MARKET,Shopping',
  '2026-03-04,-9.00,CINEMA,Shopping',
].join('\n');

test('rules file the rows of an import, and its commit takes what its preview showed', async () => {
  const user = await server.newUser();
  const ruleId = await ruleAdded(user, 'bakery', { category: 'Food & Drinks', title: 'Bakery', addTags: ['bread'] });
  const split = [
    { percent: 25, category: 'Shopping' },
    { rest: true, category: 'Food & Drinks' },
  ];
  await ruleAdded(user, 'title:wholesale', { split, wallet: 'Cash' });
  const off = await ruleAdded(user, 'cinema', { title: 'Off' });
  await expectOk(user.post('/ledger/change-rule', { ruleId: off, isOn: false }));
  const { importId, rows } = await previewed(user, FILE);
  expect(rows).toMatchObject([
    {
      ...{ title: 'Bakery', tags: ['bread'], category: 'Food & Drinks', categoryReason: 'rule: bakery' },
      ruled: ['title', 'category', 'tags'].map((field) => ({ field, reason: 'rule: bakery' })),
    },
    { title: 'WHOLESALE MARKET', category: null, categoryReason: 'rule: title:wholesale' },
    { title: 'CINEMA', category: 'Shopping', categoryReason: 'The file has it under Shopping', ruled: [] },
  ]);
  // What becomes of the rule after the preview is nothing to its commit.
  await expectOk(user.post('/ledger/change-rule', { ruleId, then: { category: 'Shopping' } }));
  const { transactionHistory } = await committed(user, importId);
  const [bakery, wholesale, cinema] = transactionHistory as [Transaction, Transaction, Transaction];
  expect(cinema).toMatchObject({ title: 'CINEMA', category: 'Shopping' });
  expect(wholesale).toMatchObject({
    wallet: 'Cash',
    parts: [
      { amount: 10, category: 'Shopping' },
      { amount: 30, category: 'Food & Drinks' },
    ],
  });
  expect(bakery).toMatchObject({ title: 'Bakery', category: 'Food & Drinks', tags: ['bread'] });
  const entry = await expectOk(user.get<{ origins: Record<string, object> }>(`/ledger/entry?id=${bakery._id}`));
  const byRule = { by: 'rule', ruleId, ruleVersion: 1, changeSetId: importId };
  expect(entry.data.origins).toMatchObject({ category: byRule, title: byRule, tags: byRule });
  expect((await rulesOf(user)).map(({ applied }) => applied)).toEqual([1, 1, 0]);
});

test('a rule goes before the file, also where both say the same, and behind what the user says of its category', async () => {
  const user = await server.newUser();
  await ruleAdded(user, 'category:shopping cinema', { addTags: ['film'] });
  await ruleAdded(user, 'cinema', { category: 'Shopping' });
  const [, , cinema] = (await previewed(user, FILE)).rows;
  expect(cinema).toMatchObject({
    category: 'Shopping',
    categoryReason: 'rule: cinema',
    tags: ['film'],
  });
  await ruleAdded(user, 'bakery', { category: 'Food & Drinks', title: 'Bakery' });
  const [bakery] = (await previewed(user, FILE, { Shopping: 'Office' })).rows;
  expect(bakery).toMatchObject({
    ...{ title: 'Bakery', category: 'Office' },
    categoryReason: 'The file has it under Shopping',
  });
});
