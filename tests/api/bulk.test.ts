import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { finishUnfinished } from '#api/commands/finish-unfinished.ts';
import { finishDeletions } from '#api/identity/deletion.ts';
import type { Account } from '#contract/account.ts';
import type { BulkPreview } from '#contract/bulk-calls.ts';
import type { ChangeSet, ChangeSetPage, UndoPreview } from '#contract/ledger-calls.ts';
import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import { encode } from '#ledger/log/codec.ts';
import { deposited, units } from '#ledger/testing/scenario.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer, withoutThreads } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

const preview = async (user: Caller, input: object) =>
  (await expectOk(user.post<BulkPreview>('/ledger/preview-bulk', input))).data;
const bulk = (user: Caller, input: object, key: string = randomUUID()) =>
  user.post<User>('/ledger/bulk', input, { 'Idempotency-Key': key });
const undo = (user: Caller, changeSetId: string, resolve?: object, key: string = randomUUID()) =>
  user.post<User>('/ledger/undo', { changeSetId, ...(resolve && { resolve }) }, { 'Idempotency-Key': key });
const refusalOf = async (asked: Promise<Answer<unknown>>) => {
  const { status, problem } = await asked;
  return [status, problem.code];
};
const entriesOf = async (user: Caller, q = '') =>
  (await expectOk(user.get<{ entries: Entry[] }>(`/ledger/entries?limit=500&q=${encodeURIComponent(q)}`))).data.entries;
const titlesOf = async (user: Caller) => (await entriesOf(user)).map(({ title }) => title);
const typesOf = async (user: Caller) => (await eventsOf(server, user.userId)).map(({ type }) => type);
const byTitle = (entries: readonly Entry[]) => new Map(entries.map((entry) => [entry.title, entry]));

/**
 * A user with a coffee of 10 in cash, a tea of 20 and a split market of 30 by bank, a salary of 500, and a transfer of
 * 40 to a card; newest first. `ids` has theirs by title.
 */
async function household() {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 100 }));
  const opening = { name: 'Card', kind: 'Credit card' };
  const { accounts } = (await expectOk(user.post<User>('/accounts/open-account', opening))).data;
  const [everyday, card] = accounts as [Account, Account];
  const coffee = { title: 'Coffee', amount: 10, date: '2026-11-01', wallet: 'Cash', tags: ['Café', 'small'] };
  await expectOk(user.post('/transaction/create-expense', coffee));
  const tea = { title: 'Tea', amount: 20, date: '2026-11-02', wallet: 'Bank', category: 'Groceries' };
  await expectOk(user.post('/transaction/create-expense', tea));
  const parts = [
    { amount: 10, category: 'Groceries' },
    { amount: 20, category: 'Other' },
  ];
  const market = { title: 'Market', amount: 30, date: '2026-11-03', wallet: 'Bank', parts };
  await expectOk(user.post('/transaction/create-expense', market));
  await expectOk(user.post('/transaction/create-income', { title: 'Salary', amount: 500, date: '2026-11-04' }));
  const moved = { from: everyday._id, to: card._id, amount: 40, date: '2026-11-05', title: 'Moved' };
  await expectOk(user.post('/transfer/create-transfer', moved));
  const entries = await settled(
    () => entriesOf(user),
    (found) => found.length === 5,
  );
  const ids = Object.fromEntries(entries.map(({ title, _id }) => [title, _id])) as Record<string, string>;
  return { user, everyday, card, entries, ids };
}

describe('a preview', () => {
  test('says of all that is selected what would change, what would not, and what is left as it is, and why', async () => {
    const { user, ids } = await household();
    const change = { category: 'Groceries', title: 'Food' };
    const seen = await preview(user, { select: { q: '' }, change });
    expect(seen).toEqual({
      ...{ count: 5, changed: 3, unchanged: 0, skippedCount: 2 },
      skipped: [
        {
          _id: ids.Moved,
          title: 'Moved',
          reason: 'Only a transfer from or to an account beside the budget has a category',
        },
        { _id: ids.Market, title: 'Market', reason: 'The categories of a split are those of its parts' },
      ],
      before: { in: 500, out: 60, net: 440 },
      after: { in: 500, out: 60, net: 440 },
      categories: [
        { category: 'Salary', count: 1, amount: 500 },
        { category: 'Groceries', count: 1, amount: 20 },
        { category: null, count: 1, amount: 10 },
      ],
      revision: 6,
    });
    expect(await titlesOf(user)).toEqual(['Moved', 'Salary', 'Market', 'Tea', 'Coffee']);
    expect(await preview(user, { select: { q: 'tea' }, change: { category: 'Groceries' } })).toMatchObject({
      ...{ count: 1, changed: 0, unchanged: 1, skippedCount: 0, skipped: [] },
      before: { in: 0, out: 20, net: -20 },
    });
  });

  test('has the totals of all that is selected, less what is deleted', async () => {
    const { user, card, ids } = await household();
    const seen = await preview(user, { select: { q: 'category:Groceries or type:income' }, delete: true });
    // Of the split all of it counts.
    expect(seen).toMatchObject({
      ...{ count: 3, changed: 3, before: { in: 500, out: 50, net: 450 }, after: { in: 0, out: 0, net: 0 } },
    });
    // Money of the account can't be moved any more once it is closed.
    const back = { from: card._id, to: (await user.user()).accounts[0]?._id, amount: 40 };
    await expectOk(user.post('/transfer/create-transfer', back));
    await expectOk(user.post('/accounts/close-account', { accountId: card._id }));
    expect(await preview(user, { select: { ids: [ids.Moved, ids.Tea] }, delete: true })).toMatchObject({
      ...{ count: 2, changed: 1, skippedCount: 1 },
      skipped: [{ _id: ids.Moved, title: 'Moved', reason: 'This account is closed' }],
      ...{ before: { in: 0, out: 20, net: -20 }, after: { in: 0, out: 0, net: 0 } },
    });
    expect(await preview(user, { select: { ids: [ids.Tea] }, change: { accountId: card._id } })).toMatchObject({
      changed: 0,
      skipped: [{ reason: 'This account is closed' }],
      after: { out: 20 },
    });
  });

  test('of an empty ledger selects nothing, at no revision', async () => {
    const user = await server.newUser();
    const none = { in: 0, out: 0, net: 0 };
    const asked = { select: { q: '' }, delete: true };
    expect(await preview(user, asked)).toEqual({
      ...{
        count: 0,
        changed: 0,
        unchanged: 0,
        skipped: [],
        skippedCount: 0,
        before: none,
        after: none,
        revision: null,
      },
    });
    const { headers } = await expectOk(bulk(user, { ...asked, revision: null }));
    expect(headers.get('Change-Set')).toBeNull();
    expect(await typesOf(user)).toEqual([]);
  });

  test('names the first 500 of those that are left as they are', async () => {
    const user = await server.newUser();
    await append(user, 1_100, 'Income');
    const seen = await preview(user, { select: { q: '' }, change: { wallet: 'Bank' } });
    expect(seen).toMatchObject({ count: 1_100, changed: 0, skippedCount: 1_100 });
    expect(seen.skipped).toHaveLength(500);
    expect(seen.skipped[0]).toMatchObject({ title: 'Entry 1099', reason: 'An income has no wallet' });
  });
});

describe('a bulk', () => {
  test('changes entries as one change-set, which History names with its entries', async () => {
    const { user, everyday, ids } = await household();
    const change = { date: '2026-10-01', note: 'two\r\nlines', addTags: ['cafe', 'new'], removeTags: ['SMALL'] };
    const { data, headers } = await expectOk(bulk(user, { select: { q: '' }, change }, 'sorted'));
    expect(headers.get('Change-Set')).toBe('sorted');
    expect(data).toMatchObject({ currentBalance: 540, transactionCount: 4 });
    const entries = await entriesOf(user);
    expect(entries.map(({ date, note }) => [date, note])).toEqual(entries.map(() => ['2026-10-01', 'two\nlines']));
    const shown = byTitle(entries);
    expect(shown.get('Coffee')?.tags).toEqual(['Café', 'new']);
    expect(shown.get('Moved')?.tags).toEqual(['cafe', 'new']);
    expect((await eventsOf(server, user.userId)).slice(7).map(({ type }) => type)).toEqual([
      ...['BulkBegun', 'TransferChanged', 'TransactionChanged', 'TransactionChanged'],
      ...['TransactionChanged', 'TransactionChanged'],
    ]);
    const { changeSets } = (await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets?kind=bulk')))
      .data;
    expect(changeSets).toMatchObject([
      { _id: 'sorted', kind: 'bulk', summary: '5 entries changed', count: 6, undoes: null, undoneBy: null },
    ]);
    const page = (await expectOk(user.get<ChangeSetPage>('/ledger/change-set?id=sorted'))).data;
    expect(page.changes.filter(({ entry }) => entry === ids.Tea)).toEqual([
      { entry: ids.Tea, field: 'date', before: '2026-11-02', after: '2026-10-01' },
      { entry: ids.Tea, field: 'note', before: null, after: 'two\nlines' },
      { entry: ids.Tea, field: 'tags', before: null, after: ['cafe', 'new'] },
    ]);
    const { entries: told } = (await expectOk(user.get<{ entries: { words: string }[] }>('/ledger/history'))).data;
    expect(told.map(({ words }) => words)).toContain('5 entries changed');
    expect(await entriesOf(user, 'is:edited #new')).toHaveLength(5);
    const known = await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries?known=6'));
    expect(known.data.entries.map(({ date }) => date.slice(0, 7))).toEqual(Array(5).fill('2026-11'));
    expect(everyday.balance).toBe(100);
  });

  test('gives a category, a wallet, an account and a title, each where the rules let it', async () => {
    const { user, card, ids } = await household();
    const select = { ids: [ids.Coffee, ids.Tea, ids.Tea, ids.Market] };
    const change = { title: 'Lunch', category: 'Food & Drinks', wallet: 'Debit card', accountId: card._id };
    await expectOk(bulk(user, { select, change }));
    const entries = await entriesOf(user);
    expect(entries.map(({ title, category, wallet, account }) => [title, category, wallet, account])).toEqual([
      ['Moved', null, null, expect.any(String)],
      ['Salary', 'Salary', null, expect.any(String)],
      ['Market', null, 'Bank', expect.any(String)],
      ['Lunch', 'Food & Drinks', 'Debit card', card._id],
      ['Lunch', 'Food & Drinks', 'Debit card', card._id],
    ]);
    expect((await user.user()).accounts.map(({ balance }) => balance)).toEqual([530, 10]);
    await expectOk(bulk(user, { select: { q: 'title:Lunch' }, change: { category: null } }));
    expect((await entriesOf(user, 'lunch')).map(({ category }) => category)).toEqual([null, null]);
  });

  test('spends cash as far as it goes', async () => {
    const { user, card, ids } = await household();
    // 40 are in the card: 30 and then not 20, since the newest is first.
    const change = { accountId: card._id, wallet: 'Cash' };
    const asked = { select: { ids: [ids.Tea, ids.Market] }, change };
    expect(await preview(user, asked)).toMatchObject({
      ...{ changed: 1, skippedCount: 1 },
      skipped: [{ title: 'Tea', reason: "You don't have enough balance to make this transaction" }],
    });
    await expectOk(bulk(user, asked));
    expect((await user.user()).accounts.map(({ balance }) => balance)).toEqual([530, 10]);
  });

  test('deletes entries, but for those that are named', async () => {
    const { user, ids } = await household();
    const select = { q: '', except: [ids.Salary, ids.Moved] };
    const { data } = await expectOk(bulk(user, { select, delete: true }));
    expect(data).toMatchObject({ currentBalance: 600, transactionCount: 1 });
    expect(await titlesOf(user)).toEqual(['Moved', 'Salary']);
    const { summary } = (await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets?limit=1'))).data
      .changeSets[0] as ChangeSet;
    expect(summary).toBe('3 entries deleted');
    await expectOk(bulk(user, { select: { ids: [ids.Salary, ids.Moved], except: [ids.Moved] }, delete: true }));
    expect(await titlesOf(user)).toEqual(['Moved']);
  });

  test('that changes nothing succeeds without a change-set', async () => {
    const { user, ids } = await household();
    const before = await typesOf(user);
    for (const asked of [
      { select: { ids: [ids.Tea] }, change: { title: 'Tea' } },
      { select: { ids: [] }, delete: true },
      { select: { q: 'nothing at all' }, delete: true },
      { select: { ids: [ids.Moved] }, change: { category: 'Groceries' } },
      { select: { ids: [ids.Coffee] }, change: { addTags: ['CAFE'], removeTags: ['other'] } },
    ]) {
      const { headers, data } = await expectOk(bulk(user, asked));
      expect([headers.get('Change-Set'), data.transactionCount]).toEqual([null, 4]);
    }
    expect(await typesOf(user)).toEqual(before);
  });

  test('is refused where an id is not the user’s, and nothing is done', async () => {
    const { user, ids } = await household();
    const other = await household();
    const before = await typesOf(user);
    for (const select of [
      { ids: [ids.Tea, other.ids.Tea] },
      { ids: [ids.Tea, randomUUID()] },
      { q: '', except: [randomUUID()] },
    ]) {
      for (const path of ['/ledger/bulk', '/ledger/preview-bulk']) {
        expect(await refusalOf(user.post(path, { select, delete: true }))).toEqual([404, 'entry_not_found']);
      }
    }
    const change = { accountId: other.card._id };
    for (const path of ['/ledger/bulk', '/ledger/preview-bulk']) {
      const asked = { select: { ids: [ids.Tea] }, change };
      expect(await refusalOf(user.post(path, asked))).toEqual([404, 'account_not_found']);
    }
    expect(await typesOf(user)).toEqual(before);
  });

  const all = { select: { q: '' } };
  test.each([
    ['no selection', { delete: true }, 'select'],
    ['both selections', { select: { q: '', ids: [] }, delete: true }, 'select'],
    ['neither selection', { select: { except: [] }, delete: true }, 'select'],
    ['an unknown way to select', { select: { q: '', all: true }, delete: true }, 'all'],
    ['no change', all, 'change'],
    ['a change and a deletion', { ...all, change: { title: 'Tea' }, delete: true }, 'change'],
    ['a change of nothing', { ...all, change: {} }, 'change'],
    ['no tags', { ...all, change: { addTags: [] } }, 'change'],
    ['no deletion', { ...all, delete: false }, 'delete'],
    ['an empty title', { ...all, change: { title: ' ' } }, 'change'],
    ['a day that there is not', { ...all, change: { date: '2026-02-30' } }, 'change'],
    ['a tag that is none', { ...all, change: { addTags: ['a b'] } }, 'change'],
    ['a field that it has not', { ...all, change: { title: 'Tea', amount: 5 } }, 'amount'],
    ['a revision that is none', { ...all, delete: true, revision: 1.5 }, 'revision'],
    ['too many ids', { select: { ids: Array.from({ length: 10_001 }, () => randomUUID()) }, delete: true }, 'select'],
    ['a query that is not understood', { select: { q: 'a (b' }, delete: true }, 'q'],
  ])('of %s is refused', async (_, input, field) => {
    const user = await server.newUser();
    for (const path of ['/ledger/bulk', '/ledger/preview-bulk']) {
      const { status, problem } = await user.post(path, input);
      expect([status, problem.code, Object.keys(problem.errors ?? {})]).toEqual([422, 'invalid', [field]]);
      expect(problem.errors?.[field]).not.toContain('Invalid input');
      if (field === 'q') expect(problem).toMatchObject({ at: 2 });
    }
  });

  test('takes a body of up to 1 MiB', async () => {
    const user = await server.newUser();
    const ids = Array.from({ length: 10_000 }, () => randomUUID());
    const asked = { select: { ids, except: ids }, delete: true };
    expect(await refusalOf(bulk(user, asked))).toEqual([404, 'entry_not_found']);
    expect(await refusalOf(bulk(user, { ...asked, change: { note: 'x'.repeat(400_000) } }))).toEqual([
      413,
      'too_large',
    ]);
  });

  test('of a revision is refused once anything has changed since, and done otherwise', async () => {
    const { user, ids } = await household();
    const asked = { select: { ids: [ids.Tea] }, change: { title: 'Green tea' } };
    const { revision } = await preview(user, asked);
    await expectOk(user.post('/users/add-income-and-expense', { income: 5, expense: 5 }));
    for (const path of ['/ledger/bulk', '/ledger/preview-bulk']) {
      expect(await refusalOf(user.post(path, { ...asked, revision }))).toEqual([409, 'changed_meanwhile']);
    }
    const { revision: later } = await preview(user, asked);
    expect(later).toBe((revision ?? 0) + 1);
    const { headers } = await expectOk(bulk(user, { ...asked, revision: later }));
    expect(headers.get('Change-Set')).not.toBeNull();
  });

  test('with a repeated key is answered as before, and refused with another input', async () => {
    const { user, ids } = await household();
    const asked = { select: { ids: [ids.Tea, ids.Coffee] }, delete: true, revision: 6 };
    const first = await expectOk(bulk(user, asked, 'once'));
    const again = await expectOk(bulk(user, asked, 'once'));
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('Change-Set')).toBe('once');
    expect(await refusalOf(bulk(user, { ...asked, select: { q: '' } }, 'once'))).toEqual([
      409,
      'idempotency_key_reused',
    ]);
    expect((await typesOf(user)).filter((type) => type === 'BulkBegun')).toHaveLength(1);
    const all = await Promise.all(
      Array.from({ length: 6 }, () => bulk(user, { select: { q: '' }, delete: true }, 'six')),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect((await typesOf(user)).filter((type) => type === 'BulkBegun')).toHaveLength(2);
  });

  test('that another process overtakes selects again, or is refused where it has seen a revision', async () => {
    for (const revision of [undefined, 6]) {
      const { user, ids } = await household();
      const elsewhere = (await server.visitorElsewhere()).origin;
      const { log } = server.services;
      const { append } = log;
      log.append = async (...args) => {
        log.append = append;
        const edit = { transactionId: ids.Tea, title: 'Cake' };
        await expectOk(user.copy(elsewhere).post('/transaction/update-transaction', edit));
        return await append.apply(log, args);
      };
      const answer = await bulk(user, {
        select: { q: 'title:tea or title:coffee' },
        change: { note: 'hot' },
        revision,
      });
      if (revision === undefined)
        expect([answer.status, answer.headers.get('Change-Set')]).toEqual([200, expect.any(String)]);
      else expect([answer.status, answer.problem.code]).toEqual([409, 'changed_meanwhile']);
      const noted = (await entriesOf(user, 'has:note')).map(({ title }) => title);
      expect(noted).toEqual(revision === undefined ? ['Coffee'] : []);
    }
  });

  test('at once with other commands is decided on what they leave', async () => {
    const { user } = await household();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? bulk(user, { select: { q: 'type:expense' }, change: { title: `Title ${at}` } })
          : user.post('/transaction/create-expense', { title: 'New', amount: 1, date: '2026-11-01', wallet: 'Bank' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const titles = new Set((await entriesOf(user, 'type:expense -title:New')).map(({ title }) => title));
    expect(titles.size).toBe(1);
    expect((await server.database.query('SELECT FROM bulk.plans WHERE ledger_id = $1', [user.userId])).rowCount).toBe(
      0,
    );
  });
});

describe('the undo of a bulk', () => {
  test('takes back all of it, and its undo does it again', async () => {
    const { user, entries, ids } = await household();
    const before = entries.map(({ changedAt: _, ...entry }) => entry);
    const now = async () => (await entriesOf(user)).map(({ changedAt: _, ...entry }) => entry);
    const change = { title: 'Same', addTags: ['x'], note: 'n', date: '2026-01-01' };
    await expectOk(bulk(user, { select: { q: '' }, change }, 'bulk'));
    const changed = await now();
    await expectOk(undo(user, 'bulk', undefined, 'back'));
    expect(await now()).toEqual(before);
    expect((await entriesOf(user)).every(({ changedAt }) => changedAt === null)).toBe(true);
    await expectOk(undo(user, 'back'));
    expect(await now()).toEqual(changed);
    await expectOk(bulk(user, { select: { ids: [ids.Tea, ids.Moved] }, delete: true }, 'gone'));
    await expectOk(undo(user, 'gone'));
    expect(await now()).toEqual(changed);
    const { changeSets } = (await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets?limit=4'))).data;
    expect(changeSets.map(({ summary }) => summary)).toEqual([
      'Undone: 2 entries deleted',
      '2 entries deleted',
      'Redone: 5 entries changed',
      'Undone: 5 entries changed',
    ]);
  });

  test('names what was changed since, and leaves or takes that as it is told', async () => {
    const { user, ids } = await household();
    await expectOk(
      bulk(user, { select: { q: 'type:expense' }, change: { title: 'Same', wallet: 'Debit card' } }, 'bulk'),
    );
    const edit = { transactionId: ids.Tea, title: 'Later' };
    await expectOk(user.post('/transaction/update-transaction', edit, { 'Idempotency-Key': 'later' }));
    const seen = (await expectOk(user.post<UndoPreview>('/ledger/preview-undo', { changeSetId: 'bulk' }))).data;
    const conflict = { changeSetId: 'later', entry: ids.Tea, field: 'title', now: 'Later', then: 'Tea' };
    expect(seen).toMatchObject({ possible: true, count: 5, conflicts: [conflict] });
    const refused = await undo(user, 'bulk');
    expect([refused.problem.code, refused.problem]).toMatchObject(['undo_conflicts', { conflicts: [conflict] }]);
    await expectOk(undo(user, 'bulk', { [seen.conflicts[0]?._id ?? '']: 'now' }));
    const shown = await entriesOf(user, 'type:expense');
    expect(shown.map(({ title, wallet }) => [title, wallet])).toEqual([
      ['Market', 'Bank'],
      ['Later', 'Bank'],
      ['Coffee', 'Cash'],
    ]);
  });
});

/** Appends a deposit and a number of expenses or incomes of 1 as one change-set, and waits until they are visible. */
async function append(user: Caller, count: number, type: 'Expense' | 'Income' = 'Expense'): Promise<void> {
  const recordedAt = '2026-11-20T18:30:00.000Z';
  const stored = (commandId: string, event: Parameters<typeof encode>[0]) => ({
    id: randomUUID(),
    ...encode(event, { commandId, inputHash: 'hash', recordedAt }),
  });
  await server.log.append(user.userId, -1n, [stored('deposit', deposited(5_000))]);
  for (let from = 0; from < count; from += 1_000) {
    const entries = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      const fields = { transactionId: randomUUID(), title: `Entry ${from + at}`, amount: units(1), date: '2026-11-20' };
      return type === 'Income'
        ? stored('many', { type: 'IncomeRecorded', data: { ...fields, category: 'Salary' } })
        : stored('many', { type: 'ExpenseRecorded', data: { ...fields, wallet: 'Bank' } });
    });
    await server.log.append(user.userId, BigInt(from), entries);
  }
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === count,
    90_000,
  );
}

test('what a slow database takes longer to find than a search may is found by the preview and the bulk', async () => {
  const { user } = await household();
  const asked = { select: { q: 'coffee' }, change: { category: 'Food & Drinks' } };
  const holder = await server.database.connect();
  const whileLocked = async <Found>(work: () => Promise<Found>) => {
    await holder.query('BEGIN; LOCK TABLE projections.bank_texts IN ACCESS EXCLUSIVE MODE');
    const [found] = await Promise.all([work(), pause(1_000).finally(() => holder.query('ROLLBACK'))]);
    return found;
  };
  try {
    expect(await whileLocked(() => preview(user, asked))).toMatchObject({ count: 1, changed: 1 });
    await expectOk(whileLocked(() => bulk(user, asked)));
  } finally {
    holder.release();
  }
  expect((await entriesOf(user, 'coffee'))[0]).toMatchObject({ category: 'Food & Drinks' });
});

describe('a large bulk', () => {
  /** Takes several appends. */
  const COUNT = 2_000;
  const change = { title: 'Sorted', category: 'Groceries', addTags: ['sorted'] };
  const asked = { select: { q: 'entry' }, change };

  /** A user with many expenses. */
  async function withMany(): Promise<Caller> {
    const user = await server.newUser();
    await append(user, COUNT);
    return user;
  }

  /** Sends a bulk, and stops after the first append. */
  async function cutOff(user: Caller): Promise<void> {
    const { log } = server.services;
    const { append } = log;
    let appends = 0;
    log.append = async (...args) => {
      appends += 1;
      if (appends === 2) throw new LogUnavailable('The process stopped here.');
      return await append(...args);
    };
    const { status } = await withoutThreads(server, () => bulk(user, asked, 'bulk'));
    log.append = append;
    expect(status).toBe(503);
    const types = await typesOf(user);
    expect(types.filter((type) => type === 'TransactionChanged').length).toBeLessThan(COUNT);
    expect(types.filter((type) => type === 'BulkBegun')).toHaveLength(1);
  }

  const isUnfinished = async (user: Caller) => {
    const text = 'SELECT unfinished FROM projections.ledgers WHERE ledger_id = $1';
    return (await server.database.query(text, [user.userId])).rows[0]?.unfinished !== null;
  };

  /** That each entry is changed once, and nothing is left of the plan. */
  async function expectWhole(user: Caller): Promise<void> {
    const events = await eventsOf(server, user.userId);
    const changed = events.flatMap(({ type, data }) =>
      type === 'TransactionChanged' ? [(data as { transactionId: string }).transactionId] : [],
    );
    expect([changed.length, new Set(changed).size]).toEqual([COUNT, COUNT]);
    await settled(
      () => preview(user, { select: { q: 'title:Sorted category:Groceries #sorted' }, change }),
      ({ count, unchanged }) => count === COUNT && unchanged === COUNT,
      90_000,
    );
    const { rowCount } = await server.database.query('SELECT FROM bulk.plans WHERE ledger_id = $1', [user.userId]);
    expect(rowCount).toBe(0);
  }

  test('that was cut off is finished by the next command, by itself, or when it is sent again, exactly once', async () => {
    for (const next of ['command', 'itself', 'retry', 'another bulk'] as const) {
      const user = await withMany();
      await cutOff(user);
      if (next === 'itself') {
        await settled(() => isUnfinished(user), Boolean, 90_000);
        await finishUnfinished(server.services);
      } else if (next === 'retry') {
        const { headers } = await expectOk(bulk(user, asked, 'bulk'));
        expect(headers.get('Change-Set')).toBe('bulk');
      } else if (next === 'command') {
        await expectOk(user.post('/users/add-income-and-expense', { income: 5, expense: 5 }));
      } else {
        const { headers } = await expectOk(bulk(user, asked, 'another'));
        expect(headers.get('Change-Set')).toBeNull();
      }
      await expectWhole(user);
    }
  });

  test('without its plan is cut short, and what is there can be undone', async () => {
    const user = await withMany();
    await cutOff(user);
    await server.database.query('DELETE FROM bulk.plans WHERE ledger_id = $1', [user.userId]);
    await expectOk(user.post('/users/add-income-and-expense', { income: 5, expense: 5 }));
    const types = await typesOf(user);
    const changed = types.filter((type) => type === 'TransactionChanged').length;
    expect(types.slice(-2)).toEqual(['BulkCutShort', 'MonthlyFiguresSet']);
    await settled(
      () => preview(user, { select: { q: '#sorted' }, change }),
      ({ count }) => count === changed,
      90_000,
    );
    await expectOk(undo(user, 'bulk'));
    await settled(
      () => preview(user, { select: { q: '#sorted' }, change }),
      ({ count }) => count === 0,
      90_000,
    );
  });

  test('is deleted with its user, also while it is unfinished', async () => {
    const user = await withMany();
    await cutOff(user);
    await expectOk(user.post('/users/delete-account', { password: user.password }));
    const plans = 'SELECT FROM bulk.plans WHERE ledger_id = $1';
    await settled(
      async () => {
        await finishDeletions(server.services);
        return (await server.database.query(plans, [user.userId])).rowCount;
      },
      (count) => count === 0,
      30_000,
    );
  });

  test('of 10,000 entries is done and undone, and shows how far it has come', async () => {
    const count = 10_000;
    const user = await server.newUser();
    await append(user, count);
    const { revision, ...seen } = await preview(user, asked);
    expect(seen).toMatchObject({
      count,
      changed: count,
      skippedCount: 0,
      before: { out: count },
      after: { out: count },
    });
    const counts: number[] = [];
    const watching = setInterval(async () => {
      const { status, data } = await user.get<ChangeSetPage>('/ledger/change-set?id=bulk&limit=1');
      if (status === 200) counts.push(data.changeSet.count);
    }, 100);
    // A busy machine may be told to try again shortly.
    const answered = ({ status }: { status: number }) => status !== 503;
    const sent = settled(() => bulk(user, { ...asked, revision }, 'bulk'), answered, 300_000);
    await expectOk(sent.finally(() => clearInterval(watching)));
    const countSorted = async () => (await preview(user, { select: { q: '#sorted' }, change })).count;
    await settled(countSorted, (found) => found === count, 90_000);
    const { data } = await expectOk(user.get<ChangeSetPage>('/ledger/change-set?id=bulk&limit=1'));
    expect(data.changeSet).toMatchObject({ summary: '10,000 entries changed', count: count + 1 });
    expect(counts.some((part) => part < count)).toBe(true);
    await expectOk(undo(user, 'bulk'));
    await settled(countSorted, (found) => found === 0, 90_000);
  });
});
