import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { finishUnfinished } from '#api/commands/finish-unfinished.ts';
import type { Account } from '#contract/account.ts';
import type { Category } from '#contract/category-calls.ts';
import type { ChangeSet, ChangeSetPage, FieldChange, HistoryResponse, UndoPreview } from '#contract/ledger-calls.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import { PROBLEMS } from '#contract/problems.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { LogUnavailable } from '#event-log/errors.ts';
import { encode } from '#ledger/log/codec.ts';
import { deposited, units } from '#ledger/testing/scenario.ts';
import { randomNumbers } from '#platform/random-numbers.ts';
import { type Answer, type Caller, expectOk } from '../support/caller.ts';
import { formOf } from '../support/forms.ts';
import { plainImage } from '../support/images.ts';
import { settled } from '../support/settled.ts';
import { eventsOf, openTestServer, type TestServer, withoutThreads } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

/** Sends a command, which must succeed, and gives its change-set and the user. */
async function done(user: Caller, path: string, input: object, key: string = randomUUID()) {
  const { data, headers } = await expectOk(user.post<User>(path, input, { 'Idempotency-Key': key }));
  expect(headers.get('Change-Set')).toBe(key);
  return { id: key, data };
}

const undo = (user: Caller, changeSetId: string, resolve?: object, key: string = randomUUID()) =>
  user.post<User>('/ledger/undo', { changeSetId, ...(resolve && { resolve }) }, { 'Idempotency-Key': key });
const preview = async (user: Caller, changeSetId: string, page: object = {}) =>
  (await expectOk(user.post<UndoPreview>('/ledger/preview-undo', { changeSetId, ...page }))).data;
const refusalOf = async (asked: Promise<Answer<unknown>>) => {
  const { status, problem } = await asked;
  return [status, problem.code];
};
const conflictsOf = (answer: Answer<unknown>) =>
  (answer.problem as unknown as { conflicts: ConflictDetails[] }).conflicts;
const changeSetsOf = async (user: Caller, query = '') =>
  (await expectOk(user.get<{ changeSets: ChangeSet[]; next: string | null }>(`/ledger/change-sets${query}`))).data;
const changesOf = async (user: Caller, id: string) =>
  (await expectOk(user.get<ChangeSetPage>(`/ledger/change-set?id=${id}`))).data;
const entriesOf = async (user: Caller) =>
  (await expectOk(user.get<{ entries: Entry[] }>('/ledger/entries?limit=500'))).data.entries;

/** The books as the API shows them, but for times of changes. */
async function books(user: Caller) {
  const { currentBalance, accounts, goals, income, expense, hasSetIncomeAndExpense } = await user.user();
  const entries = (await entriesOf(user)).map(({ changedAt: _, ...entry }) => entry);
  return { currentBalance, accounts, goals, income, expense, hasSetIncomeAndExpense, entries };
}

/** A user with 1,000 in Everyday. */
async function withDeposit() {
  const user = await server.newUser();
  const { id } = await done(user, '/users/initial-deposit', { depositAmount: 1_000 }, 'deposit');
  return { user, deposit: id };
}

test('what the undo of an import has kept is undone and redone like what nobody undid', async () => {
  const { user } = await withDeposit();
  const form = new FormData();
  const rows = ['2026-11-02,-4.20,Loaf,Rye', '2026-11-03,-2.10,Roll,Rye'];
  form.set('file', new File([['Date,Amount,Description,Category', ...rows].join('\n')], 'bank.csv'));
  const { data: file } = await expectOk(user.postForm<{ importId: string }>('/import/preview', form));
  const { data } = await expectOk(user.post<User>('/import/commit', { importId: file.importId }));
  const transactionId = data.transactionHistory.find(({ title }) => title === 'Loaf')?._id as string;
  const { categories } = (await expectOk(user.get<{ categories: Category[] }>('/ledger/categories'))).data;
  const categoryId = categories.find(({ name }) => name === 'Rye')?._id;
  await done(user, '/transaction/update-transaction', { transactionId, note: 'dark' });
  const { conflicts } = await preview(user, file.importId);
  const resolve = Object.fromEntries(conflicts.map(({ _id }) => [_id, 'now']));
  const kept = await done(user, '/ledger/undo', { changeSetId: file.importId, resolve });
  expect(kept.data.transactionHistory).toMatchObject([{ title: 'Loaf', category: 'Rye' }]);
  const redo = await done(user, '/ledger/undo', { changeSetId: kept.id });
  await done(user, '/ledger/undo', { changeSetId: redo.id });
  const shown = async () => ({
    ...(await books(user)),
    categories: await user.getText('/ledger/categories'),
  });
  const before = await shown();
  for (const [path, input] of [
    ['/transaction/delete-transaction', { transactionId }],
    ['/transaction/update-transaction', { transactionId, title: 'Tea', category: 'Travel' }],
    ['/ledger/bulk', { select: { ids: [transactionId] }, change: { category: 'Work', addTags: ['a'] } }],
    ['/ledger/rename-category', { categoryId, name: 'Wheat' }],
    ['/ledger/move-category', { categoryId, parent: 'Groceries' }],
    ['/ledger/order-categories', { categoryIds: ['Travel', 'Groceries'] }],
    ['/ledger/archive-category', { categoryId }],
    ['/ledger/merge-categories', { from: categoryId, into: 'Groceries' }],
  ] as const) {
    const { id } = await done(user, path, input);
    const after = await shown();
    expect(after, path).not.toEqual(before);
    const undone = await done(user, '/ledger/undo', { changeSetId: id });
    expect(await shown(), path).toEqual(before);
    const redone = await done(user, '/ledger/undo', { changeSetId: undone.id });
    expect(await shown(), path).toEqual(after);
    await done(user, '/ledger/undo', { changeSetId: redone.id });
    expect(await shown(), path).toEqual(before);
  }
});

test('what an answer has made of an entry comes back with it', async () => {
  const { user } = await withDeposit();
  const expense = { title: 'Shoes', amount: 40, category: 'Groceries', wallet: 'Bank' };
  await done(user, '/transaction/create-expense', expense);
  const [{ _id = '' } = {}] = await entriesOf(user);
  const change = async (category: string) =>
    await done(user, '/transaction/update-transaction', { transactionId: _id, category });
  const { id: first } = await change('Travel');
  await change('Office');
  await change('Travel');
  const refused = await undo(user, first);
  expect(conflictsOf(refused)).toMatchObject([{ now: 'Travel', then: 'Groceries' }]);
  const resolve = Object.fromEntries(conflictsOf(refused).map((conflict) => [conflict._id, 'then']));
  await expectOk(undo(user, first, resolve));
  const before = await entriesOf(user);
  expect(before).toMatchObject([{ category: 'Groceries' }]);
  for (const again of [
    () => done(user, '/transaction/delete-transaction', { transactionId: _id }),
    () => change('Movie'),
  ]) {
    const { id } = await again();
    await expectOk(undo(user, id));
    expect(await entriesOf(user)).toEqual(before);
  }
  expect((await expectOk(user.get('/ledger/verify'))).data).toMatchObject({ intact: true });
});

const tea = { title: 'Tea', amount: 40, category: 'Food & Drinks', date: '2026-11-20', wallet: 'Bank' };

async function withTea() {
  const { user } = await withDeposit();
  const { data } = await done(user, '/transaction/create-expense', tea, 'tea');
  const { _id: transactionId } = data.transactionHistory[0] as Transaction;
  const edit = (input: object, key?: string) =>
    done(user, '/transaction/update-transaction', { transactionId, ...input }, key);
  return { user, transactionId, edit };
}

describe('a change-set', () => {
  test('is named by each command: by its key, or by an id of its own; the same key gives it again', async () => {
    const { user } = await withDeposit();
    const { headers } = await expectOk(user.post('/transaction/create-expense', tea));
    const id = headers.get('Change-Set') ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const again = await expectOk(
      user.post('/users/initial-deposit', { depositAmount: 1_000 }, { 'Idempotency-Key': 'deposit' }),
    );
    expect(again.headers.get('Change-Set')).toBe('deposit');
    const { changeSets, next } = await changeSetsOf(user);
    expect(next).toBeNull();
    expect(changeSets).toEqual([
      {
        ...{ _id: id, recordedAt: expect.any(String), kind: 'create-expense', actor: 'user', summary: 'Expense: Tea' },
        ...{ count: 1, revision: 1, undoes: null, undoneBy: null },
      },
      expect.objectContaining({ _id: 'deposit', kind: 'initial-deposit', summary: 'Initial deposit' }),
    ]);
  });

  test('is not named by reads, previews, refusals, or where there is nothing to do', async () => {
    const { user } = await withDeposit();
    const answers = await Promise.all([
      user.get('/users/get-current-user'),
      user.post('/ledger/preview-undo', { changeSetId: 'deposit' }),
      user.post('/users/initial-deposit', { depositAmount: 5 }),
      user.post('/users/update-account-balance', { newAmount: 1_000 }),
      user.post('/users/update-currency', { newCurrency: '€' }),
    ]);
    expect(answers.map(({ headers }) => headers.get('Change-Set'))).toEqual(answers.map(() => null));
  });

  test('shows each field before and after', async () => {
    const { user, transactionId, edit } = await withTea();
    const { id } = await edit({ title: 'Green tea', amount: 30 });
    expect((await changesOf(user, id)).changes).toEqual([
      { entry: transactionId, field: 'title', before: 'Tea', after: 'Green tea' },
      { entry: transactionId, field: 'amount', before: 40, after: 30 },
    ]);
    const [everyday] = (await user.user()).accounts;
    expect((await changesOf(user, 'tea')).changes).toContainEqual({
      ...{ entry: transactionId, field: 'account', before: null, after: everyday?._id },
    });
    const opened = await done(user, '/accounts/open-account', { name: 'Card', kind: 'Loan', openingBalance: -5.5 });
    const card = opened.data.accounts[1]?._id;
    expect((await changesOf(user, opened.id)).changes).toEqual(
      [
        ['name', 'Card'],
        ['kind', 'Loan'],
        ['isOpen', true],
        ['isBudgeted', false],
        ['balance', -5.5],
      ].map(([field, after]) => ({ entry: card, field, before: null, after })),
    );
    expect((await changesOf(user, 'deposit')).changes).toEqual([
      { entry: everyday?._id, field: 'balance', before: 0, after: 1000 },
    ]);
  });

  test('is listed in pages, by kind and by account', async () => {
    const { user } = await withDeposit();
    const { data } = await done(user, '/accounts/open-account', { name: 'Card', kind: 'Credit card' }, 'open');
    const [everyday, card] = data.accounts as [Account, Account];
    await done(user, '/transfer/create-transfer', { from: everyday._id, to: card._id, amount: 50 }, 'transfer');
    await done(user, '/transaction/create-expense', tea, 'tea');
    await done(user, '/transaction/create-expense', { ...tea, accountId: card._id }, 'by-card');
    const idsOf = ({ changeSets }: { changeSets: ChangeSet[] }) => changeSets.map(({ _id }) => _id);
    expect(idsOf(await changeSetsOf(user))).toEqual(['by-card', 'tea', 'transfer', 'open', 'deposit']);
    expect(idsOf(await changeSetsOf(user, '?kind=create-expense'))).toEqual(['by-card', 'tea']);
    expect(idsOf(await changeSetsOf(user, `?account=${card._id}`))).toEqual(['by-card', 'transfer', 'open']);
    expect(idsOf(await changeSetsOf(user, `?account=${everyday._id}`))).toEqual(['tea', 'transfer', 'deposit']);
    const page = await changeSetsOf(user, '?limit=2');
    expect(idsOf(page)).toEqual(['by-card', 'tea']);
    expect(idsOf(await changeSetsOf(user, `?limit=3&before=${page.next}`))).toEqual(['transfer', 'open', 'deposit']);
    expect((await changeSetsOf(user, '?limit=5')).next).toBeNull();
    expect((await user.get('/ledger/change-sets?kind=party')).status).toBe(422);
  });

  test('of another user, or of none, is not there', async () => {
    const { user } = await withDeposit();
    const other = await server.newUser();
    await done(other, '/users/initial-deposit', { depositAmount: 5 }, 'theirs');
    for (const changeSetId of ['theirs', 'nobody’s']) {
      expect(await refusalOf(undo(user, changeSetId))).toEqual([404, 'change_set_not_found']);
      expect(await refusalOf(user.post('/ledger/preview-undo', { changeSetId }))).toEqual([
        404,
        'change_set_not_found',
      ]);
      expect(await refusalOf(user.get(`/ledger/change-set?id=${encodeURIComponent(changeSetId)}`))).toEqual([
        404,
        'change_set_not_found',
      ]);
    }
  });
});

test('the deletion of a goal has the title that it had then, in both lists and where it is undone', async () => {
  const { user } = await withDeposit();
  const made = await done(user, '/goals/create-goal', { title: 'Holiday', finalAmount: 900 });
  const goalId = made.data.goals[0]?._id ?? '';
  await done(user, '/goals/update-goal', { goalId, title: 'Two weeks away', finalAmount: 900 });
  await done(user, '/goals/add-money-to-goal', { goalId, currentAmount: 10 });
  const deleted = await done(user, '/goals/delete-goal', { goalId });
  const words = 'Goal deleted: Two weeks away';
  const summaries = async () => (await changeSetsOf(user)).changeSets.map(({ summary }) => summary);
  expect((await summaries()).slice(0, 2)).toEqual([words, 'Money saved for Two weeks away']);
  const { entries } = (await expectOk(user.get<HistoryResponse>('/ledger/history'))).data;
  expect(entries.slice(0, 2).map((entry) => entry.words)).toEqual([words, 'Money saved for Two weeks away']);
  await expectOk(undo(user, deleted.id));
  await done(user, '/goals/update-goal', { goalId, title: 'Lisbon', finalAmount: 900 });
  expect((await summaries()).slice(1, 3)).toEqual([`Undone: ${words}`, words]);
});

describe('undo', () => {
  test('removes what was made, and its undo brings it back with its id, its place and its receipt', async () => {
    const { user } = await withDeposit();
    const form = formOf({ ...tea, amount: '40' }, 'receipt', await plainImage(40, 20));
    const created = await expectOk(user.postForm('/transaction/create-expense', form, { 'Idempotency-Key': 'tea' }));
    await done(user, '/transaction/create-expense', { ...tea, title: 'Cake' });
    const before = await books(user);
    const gone = await expectOk(undo(user, 'tea', undefined, 'away'));
    expect(gone.data).toMatchObject({ currentBalance: 960, transactionCount: 1 });
    expect(gone.headers.get('Change-Set')).toBe('away');
    await expectOk(undo(user, 'away', undefined, 'back'));
    expect(await books(user)).toEqual(before);
    const [transaction] = created.data.transactionHistory;
    expect((await user.open(transaction?.receipt as string)).status).toBe(200);
    const { changeSets } = await changeSetsOf(user);
    expect(changeSets.slice(0, 2)).toMatchObject([
      { _id: 'back', kind: 'undo', summary: 'Redone: Expense: Tea', undoes: 'away', undoneBy: null },
      { _id: 'away', kind: 'undo', summary: 'Undone: Expense: Tea', undoes: 'tea', undoneBy: 'back', count: 2 },
    ]);
    expect(changeSets.at(-2)).toMatchObject({ _id: 'tea', undoneBy: null });
  });

  test('brings back a deleted transaction, which the specification’s calls give as before', async () => {
    const { user, transactionId } = await withTea();
    const before = await expectOk(user.get('/transaction/get-transactions'));
    const { id } = await done(user, '/transaction/delete-transaction', { transactionId });
    expect(await preview(user, id)).toEqual({
      ...{ possible: true, reason: null, conflicts: [], count: 1, conflictCount: 0, next: null },
      effects: [
        {
          ...{ entry: transactionId, what: 'restored', field: null, now: null, then: 'Tea' },
          ...{ type: 'Expense', amount: 40, date: '2026-11-20' },
        },
      ],
      change: -40,
    });
    await expectOk(undo(user, id));
    expect((await expectOk(user.get('/transaction/get-transactions'))).data).toEqual(before.data);
  });

  test('changes fields back, those that nobody touched since', async () => {
    const { user, transactionId, edit } = await withTea();
    const first = await edit({ title: 'Green tea', date: '2026-11-18' });
    const later = await edit({ title: 'Black tea' });
    const conflict = {
      ...{ _id: expect.any(String), changeSetId: later.id, entry: transactionId, field: 'title' },
      ...{ now: 'Black tea', then: 'Tea' },
    };
    const seen = await preview(user, first.id);
    expect(seen).toMatchObject({ possible: true, reason: null, conflicts: [conflict] });
    expect(seen.effects).toMatchObject([
      { entry: transactionId, what: 'changed', field: 'date', now: '2026-11-18', then: '2026-11-20' },
    ]);
    const refused = await undo(user, first.id);
    expect([refused.status, refused.problem.code]).toEqual([409, 'undo_conflicts']);
    expect(conflictsOf(refused)).toEqual([conflict]);
    const [{ _id: title }] = conflictsOf(refused) as [ConflictDetails];
    expect(await refusalOf(undo(user, first.id, { other: 'now' }))).toEqual([409, 'undo_conflicts']);
    await expectOk(undo(user, first.id, { [title]: 'now' }));
    expect(await entriesOf(user)).toMatchObject([{ title: 'Black tea', date: '2026-11-20' }]);
  });

  test('takes a touched field back where the answer is then; all answers of now change nothing', async () => {
    const { user, edit } = await withTea();
    const first = await edit({ title: 'Green tea' });
    await edit({ title: 'Black tea' });
    const [{ _id: title }] = (await preview(user, first.id)).conflicts as [ConflictDetails];
    const kept = await expectOk(undo(user, first.id, { [title]: 'now' }));
    expect(kept.headers.get('Change-Set')).toBeNull();
    expect((await changeSetsOf(user)).changeSets.find(({ _id }) => _id === first.id)?.undoneBy).toBeNull();
    await expectOk(undo(user, first.id, { [title]: 'then' }));
    expect(await entriesOf(user)).toMatchObject([{ title: 'Tea' }]);
  });

  test.each([[[]], ['now'], [5], [{ x: 'later' }]])('refuses %j as answers', async (resolve) => {
    const { user } = await withDeposit();
    expect(await refusalOf(undo(user, 'deposit', resolve as object))).toEqual([422, 'invalid']);
  });

  test('of what is undone already is refused, and its preview says so', async () => {
    const { user } = await withDeposit();
    const first = await expectOk(undo(user, 'deposit', undefined, 'first'));
    expect(await refusalOf(undo(user, 'deposit'))).toEqual([409, 'already_undone']);
    expect(await preview(user, 'deposit')).toEqual({
      ...{ possible: false, reason: 'This change is undone already', effects: [], conflicts: [] },
      ...{ change: 0, count: 0, conflictCount: 0, next: null },
    });
    const again = await expectOk(undo(user, 'deposit', undefined, 'first'));
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('Change-Set')).toBe('first');
    // Redone, it can be undone again, through itself or through the redo; the other of them was then overtaken.
    await expectOk(undo(user, 'first', undefined, 'redo'));
    await expectOk(undo(user, 'deposit', undefined, 'second'));
    expect(await refusalOf(undo(user, 'redo'))).toEqual([409, 'already_undone']);
    await expectOk(undo(user, 'second'));
    await expectOk(undo(user, 'redo'));
    expect((await user.user()).currentBalance).toBe(0);
  });

  test('twice in parallel is done once: with one key, or with two', async () => {
    const { user } = await withDeposit();
    const same = await Promise.all(Array.from({ length: 5 }, () => undo(user, 'deposit', undefined, 'one')));
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await expectOk(undo(user, 'one'));
    const two = await Promise.all([
      undo(user, 'deposit', undefined, 'left'),
      undo(user, 'deposit', undefined, 'right'),
    ]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await user.user()).currentBalance).toBe(0);
  });

  test('moves a balance by the difference that was made, whatever it is now', async () => {
    const { user, deposit } = await withDeposit();
    const set = await done(user, '/users/update-account-balance', { newAmount: 1_500 });
    await done(user, '/transaction/create-expense', tea);
    await expectOk(undo(user, deposit));
    expect((await user.user()).currentBalance).toBe(460);
    await expectOk(undo(user, set.id));
    expect((await user.user()).currentBalance).toBe(-40);
  });

  test('takes money out of a goal, which may have been reached', async () => {
    const { user } = await withDeposit();
    const { data, id } = await done(user, '/goals/create-goal', { title: 'Kiln', finalAmount: 100 });
    const goalId = data.goals[0]?._id;
    const saved = await done(user, '/goals/add-money-to-goal', { goalId, currentAmount: 100 });
    expect((await user.user()).goals[0]?.date).not.toBeNull();
    const blocked = await undo(user, id);
    expect(conflictsOf(blocked)).toMatchObject([
      { changeSetId: saved.id, entry: goalId, field: null, now: 'Kiln', then: null },
    ]);
    await expectOk(undo(user, saved.id));
    expect(await user.user()).toMatchObject({ currentBalance: 1_000, goals: [{ currentAmount: 0, date: null }] });
    expect((await eventsOf(server, user.userId)).at(-1)?.type).toBe('MoneyTakenFromGoal');
    await expectOk(undo(user, id));
    expect((await user.user()).goals).toEqual([]);
  });

  test('of the first monthly figures leaves none', async () => {
    const user = await server.newUser();
    const { id } = await done(user, '/users/add-income-and-expense', { income: 5, expense: 4 });
    const later = await done(user, '/users/add-income-and-expense', { income: 6, expense: 4 });
    expect(await refusalOf(undo(user, id))).toEqual([409, 'undo_conflicts']);
    await expectOk(undo(user, later.id));
    expect(await user.user()).toMatchObject({ income: 5, expense: 4 });
    await expectOk(undo(user, id));
    expect(await user.user()).toMatchObject({ income: null, expense: null, hasSetIncomeAndExpense: false });
  });

  test('of something deleted since is one conflict: it stays gone, or is brought back first', async () => {
    const { user, transactionId, edit } = await withTea();
    const first = await edit({ title: 'Green tea' });
    const deletion = await done(user, '/transaction/delete-transaction', { transactionId });
    const { conflicts } = await preview(user, first.id);
    expect(conflicts).toMatchObject([
      { changeSetId: deletion.id, entry: transactionId, field: null, now: null, then: 'Tea' },
    ]);
    const [{ _id: gone }] = conflicts as [ConflictDetails];
    await expectOk(undo(user, first.id, { [gone]: 'now' }));
    expect(await entriesOf(user)).toEqual([]);
    await expectOk(undo(user, first.id, { [gone]: 'then' }));
    expect(await entriesOf(user)).toMatchObject([{ _id: transactionId, title: 'Tea', amount: 40 }]);
  });

  test('of an opening waits for what moved the account’s money, unless that is undone', async () => {
    const { user, transactionId, edit } = await withTea();
    const { data, id: opening } = await done(user, '/accounts/open-account', {
      name: 'Card',
      kind: 'Cash',
      openingBalance: 70,
    });
    const card = data.accounts[1]?._id;
    const amount = await edit({ amount: 50 });
    const move = await edit({ accountId: card });
    const { conflicts } = await preview(user, opening);
    expect(conflicts).toMatchObject([{ changeSetId: move.id, entry: card, field: null }]);
    // The amount first: its undo moves money in the account that the expense is in by now.
    await expectOk(undo(user, amount.id));
    await expectOk(undo(user, move.id));
    expect(await preview(user, opening)).toMatchObject({ possible: true, conflicts: [] });
    const { data: after } = await expectOk(undo(user, opening));
    expect(after.accounts.map(({ balance }) => balance)).toEqual([960]);
    expect(await entriesOf(user)).toMatchObject([{ _id: transactionId, amount: 40, account: after.accounts[0]?._id }]);
  });

  test('of what needs an account that is gone is refused, and says so', async () => {
    const user = await server.newUser();
    const { data, id: opening } = await done(user, '/accounts/open-account', { name: 'Card', kind: 'Cash' });
    const income = { title: 'Refund', category: 'Gifts', amount: 5, date: '2026-11-20' };
    await done(user, '/transaction/create-income', { ...income, accountId: data.accounts[1]?._id });
    const [{ _id: transactionId = '' } = {}] = await entriesOf(user);
    const deletion = await done(user, '/transaction/delete-transaction', { transactionId });
    const confirming = { accountId: data.accounts[1]?._id, balance: 0, date: '2026-11-21' };
    const confirmation = await done(user, '/accounts/assert-balance', confirming);
    const unconfirmed = await done(user, '/ledger/undo', { changeSetId: confirmation.id });
    const { conflicts } = await preview(user, opening);
    await expectOk(undo(user, opening, Object.fromEntries(conflicts.map(({ _id }) => [_id, 'then']))));
    for (const { id } of [deletion, unconfirmed]) {
      expect(await preview(user, id)).toMatchObject({ possible: false, reason: PROBLEMS.account_gone.title });
      expect(await refusalOf(undo(user, id))).toEqual([409, 'account_gone']);
    }
  });

  test('of a payment is refused', async () => {
    const { user } = await withDeposit();
    const metadata = { commandId: 'StartCheckout x', inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' };
    const event = { id: randomUUID(), ...encode({ type: 'CheckoutStarted', data: { sessionId: 'cs_1' } }, metadata) };
    await server.log.append(user.userId, 0n, [event]);
    await settled(
      () => changeSetsOf(user),
      ({ changeSets }) => changeSets.length === 2,
    );
    expect((await changeSetsOf(user, '?kind=payment')).changeSets).toMatchObject([
      { _id: 'StartCheckout x', kind: 'payment' },
    ]);
    expect(await refusalOf(undo(user, 'StartCheckout x'))).toEqual([409, 'not_undoable']);
    expect(await preview(user, 'StartCheckout x')).toMatchObject({ possible: false, effects: [], conflicts: [] });
  });

  test('is decided on the log while the worker is paused', async () => {
    const { user } = await withDeposit();
    server.worker.pause();
    await done(user, '/transaction/create-expense', tea, 'tea');
    const { data, headers } = await expectOk(undo(user, 'tea'));
    expect(data).toMatchObject({ currentBalance: 1_000, transactionCount: 0 });
    expect(headers.get('Projection-Lag')).toBe('3');
  });
});

describe('a large change-set', () => {
  /** Its undo takes three appends. */
  const COUNT = 2_000;
  /** The number of fields that are set of each of its expenses. */
  const FIELDS = 6;

  /** A user with a change-set of many expenses of 1. */
  async function withMany() {
    const user = await server.newUser();
    const recordedAt = '2026-11-20T18:30:00.000Z';
    const stored = (commandId: string, event: Parameters<typeof encode>[0]) => ({
      id: randomUUID(),
      ...encode(event, { commandId, inputHash: 'hash', recordedAt }),
    });
    await server.log.append(user.userId, -1n, [stored('deposit', deposited(5_000))]);
    for (let from = 0; from < COUNT; from += 1_000) {
      const expenses = Array.from({ length: 1_000 }, (_, at) =>
        stored('import', {
          type: 'ExpenseRecorded',
          data: {
            transactionId: randomUUID(),
            title: `Entry ${from + at}`,
            amount: units(1),
            date: '2026-11-20',
            wallet: 'Cash',
          },
        }),
      );
      await server.log.append(user.userId, BigInt(from), expenses);
    }
    await settled(
      () => user.user(),
      ({ transactionCount }) => transactionCount === COUNT,
      90_000,
    );
    return user;
  }

  test('is undone as a whole', async () => {
    const user = await withMany();
    expect(await preview(user, 'import')).toMatchObject({
      possible: true,
      count: COUNT,
      conflictCount: 0,
      next: '500',
    });
    const { data } = await expectOk(undo(user, 'import', undefined, 'away'));
    expect(data).toMatchObject({ currentBalance: 5_000, transactionCount: 0 });
    await settled(
      () => changeSetsOf(user),
      ({ changeSets }) => changeSets[0]?.count === COUNT + 1,
      90_000,
    );
  });

  test('is read in pages: what it changed, what its undo does, and what stands in the way', async () => {
    const user = await withMany();
    const changes: FieldChange[] = [];
    let before = '';
    do {
      const page = await changesOf(user, `import&limit=500${before}`);
      expect(page).toMatchObject({ changeSet: { _id: 'import', count: COUNT }, count: FIELDS * COUNT });
      expect(page.changes.length).toBeLessThanOrEqual(500);
      changes.push(...page.changes);
      before = page.next === null ? '' : `&before=${page.next}`;
    } while (before !== '');
    expect(changes).toHaveLength(FIELDS * COUNT);
    expect(changes.filter(({ field }) => field === 'title').map(({ after }) => after)).toEqual(
      Array.from({ length: COUNT }, (_, at) => `Entry ${at}`),
    );
    const ids = [...new Set(changes.map(({ entry }) => entry))];
    for (const transactionId of ids.slice(0, 3)) {
      await done(user, '/transaction/update-transaction', { transactionId, title: 'Another' });
    }
    const first = await preview(user, 'import', { limit: 2 });
    expect(first).toMatchObject({ possible: true, count: COUNT - 3, conflictCount: 3, next: '2' });
    expect([first.effects.length, first.conflicts.length]).toEqual([2, 2]);
    const second = await preview(user, 'import', { limit: 2, before: first.next });
    expect([second.effects.length, second.conflicts.length, second.next]).toEqual([2, 1, '4']);
    expect([...first.conflicts, ...second.conflicts].map(({ entry }) => entry)).toEqual(ids.slice(0, 3));
    const rest = await preview(user, 'import', { limit: 500, before: String(COUNT - 4) });
    expect([rest.effects.length, rest.next]).toEqual([1, null]);
  });

  test('whose undo was cut off is finished by the next command, or by itself, exactly once', async () => {
    for (const next of ['command', 'itself', 'retry'] as const) {
      const user = await withMany();
      await cutOff(user);
      if (next === 'itself') await finishUnfinishedOf(user);
      else if (next === 'retry') expect((await undo(user, 'import', undefined, 'away')).status).toBe(200);
      else await done(user, '/transaction/create-expense', { ...tea, amount: 5 });
      const events = await eventsOf(server, user.userId);
      expect(events.filter(({ type }) => type === 'TransactionDeleted')).toHaveLength(COUNT);
      const own = next === 'command' ? 1 : 0;
      await settled(
        () => user.user(),
        ({ transactionCount }) => transactionCount === own,
        90_000,
      );
      expect((await user.user()).currentBalance).toBe(5_000 - 5 * own);
    }
  });

  /** Undoes the import, and stops after the first append. */
  async function cutOff(user: Caller): Promise<void> {
    const { log } = server.services;
    const { append } = log;
    let appends = 0;
    log.append = async (...args) => {
      appends += 1;
      if (appends === 2) throw new LogUnavailable('The process stopped here.');
      return await append(...args);
    };
    const { status } = await withoutThreads(server, () => undo(user, 'import', undefined, 'away'));
    expect(status).toBe(503);
    log.append = append;
  }

  /** Waits until the read model knows of the unfinished change-set, and finishes it. */
  async function finishUnfinishedOf(user: Caller): Promise<void> {
    await settled(
      async () => {
        const text = 'SELECT unfinished FROM projections.ledgers WHERE ledger_id = $1';
        return (await server.database.query(text, [user.userId])).rows[0];
      },
      (row) => row?.unfinished !== null,
      90_000,
    );
    await finishUnfinished(server.services);
  }
});

test('books that were edited, split and moved are the first books again once all of it is undone, in any order', async () => {
  const user = await server.newUser();
  const random = randomNumbers(7);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  await done(user, '/users/initial-deposit', { depositAmount: 900 });
  const { data } = await done(user, '/accounts/open-account', {
    name: 'Card',
    kind: 'Credit card',
    openingBalance: -20,
  });
  const [everyday, card] = data.accounts as [Account, Account];
  for (let at = 0; at < 24; at += 1) {
    const date = `2026-${String(1 + (at % 12)).padStart(2, '0')}-10`;
    const kind = at % 4 === 0 ? 'income' : 'expense';
    const input = { title: `E${at}`, amount: 10 + at, date, ...(kind === 'expense' && { wallet: 'Bank' }) };
    await done(user, `/transaction/create-${kind}`, { ...input, accountId: pick([everyday, card])._id });
  }
  await done(user, '/transfer/create-transfer', { from: everyday._id, to: card._id, amount: 33, date: '2026-03-03' });
  const first = await books(user);
  const entries = first.entries.filter(({ type }) => type !== 'Transfer');
  const changes: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const { _id: transactionId, type } = pick(entries.slice(0, 8));
    const amount = 50 + at;
    const category = type === 'Expense' ? 'Travel' : 'Gifts';
    const parts = [
      { amount: 20, category },
      { amount: amount - 20, category: 'Other' },
    ];
    const edit = pick([
      { title: `Edited ${at}` },
      { amount, parts },
      { date: `2026-01-${10 + at}` },
      { accountId: card._id },
    ]);
    const answer = await user.post('/transaction/update-transaction', { transactionId, ...edit });
    if (answer.status === 200) changes.push(answer.headers.get('Change-Set') ?? '');
  }
  expect(changes.length).toBeGreaterThan(15);
  expect(await books(user)).not.toEqual(first);
  let waited = 0;
  while (changes.length > 0) {
    const [id] = changes.splice(Math.floor(random() * changes.length), 1) as [string];
    const answer = await undo(user, id);
    if (answer.status === 200) continue;
    expect(answer.problem.code).toBe('undo_conflicts');
    changes.push(id);
    waited += 1;
  }
  expect(waited).toBeGreaterThan(0);
  expect(await books(user)).toEqual(first);
  expect((await entriesOf(user)).every(({ changedAt }) => changedAt === null)).toBe(true);
});
