import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
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
      text: 'BAKERY 0042 CENTRAL',
      ruled: [
        { field: 'title', value: 'Bakery', reason: 'rule: bakery' },
        { field: 'category', value: 'Food & Drinks', reason: 'rule: bakery' },
        { field: 'tags', value: ['bread'], reason: 'rule: bakery' },
      ],
    },
    {
      ...{ title: 'WHOLESALE MARKET', text: null, category: null, categoryReason: 'rule: title:wholesale' },
      ruled: [
        { field: 'wallet', value: 'Cash' },
        {
          field: 'parts',
          value: [
            { amount: 10, category: 'Shopping', note: null },
            { amount: 30, category: 'Food & Drinks', note: null },
          ],
        },
      ],
    },
    { title: 'CINEMA', category: 'Shopping', categoryReason: 'The file has it under Shopping', ruled: [] },
  ]);
  // Changes of the rule after the preview are nothing to its commit.
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

test('a rule goes before the file, also where both say the same, and behind what the user says', async () => {
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

describe("Daybook's own export", () => {
  const added = async (user: Caller, name: string) => {
    const { data } = await expectOk(
      user.post<{ category: { _id: string } }>('/ledger/add-category', { name, kind: 'Expense' }),
    );
    return data.category._id;
  };
  const exportOf = async (user: Caller) => await (await user.open('/api/v1/ledger/export')).bytes();
  const said = ({ when, then, stop, isOn }: Rule) => {
    const { categoryId: _, ...own } = then;
    return { when, then: { ...own, split: own.split?.map(({ categoryId: _, ...part }) => part) }, stop, isOn };
  };
  const originsOf = async (user: Caller, title: string) => {
    const { data } = await expectOk(user.get<CallData<'getEntries'>>('/ledger/entries'));
    const id = data.entries.find((entry) => entry.title === title)?._id;
    return (await expectOk(user.get<CallData<'getEntry'>>(`/ledger/entry?id=${id}`))).data.origins;
  };
  const undo = async (user: Caller, changeSetId: string) => {
    const { headers } = await expectOk(user.post('/ledger/undo', { changeSetId }));
    return headers.get('Change-Set') as string;
  };

  /** A user with five rules, of which the first was changed and has filed a row. */
  async function withRules(): Promise<{ user: Caller; rules: Rule[]; file: Uint8Array }> {
    const user = await server.newUser();
    const [bread, buns] = [await added(user, 'Bread'), await added(user, 'Buns')];
    const gone = await ruleAdded(user, 'cinema', { title: 'Gone' });
    const split = [
      { percent: 25, categoryId: buns, note: 'sweet' },
      { rest: true, category: 'Groceries' },
    ];
    const wholesale = await ruleAdded(user, 'wholesale or category:Buns', { split, wallet: 'Cash' });
    const bakery = await ruleAdded(user, 'bakery', { categoryId: bread });
    await expectOk(user.post('/ledger/change-rule', { ruleId: bakery, then: { categoryId: bread, title: 'Bakery' } }));
    await committed(user, (await previewed(user, FILE)).importId);
    await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
    const off = await ruleAdded(user, 'category:Bread account:Savings', { addTags: ['film'] });
    await expectOk(user.post('/ledger/change-rule', { ruleId: off, isOn: false, stop: true }));
    await expectOk(user.post('/ledger/order-rules', { ruleIds: [bakery, off, gone, wholesale] }));
    await expectOk(user.post('/ledger/remove-rule', { ruleId: gone }));
    await expectOk(user.post('/ledger/rename-category', { categoryId: bread, name: 'Loaves' }));
    await expectOk(user.post('/ledger/merge-categories', { from: buns, into: await added(user, 'Rolls') }));
    return { user, rules: await rulesOf(user), file: await exportOf(user) };
  }

  test('brings its rules behind those that are there, and the entries that they filed name them', async () => {
    const { user, rules, file } = await withRules();
    expect(rules.map(said)).toMatchObject([
      { when: 'bakery', then: { category: 'Loaves', title: 'Bakery' }, isOn: true },
      { when: 'category:Loaves account:Savings', stop: true, isOn: false },
      { when: 'wholesale or category:Rolls', then: { split: [{ percent: 25, category: 'Rolls' }, { rest: true }] } },
    ]);
    const another = await server.newUser();
    await added(another, 'Rolls');
    const own = await ruleAdded(another, 'cinema', { title: 'Movie' });
    const before = await rulesOf(another);
    const categories = async () => (await expectOk(another.get('/ledger/categories'))).data;
    const categoriesBefore = await categories();

    const { importId, rules: coming, remarks } = await previewed(another, file);
    expect([coming, remarks]).toEqual([3, []]);
    expect((await committed(another, importId)).imported.rules).toBe(3);
    const found = await rulesOf(another);
    expect(found.map(({ _id }) => _id)).toEqual([own, ...rules.map(({ _id }) => _id)]);
    expect(found.slice(1).map(said)).toEqual(rules.map(said));
    expect(found.slice(1).map(({ version, applied }) => [version, applied])).toEqual([
      [1, 1],
      [1, 0],
      [1, 1],
    ]);
    const byRule = { by: 'rule', ruleId: rules[0]?._id, ruleVersion: 1, changeSetId: importId };
    expect(await originsOf(user, 'Bakery')).toMatchObject({ title: { by: 'rule', ruleVersion: 2 } });
    expect(await originsOf(another, 'Bakery')).toMatchObject({ title: byRule, category: byRule });

    const again = await previewed(another, file);
    expect(again.rules).toBe(0);
    await committed(another, again.importId);
    expect(await rulesOf(another)).toEqual(found);

    await undo(another, again.importId);
    const redo = await undo(another, importId);
    expect(await rulesOf(another)).toEqual(before);
    expect(await categories()).toEqual(categoriesBefore);
    await undo(another, redo);
    expect((await rulesOf(another)).map(({ _id }) => _id)).toEqual(found.map(({ _id }) => _id));
  });

  test('brings back the rules that were removed where it comes from, once, with ids of their own', async () => {
    const { user, rules, file } = await withRules();
    const [bakery, ...others] = rules as [Rule, ...Rule[]];
    await expectOk(user.post('/ledger/remove-rule', { ruleId: bakery._id }));
    const { importId, counts } = await previewed(user, file);
    expect(counts).toMatchObject({ new: 0, known: 3 });
    await committed(user, importId);
    const found = await rulesOf(user);
    expect(found.map(said)).toEqual([...others, bakery].map(said));
    expect(found.at(-1)?._id).not.toBe(bakery._id);
    expect((await previewed(user, file)).rules).toBe(0);
    await undo(user, importId);
    expect((await rulesOf(user)).map(said)).toEqual(others.map(said));
    // Rows that are taken back come anew.
    expect((await previewed(user, file)).rules).toBe(1);
  });
});

test('what an import and its rules did is shown as known at each undo and redo', async () => {
  const user = await server.newUser();
  await ruleAdded(user, 'bakery', { category: 'Food & Drinks', title: 'Bakery' });
  const { importId } = await previewed(user, FILE);
  const { transactionHistory } = await committed(user, importId);
  const { _id } = transactionHistory.find(({ title }) => title === 'Bakery') as Transaction;
  // No undo takes this entry away, and the import that matches it is another one.
  const form = new FormData();
  form.set('file', new File(['Date,Amount,Description\n2026-03-02,-4.20,CARD 77 BAKERY'], 'card.csv'));
  form.set('answers', JSON.stringify({ matches: { '2': _id } }));
  const { data: card } = await expectOk(user.postForm<ImportPreview>('/import/preview', form));
  await committed(user, card.importId);

  const looks = [
    '/ledger/rules?',
    '/ledger/find?q=is:imported&',
    '/ledger/find?q=central&',
    '/ledger/find?q=%22card 77%22&',
    `/transaction/get-transaction?transactionId=${_id}&`,
  ];
  const seen: { revision: number; answers: string[] }[] = [];
  const look = async () => {
    const { revision } = (await expectOk(user.get<CallData<'find'>>('/ledger/find'))).data;
    seen.push({ revision: revision as number, answers: await Promise.all(looks.map((each) => user.getText(each))) });
  };
  await look();
  for (const imported of [card.importId, importId]) {
    for (let undone = imported, times = 0; times < 5; times += 1) {
      const done = await expectOk(user.post('/ledger/undo', { changeSetId: undone }));
      // A redo is the undo of the undo, and the next undo is one of the import again.
      undone = times % 2 === 0 ? (done.headers.get('change-set') as string) : imported;
      await look();
    }
  }
  expect(new Set(seen.map(({ answers }) => answers[1])).size).toBeGreaterThan(2);
  for (const { revision, answers } of seen) {
    const known = await Promise.all(looks.map((each) => user.getText(`${each}known=${revision}`)));
    expect(
      known.map((answer) => JSON.parse(answer.slice(4))),
      `${revision}`,
    ).toEqual(answers.map((answer) => JSON.parse(answer.slice(4))));
  }
});
