import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { finishUnfinished } from '#api/commands/finish-unfinished.ts';
import type { Account } from '#contract/account.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import type { Rule, RulesPreview } from '#contract/rule-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

type WithRule = User & { rule: Rule };
const add = async (user: Caller, when: string, then: object, more: object = {}) =>
  (await expectOk(user.post<WithRule>('/ledger/add-rule', { when, then, ...more }))).data.rule;
const rulesOf = async (user: Caller, known?: string | number) =>
  (await expectOk(user.get<{ rules: Rule[] }>(`/ledger/rules${known === undefined ? '' : `?known=${known}`}`))).data
    .rules;
const preview = async (user: Caller, input: object = {}) =>
  (await expectOk(user.post<RulesPreview>('/ledger/preview-rules', input))).data;
const run = (user: Caller, input: object = {}, key: string = randomUUID()) =>
  user.post<User>('/ledger/run-rules', input, { 'Idempotency-Key': key });
const undo = (user: Caller, changeSetId: string) => user.post<User>('/ledger/undo', { changeSetId });
const changeSetOf = (answer: Answer<unknown>) => answer.headers.get('change-set');
const entriesOf = async (user: Caller) =>
  (await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries?limit=500'))).data.entries;
const originsOf = async (user: Caller, id: string) =>
  (await expectOk(user.get<{ origins: Record<string, { by: string }> }>(`/ledger/entry?id=${id}`))).data.origins;
const refusalOf = async (asked: Promise<Answer<unknown>>) => {
  const { status, problem } = await asked;
  return [status, problem.code, problem.errors ?? null];
};

const isUnfinished = async (user: Caller) => {
  const text = 'SELECT unfinished FROM projections.ledgers WHERE ledger_id = $1';
  return (await server.database.query(text, [user.userId])).rows[0]?.unfinished !== null;
};

const ROWS = [
  '2026-03-02,REWE SAGT DANKE,-30.00',
  '2026-03-03,Bakery Jansen,-4.20',
  '2026-03-04,REWE MARKT,-12.01',
  '2026-03-05,Refund Jansen,4.20',
];

/** A user with four imported entries, and a tea that was typed. */
async function household() {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  // Else the word list files what rules are to file.
  await expectOk(user.post('/users/update-word-list', { usesWordList: false }));
  const form = new FormData();
  form.set('file', new File([['Date,Description,Amount', ...ROWS].join('\n')], 'bank.csv'));
  const { importId } = (await expectOk(user.postForm<ImportPreview>('/import/preview', form))).data;
  await expectOk(user.post('/import/commit', { importId }));
  const tea = { title: 'Rewe tea', amount: 5, date: '2026-03-06', wallet: 'Cash', category: 'Food & Drinks' };
  await expectOk(user.post('/transaction/create-expense', tea));
  const entries = await settled(
    () => entriesOf(user),
    (found) => found.length === 5,
  );
  return { user, entries, ids: new Map(entries.map(({ title, _id }) => [title, _id])) };
}

describe('a rule', () => {
  test('is added, changed, put in order and removed, and shows as it was known', async () => {
    const user = await server.newUser();
    const first = await add(user, 'rewe', { category: 'Groceries', addTags: ['food'] });
    expect(first).toEqual({
      ...{ _id: first._id, version: 1, when: 'rewe', stop: false, isOn: true, applied: 0, last: null },
      then: { category: 'Groceries', categoryId: 'Groceries', addTags: ['food'] },
    });
    const split = [
      { percent: 33.33, category: 'Groceries' },
      { rest: true, category: 'Shopping', note: 'x' },
    ];
    const second = await add(user, 'amount>100', { split }, { position: 1, stop: true });
    expect((await rulesOf(user)).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    const change = { ruleId: first._id, when: 'rewe or edeka', isOn: false };
    const changed = await expectOk(user.post<WithRule>('/ledger/change-rule', change));
    expect(changed.data.rule).toMatchObject({ version: 2, when: 'rewe or edeka', isOn: false, then: first.then });
    expect(changeSetOf(await expectOk(user.post('/ledger/change-rule', change)))).toBeNull();
    await expectOk(user.post('/ledger/order-rules', { ruleIds: [first._id, second._id] }));
    await expectOk(user.post('/ledger/remove-rule', { ruleId: second._id }));
    const now = await settled(
      () => rulesOf(user),
      (found) => found.length === 1,
    );
    expect(now).toEqual([changed.data.rule]);
    expect((await rulesOf(user, 3)).map(({ _id, version }) => [_id, version])).toEqual([
      [first._id, 2],
      [second._id, 1],
    ]);
    expect((await rulesOf(user, 1)).map(({ _id }) => _id)).toEqual([second._id, first._id]);
    await expectOk(undo(user, changeSetOf(changed) as string));
    const undone = await settled(
      () => rulesOf(user),
      ([rule]) => rule?.version === 3,
    );
    expect(undone[0]).toMatchObject({ when: 'rewe', isOn: true });
  });

  test('keeps its accounts by what they are called now', async () => {
    const user = await server.newUser();
    const { accounts } = (await expectOk(user.post<User>('/accounts/open-account', { name: 'Card', kind: 'Other' })))
      .data;
    await add(user, '-account:card rewe', { category: 'Groceries' });
    const [, card] = accounts as Account[];
    await expectOk(user.post('/accounts/rename-account', { accountId: card?._id, name: 'Old card' }));
    const [rule] = await settled(
      () => rulesOf(user),
      ([rule]) => rule?.when !== '-account:card rewe',
    );
    expect(rule?.when).toBe('-account:"Old card" rewe');
    expect((await rulesOf(user, 1))[0]?.when).toBe('-account:card rewe');
  });

  test('is refused where it finds everything, does nothing, or its split is not whole', async () => {
    const user = await server.newUser();
    const then = { category: 'Groceries' };
    const refused = (input: object) => refusalOf(user.post('/ledger/add-rule', input));
    const everything = { when: 'A rule has to say which entries it is about' };
    expect(await refused({ when: '', then })).toEqual([422, 'invalid', everything]);
    expect(await refused({ when: 'amount>0', then })).toEqual([422, 'invalid', everything]);
    expect(await refused({ when: 'color:red', then })).toMatchObject([422, 'invalid', { when: expect.any(String) }]);
    expect(await refused({ when: 'x', then: {} })).toEqual([422, 'invalid', { then: 'Say what the rule does' }]);
    expect(await refused({ when: 'x', then: { title: 'x'.repeat(41) } })).toMatchObject([422, 'invalid', {}]);
    expect(await refused({ when: 'x', then: { category: 'Nowhere' } })).toMatchObject([
      ...[422, 'invalid', { 'then.category': expect.stringContaining('Choose one of') }],
    ]);
    const half = { percent: 50, category: 'Groceries' };
    for (const split of [
      [half],
      [half, { ...half, percent: 49.99 }],
      [half, half, { rest: true, category: 'Other' }],
    ]) {
      expect((await refused({ when: 'x', then: { split } })).slice(0, 2)).toEqual([422, 'invalid']);
    }
    const both = { split: [half, half], category: 'Other' };
    expect((await refused({ when: 'x', then: both })).slice(0, 2)).toEqual([422, 'invalid']);
    const ruleId = randomUUID();
    expect(await refusalOf(user.post('/ledger/change-rule', { ruleId, stop: true }))).toEqual([
      ...[404, 'rule_not_found', null],
    ]);
    expect(await refusalOf(run(user, { ruleIds: [ruleId] }))).toEqual([404, 'rule_not_found', null]);
    expect((await refusalOf(run(user, { rule: { when: 'x', then } }))).slice(0, 2)).toEqual([422, 'invalid']);
    expect(await eventsOf(server, user.userId)).toEqual([]);
  });
});

describe('a run', () => {
  test('does what its preview says, once, and is undone to the books of before', async () => {
    const { user, entries, ids } = await household();
    const title = await add(user, 'rewe', { title: 'Rewe' });
    const groceries = await add(user, 'title:rewe', { category: 'Groceries', addTags: ['food'] });
    const jansen = await add(user, 'jansen', { category: 'Food & Drinks' });
    const seen = await preview(user);
    expect(seen.count).toBe(5);
    expect(seen.kept).toEqual([
      { entry: ids.get('Rewe tea'), field: 'title', reason: 'set by hand' },
      { entry: ids.get('Rewe tea'), field: 'category', reason: 'set by hand' },
    ]);
    expect(seen.changes).toContainEqual({
      ...{ entry: ids.get('REWE MARKT'), title: 'REWE MARKT', field: 'category' },
      ...{ date: '2026-03-04', amount: 12.01 },
      ...{ now: null, then: 'Groceries', ruleId: groceries._id },
    });
    expect(seen.changes.filter(({ field }) => field === 'title').map(({ ruleId }) => ruleId)).toEqual([
      ...[title._id, title._id],
    ]);
    const done = await expectOk(run(user));
    const after = await settled(
      () => entriesOf(user),
      (found) => found.some(({ title }) => title === 'Rewe'),
    );
    expect(changedIn(entries, after)).toEqual(seen.changes.map(({ entry, field }) => `${entry} ${field}`).sort());
    const refund = after.find(({ _id }) => _id === ids.get('Refund Jansen'));
    expect(refund).toMatchObject({ type: 'Income', category: 'Food & Drinks' });
    expect(await originsOf(user, ids.get('REWE MARKT') as string)).toMatchObject({
      title: { by: 'rule', ruleId: title._id, ruleVersion: 1, changeSetId: changeSetOf(done) },
      category: { by: 'rule', ruleId: groceries._id },
    });
    expect((await rulesOf(user)).map(({ applied }) => applied)).toEqual([2, 3, 2]);
    expect((await rulesOf(user))[2]).toMatchObject({ _id: jansen._id, last: expect.stringMatching(/^\d{4}-/) });
    const again = await preview(user);
    expect(again).toMatchObject({ count: 0, changes: [] });
    expect(changeSetOf(await expectOk(run(user)))).toBeNull();

    await expectOk(undo(user, changeSetOf(done) as string));
    const undone = await settled(
      () => entriesOf(user),
      (found) => found.every(({ title }) => title !== 'Rewe'),
    );
    expect(undone).toEqual(entries);
    expect((await rulesOf(user)).map(({ applied, last }) => [applied, last])).toEqual(
      [0, 0, 0].map((none) => [none, null]),
    );
  });

  test('is limited to a query and to rules, also those that are off, and overwrites where that is said', async () => {
    const { user, ids } = await household();
    const rule = await add(user, 'rewe', { category: 'Groceries' });
    await expectOk(user.post('/ledger/change-rule', { ruleId: rule._id, isOn: false }));
    expect((await preview(user)).count).toBe(0);
    expect((await preview(user, { ruleIds: [rule._id], q: 'amount>20' })).changes.map(({ entry }) => entry)).toEqual([
      ids.get('REWE SAGT DANKE'),
    ]);
    expect((await preview(user, { ruleIds: [rule._id], overwrite: true })).count).toBe(3);
    const tried = { rule: { when: 'tea', then: { title: 'Tea', addTags: ['hot'] } } };
    expect(await preview(user, tried)).toMatchObject({
      ...{ count: 1, changes: [{ field: 'tags', now: [], then: ['hot'], ruleId: null }], next: null },
      kept: [{ field: 'title', reason: 'set by hand' }],
    });
  });

  test('is previewed in pages', async () => {
    const { user } = await household();
    await add(user, 'rewe or jansen', { category: 'Groceries', addTags: ['x'], note: 'y' });
    const whole = await preview(user);
    const pages: RulesPreview['changes'] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page: RulesPreview = await preview(user, { limit: 2, ...(before && { before }) });
      expect([page.count, page.changes.length]).toEqual([whole.count, Math.min(2, page.changes.length)]);
      pages.push(...page.changes);
      before = page.next;
    }
    expect(pages).toEqual(whole.changes);
  });

  test('splits, and leaves what does not come to the whole', async () => {
    const { user, ids } = await household();
    const split = [
      { amount: 10, category: 'Shopping' },
      { percent: 50, category: 'Other' },
      { rest: true, category: 'Groceries' },
    ];
    await add(user, 'rewe is:imported', { split });
    expect(await preview(user)).toMatchObject({
      count: 1,
      changes: [
        {
          ...{ entry: ids.get('REWE SAGT DANKE'), field: 'parts', now: null },
          then: [
            { amount: 10, category: 'Shopping', note: null },
            { amount: 15, category: 'Other', note: null },
            { amount: 5, category: 'Groceries', note: null },
          ],
        },
      ],
      kept: [{ entry: ids.get('REWE MARKT'), field: 'parts' }],
    });
    await expectOk(run(user));
    const found = await settled(
      () => entriesOf(user),
      (entries) => entries.some((entry) => entry.parts !== null),
    );
    expect(found.find(({ _id }) => _id === ids.get('REWE SAGT DANKE'))?.parts).toHaveLength(3);
  });

  test('that is cut off is finished, and a repeated one does nothing', async () => {
    const { user } = await household();
    await add(user, 'rewe or jansen', { addTags: ['food'] });
    const { log } = server.services;
    const { append } = log;
    let appends = 0;
    log.append = async (ledgerId, after, events) => {
      appends += 1;
      const revision = await append(ledgerId, after, events.slice(0, 2));
      throw new LogUnavailable(`cut off behind ${revision}`);
    };
    const key = randomUUID();
    try {
      expect((await run(user, {}, key)).status).toBe(503);
    } finally {
      log.append = append;
    }
    expect(appends).toBe(1);
    await settled(() => isUnfinished(user), Boolean);
    await finishUnfinished(server.services);
    const types = (await eventsOf(server, user.userId)).map(({ type }) => type);
    expect(types.filter((type) => type === 'TransactionChanged')).toHaveLength(5);
    await expectOk(run(user, {}, key));
    expect((await eventsOf(server, user.userId)).map(({ type }) => type)).toEqual(types);
    const [rule] = await settled(
      () => rulesOf(user),
      ([rule]) => rule?.applied === 5,
    );
    expect(rule?.applied).toBe(5);
  });
});

test('a rule that is removed takes back what it did and nobody touched since, in one change-set', async () => {
  const { user, entries, ids } = await household();
  const rule = await add(user, 'rewe', { title: 'Rewe', category: 'Groceries' });
  await expectOk(run(user));
  const markt = ids.get('REWE MARKT') as string;
  await expectOk(user.post('/transaction/update-transaction', { transactionId: markt, category: 'Shopping' }));
  const removed = await expectOk(user.post('/ledger/remove-rule', { ruleId: rule._id, takeBack: true }));
  const after = await settled(
    () => entriesOf(user),
    (found) => found.every(({ title }) => title !== 'Rewe'),
  );
  expect(changedIn(entries, after)).toEqual([`${markt} category`]);
  expect(await originsOf(user, ids.get('REWE SAGT DANKE') as string)).toMatchObject({ title: { by: 'import' } });
  expect(await rulesOf(user)).toEqual([]);
  await expectOk(undo(user, changeSetOf(removed) as string));
  const back = await settled(
    () => entriesOf(user),
    (found) => found.some(({ title }) => title === 'Rewe'),
  );
  expect(back.filter(({ title }) => title === 'Rewe')).toHaveLength(2);
  expect((await rulesOf(user)).map(({ _id, applied }) => [_id, applied])).toEqual([[rule._id, 2]]);
});

test('a rule says of a category that an undo has removed that it is gone', async () => {
  const { user } = await household();
  const added = await expectOk(user.post('/ledger/add-category', { name: 'Bakery', kind: 'Expense' }));
  await add(user, 'rewe', { category: 'Bakery' });
  await expectOk(undo(user, changeSetOf(added) as string));
  const [rule] = await rulesOf(user);
  expect(rule?.then.category).toBe('A category that is gone');
});

describe('a line', () => {
  type Answered = { category: string | null; from: { category: string | null }; tags: string[] };
  const read = async (user: Caller, text: string) =>
    (await expectOk(user.post<Answered>('/ledger/read-line', { text }))).data;

  test('is filed by rules, behind what it says and before what the past proposes', async () => {
    const { user } = await household();
    const rule = await add(user, 'rewe', { category: 'Groceries', addTags: ['food'] });
    expect(await read(user, 'Rewe tea 5')).toMatchObject({
      ...{ category: 'Groceries', from: { category: 'rule' }, tags: ['food'] },
    });
    expect(await read(user, 'Rewe 5 #Shopping')).toMatchObject({ category: 'Shopping', from: { category: 'line' } });
    const entered = await expectOk(user.post<User & { entry: Entry }>('/ledger/enter', { text: 'Rewe 5' }));
    expect(entered.data.entry).toMatchObject({ category: 'Groceries', tags: ['food'] });
    expect(await originsOf(user, entered.data.entry._id)).toMatchObject({
      ...{ category: { by: 'rule', ruleId: rule._id, ruleVersion: 1 }, title: { by: 'hand' } },
    });
    expect((await rulesOf(user))[0]?.applied).toBe(1);
  });

  test('is split by a rule', async () => {
    const user = await server.newUser();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
    await add(user, 'rent', {
      split: [
        { percent: 50, category: 'Work' },
        { rest: true, category: 'Bills & Fees' },
      ],
    });
    const entered = await expectOk(user.post<User & { entry: Entry }>('/ledger/enter', { text: 'Rent 9.99' }));
    expect(entered.data.entry).toMatchObject({
      ...{
        category: null,
        parts: [
          { amount: 5, category: 'Work' },
          { amount: 4.99, category: 'Bills & Fees' },
        ],
      },
    });
  });
});

test('a rule shows its category as it is called, and one that is archived changes nothing', async () => {
  const { user, ids } = await household();
  type Own = User & { category: { _id: string } };
  const own = async (name: string) =>
    (await expectOk(user.post<Own>('/ledger/add-category', { name, kind: 'Expense' }))).data.category._id;
  const [food, more] = [await own('Food'), await own('Supermarket')];
  await add(user, 'rewe or category:food', { category: 'Food', addTags: ['food'] });
  await expectOk(user.post('/ledger/rename-category', { categoryId: food, name: 'At home' }));
  const shown = async (name: string) =>
    await settled(
      () => rulesOf(user),
      ([rule]) => rule?.then.category === name,
    );
  expect(await shown('At home')).toMatchObject([
    { when: 'rewe or category:"At home"', then: { category: 'At home', categoryId: food } },
  ]);
  await expectOk(user.post('/ledger/merge-categories', { from: food, into: more }));
  expect(await shown('Supermarket')).toMatchObject([
    { when: 'rewe or category:Supermarket', then: { categoryId: more } },
  ]);
  await expectOk(user.post('/ledger/archive-category', { categoryId: more }));
  const kept = await settled(
    () => preview(user),
    ({ count }) => count === 0,
  );
  expect(kept.kept).toContainEqual({
    ...{ entry: ids.get('REWE MARKT'), field: 'category', reason: 'the category is archived' },
  });
});

/** The fields that differ between two lists of the same entries. */
function changedIn(before: readonly Entry[], after: readonly Entry[]): string[] {
  const others = new Map(after.map((entry) => [entry._id, entry]));
  return before
    .flatMap((entry) => {
      const other = others.get(entry._id) as Entry;
      const fields = ['title', 'category', 'wallet', 'parts', 'note', 'tags'] as (keyof Entry)[];
      return fields.flatMap((field) =>
        JSON.stringify(entry[field]) === JSON.stringify(other[field]) ? [] : [`${entry._id} ${field}`],
      );
    })
    .sort();
}
