import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import type { ChangeSet, UndoPreview } from '#contract/ledger-calls.ts';
import type { Occurrence, Schedule, ScheduleInput } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import { postDue } from '../../api/schedules/post-due.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => {
  server.clock.now = null;
});
afterAll(() => server.close());

const TODAY = '2026-11-20';
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const at = (day: string) => {
  server.clock.now = noon(day);
};

type Answer = User & { schedule: Schedule | null };

const RENT: ScheduleInput = {
  title: 'Rent',
  type: 'Expense',
  amount: { exact: 900 },
  wallet: 'Bank',
  rule: { every: 1, unit: 'month', start: '2026-10-31' },
  post: 'ask',
};

const call = async (user: Caller, name: string, body: object, key?: string) => {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  const { data, headers: answered } = await expectOk(user.post<Answer>(`/schedules/${name}`, body, headers));
  return { ...data, changeSet: answered.get('Change-Set') };
};
const add = async (user: Caller, more: object = {}) => {
  const { schedule } = await call(user, 'add', { ...RENT, ...more });
  if (!schedule) throw new Error('no schedule');
  return schedule;
};
const refusal = async (user: Caller, name: string, body: object) => {
  const { status, problem } = await user.post(`/schedules/${name}`, body);
  return problem.errors ? [status, problem.code, problem.errors] : [status, problem.code];
};
const upcoming = async (user: Caller, query = '') =>
  (await expectOk(user.get<{ occurrences: Occurrence[] }>(`/schedules/upcoming${query}`))).data.occurrences;
const schedules = async (user: Caller, known = '') =>
  (await expectOk(user.get<{ schedules: Schedule[] }>(`/schedules${known}`))).data.schedules;
const statuses = async (user: Caller, query = '') =>
  Object.fromEntries((await upcoming(user, query)).map(({ nominal, status }) => [nominal, status]));
const undo = async (user: Caller, changeSetId: string | null) =>
  await expectOk(user.post<User>('/ledger/undo', { changeSetId }));
const entries = async (user: Caller) =>
  (
    await expectOk(
      user.get<{ entries: { _id: string; title: string; date: string; amount: number }[] }>(
        '/ledger/entries?limit=500',
      ),
    )
  ).data.entries;
const changeSets = async (user: Caller) =>
  (await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets?limit=500'))).data.changeSets;

describe('a schedule', () => {
  test('is added, changed from today on, removed, and each is undone', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { schedule, changeSet } = await call(user, 'add', { ...RENT, category: 'Bills & Fees', tags: ['home'] });
    expect(schedule).toMatchObject({
      ...{ title: 'Rent', amount: { exact: 900 }, category: 'Bills & Fees', wallet: 'Bank', tags: ['home'] },
      ...{ post: 'ask', next: { nominal: '2026-11-30', day: '2026-11-30' }, last: null, toAccount: null },
    });
    const scheduleId = schedule?._id ?? '';
    expect(await statuses(user)).toEqual({
      ...{ '2026-10-31': 'missed', '2026-11-30': 'upcoming', '2026-12-31': 'upcoming', '2027-01-31': 'upcoming' },
    });

    const changed = await call(user, 'change', { scheduleId, title: 'Flat', amount: { about: 1000 } });
    expect(changed.schedule).toMatchObject({ title: 'Flat', amount: { about: 1000 }, category: 'Bills & Fees' });
    expect((await upcoming(user)).map(({ title, low, expected, high }) => [title, low, expected, high])).toEqual([
      ['Rent', 900, 900, 900],
      ...Array.from({ length: 3 }, () => ['Flat', 925, 1000, 1075]),
    ]);
    await undo(user, changed.changeSet);
    expect((await upcoming(user)).map(({ title }) => title)).toEqual(['Rent', 'Rent', 'Rent', 'Rent']);

    const removed = await call(user, 'remove', { scheduleId });
    expect([removed.schedule, await schedules(user)]).toEqual([null, []]);
    await undo(user, removed.changeSet);
    expect(await schedules(user)).toMatchObject([{ _id: scheduleId, title: 'Rent' }]);
    await undo(user, changeSet);
    expect(await schedules(user)).toEqual([]);
    expect((await changeSets(user)).map(({ kind, summary }) => [kind, summary]).slice(-3)).toEqual([
      ['undo', 'Undone: Schedule changed: Flat'],
      ['change-schedule', 'Schedule changed: Flat'],
      ['add-schedule', 'Schedule added: Rent'],
    ]);
  });

  test('is changed from a day on that is ahead, and the change is changed and taken back', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    const amounts = async () =>
      (await upcoming(user, '?from=2026-11-01&to=2027-02-28')).map(({ title, expected }) => `${title} ${expected}`);
    const first = await call(user, 'change', { scheduleId, amount: { exact: 950 }, from: '2026-12-01', note: 'new' });
    expect(first.schedule).toMatchObject({
      ...{ amount: { exact: 950 }, note: 'new', next: { nominal: '2026-11-30' } },
      before: { until: '2026-12-01', title: 'Rent', amount: { exact: 900 }, rule: RENT.rule },
    });
    expect(await amounts()).toEqual(['Rent 900', 'Rent 950', 'Rent 950', 'Rent 950']);
    // One that holds from the same day on replaces it, and one from a later day on follows it.
    await call(user, 'change', { scheduleId, amount: { exact: 960 }, from: '2026-12-01' });
    const later = await call(user, 'change', { scheduleId, title: 'Flat', from: '2027-02-01' });
    expect(await amounts()).toEqual(['Rent 900', 'Rent 960', 'Rent 960', 'Flat 960']);
    await undo(user, later.changeSet);
    expect(await amounts()).toEqual(['Rent 900', 'Rent 960', 'Rent 960', 'Rent 960']);
    at('2026-12-10');
    expect(await schedules(user)).toMatchObject([{ amount: { exact: 960 }, before: null }]);
    // Also from a day on that is past.
    await call(user, 'change', { scheduleId, amount: { exact: 970 }, from: '2026-11-30' });
    expect(await amounts()).toEqual(['Rent 970', 'Rent 970', 'Rent 970', 'Rent 970']);
    expect((await refusal(user, 'change', { scheduleId, title: 'No', from: '2026-02-30' }))[0]).toBe(422);
  });

  test('takes a change back though another followed, for the days before it, too', async () => {
    const user = await server.newUser();
    at('2026-11-01');
    const { _id: scheduleId } = await add(user);
    const { changeSet } = await call(user, 'change', { scheduleId, title: 'Flat' });
    at('2026-12-01');
    await call(user, 'change', { scheduleId, amount: { exact: 950 } });
    const titles = async () =>
      (await upcoming(user, '?from=2026-10-01&to=2026-12-31')).map(({ title, expected }) => `${title} ${expected}`);
    expect(await titles()).toEqual(['Rent 900', 'Flat 900', 'Flat 950']);
    const undone = await undo(user, changeSet);
    expect(await titles()).toEqual(['Rent 900', 'Rent 900', 'Rent 950']);
    await undo(user, undone.headers.get('Change-Set'));
    expect((await titles()).slice(1)).toEqual(['Flat 900', 'Flat 950']);
  });

  test('follows the rules of the call that records its entries', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: everyday } = (await user.user()).accounts[0] ?? {};
    const cases: [object, number, string, string][] = [
      [{ category: 'Salary' }, 422, 'invalid', 'category'],
      [{ type: 'Income' }, 422, 'invalid', 'wallet'],
      [{ type: 'Income', wallet: undefined, category: 'Groceries' }, 422, 'invalid', 'category'],
      [{ type: 'Transfer', wallet: undefined }, 422, 'invalid', 'to'],
      [{ toAccount: everyday }, 422, 'invalid', 'toAccount'],
      [{ amount: { from: 10, to: 20 }, post: 'by-itself' }, 422, 'invalid', 'post'],
      [{ amount: { from: 20, to: 10 } }, 422, 'invalid', 'amount'],
      [{ amount: { exact: 0 } }, 422, 'invalid', 'amount'],
      [{ amount: {} }, 422, 'invalid', 'amount'],
      [{ rule: { ...RENT.rule, start: '2025-11-18' } }, 422, 'invalid', 'rule'],
      [{ rule: { ...RENT.rule, every: 0 } }, 422, 'invalid', 'rule'],
      [{ account: 'b3f1a7c2-9d3e-4a68-8b1f-6f0d9c2e7a55' }, 404, 'account_not_found', ''],
      [{ colour: 'red' }, 422, 'invalid', 'colour'],
    ];
    for (const [more, status, code, field] of cases) {
      const [answered, problem, errors] = await refusal(user, 'add', { ...RENT, ...more });
      expect([more, answered, problem]).toEqual([more, status, code]);
      if (field !== '') expect([more, Object.keys(errors as object)]).toEqual([more, [field]]);
    }
    await add(user, { rule: { ...RENT.rule, start: '2025-11-19' } });
    const { _id } = await add(user, { amount: { from: 10, to: 20 } });
    expect(await refusal(user, 'change', { scheduleId: _id, post: 'by-itself' })).toEqual([
      422,
      'invalid',
      expect.anything(),
    ]);
    expect(await refusal(user, 'change', { scheduleId: user.userId, title: 'No' })).toMatchObject([
      404,
      'schedule_not_found',
    ]);
  });

  test('has parts, into which each of its entries is split', async () => {
    at(TODAY);
    const user = await server.newUser();
    const bread = (
      await expectOk(
        user.post<User & { category: Category }>('/ledger/add-category', { name: 'Bread', kind: 'Expense' }),
      )
    ).data.category;
    const parts = [
      { amount: 905, category: 'Bills & Fees', note: 'rent' },
      { amount: -5, categoryId: bread._id },
    ];
    const { _id: scheduleId, ...added } = await add(user, { parts });
    expect(added).toMatchObject({
      category: null,
      parts: [
        { amount: 905, category: 'Bills & Fees', note: 'rent' },
        { amount: -5, category: 'Bread', categoryId: bread._id, note: null },
      ],
    });
    expect(await refusal(user, 'add', { ...RENT, parts: [parts[0], parts[0]] })).toEqual([
      422,
      'invalid',
      { parts: 'The parts must add up to the amount' },
    ]);
    expect((await refusal(user, 'add', { ...RENT, amount: { about: 900 }, parts }))[0]).toBe(422);
    expect((await refusal(user, 'add', { ...RENT, category: 'Other', parts }))[0]).toBe(422);
    const transfer = { title: 'T', type: 'Transfer', amount: { exact: 900 }, parts, rule: RENT.rule, post: 'ask' };
    expect((await refusal(user, 'add', transfer))[0]).toBe(422);
    expect((await refusal(user, 'change', { scheduleId, amount: { exact: 950 } }))[0]).toBe(422);
    expect((await refusal(user, 'change', { scheduleId, category: 'Other' }))[0]).toBe(422);

    await call(user, 'post', { scheduleId, nominal: '2026-10-31' });
    await expectOk(user.post('/ledger/merge-categories', { from: bread._id, into: 'Groceries' }));
    await call(user, 'post', { scheduleId, nominal: '2026-11-30' });
    const { transactionHistory } = await user.user();
    expect(
      transactionHistory.map(({ amount, parts }) => [amount, parts?.map((part) => [part.amount, part.category])]),
    ).toEqual([
      [
        900,
        [
          [905, 'Bills & Fees'],
          [-5, 'Groceries'],
        ],
      ],
      [
        900,
        [
          [905, 'Bills & Fees'],
          [-5, 'Groceries'],
        ],
      ],
    ]);
    expect((await refusal(user, 'post', { scheduleId, nominal: '2026-12-31', amount: 800 }))[0]).toBe(422);

    const whole = await call(user, 'change', { scheduleId, parts: null, category: 'Other', amount: { exact: 950 } });
    expect(whole.schedule).toMatchObject({ parts: null, category: 'Other', amount: { exact: 950 } });
    await undo(user, whole.changeSet);
    expect((await schedules(user))[0]).toMatchObject({ category: null, parts: [{ amount: 905 }, { amount: -5 }] });
  });

  test('has the category that its own was merged into', async () => {
    at(TODAY);
    const user = await server.newUser();
    await expectOk(user.post('/ledger/add-category', { name: 'Flat', kind: 'Expense' }));
    const { categories } = (await expectOk(user.get<{ categories: Category[] }>('/ledger/categories'))).data;
    const from = categories.find(({ name }) => name === 'Flat')?._id;
    const { _id: scheduleId } = await add(user, { category: 'Flat' });
    await expectOk(user.post('/ledger/merge-categories', { from, into: 'Bills & Fees' }));
    expect(await schedules(user)).toMatchObject([{ category: 'Bills & Fees' }]);
    await call(user, 'post', { scheduleId, nominal: '2026-10-31' });
    expect((await user.user()).transactionHistory).toMatchObject([{ category: 'Bills & Fees' }]);
  });
});

describe('an occurrence', () => {
  test('is posted on its day or today, once, undone and redone', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    const posted = await call(user, 'post', { scheduleId, nominal: '2026-10-31' });
    await call(user, 'post', { scheduleId, nominal: '2026-11-30', amount: 910 });
    expect((await entries(user)).map(({ title, amount, date }) => [title, amount, date])).toEqual([
      ['Rent', 910, TODAY],
      ['Rent', 900, '2026-10-31'],
    ]);
    expect(posted.currentBalance).toBe(-900);
    expect(await refusal(user, 'post', { scheduleId, nominal: '2026-10-31' })).toMatchObject([
      409,
      'occurrence_closed',
    ]);
    expect(await refusal(user, 'post', { scheduleId, nominal: '2026-11-29' })).toMatchObject([
      404,
      'occurrence_not_found',
    ]);
    const all = '?from=2026-10-01&to=2026-12-31';
    expect(await statuses(user, all)).toEqual({
      ...{ '2026-10-31': 'posted', '2026-11-30': 'posted', '2026-12-31': 'upcoming' },
    });
    expect(await schedules(user)).toMatchObject([
      { next: { nominal: '2026-12-31' }, last: { nominal: '2026-11-30', entry: (await entries(user))[0]?._id } },
    ]);
    const undone = await undo(user, posted.changeSet);
    expect([undone.data.currentBalance, (await statuses(user, all))['2026-10-31']]).toEqual([-910, 'missed']);
    await undo(user, undone.headers.get('Change-Set'));
    expect((await statuses(user, all))['2026-10-31']).toBe('posted');
  });

  test('of a range needs an amount', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user, { amount: { from: 10, to: 20.01 } });
    expect((await upcoming(user))[0]).toMatchObject({ low: 10, expected: 15.01, high: 20.01 });
    expect(await refusal(user, 'post', { scheduleId, nominal: '2026-10-31' })).toMatchObject([
      ...[422, 'invalid', { amount: 'Say how much it was' }],
    ]);
    await call(user, 'post', { scheduleId, nominal: '2026-10-31', amount: 12, date: '2026-11-02' });
    expect(await entries(user)).toMatchObject([{ amount: 12, date: '2026-11-02' }]);
  });

  test('is skipped, and posted after all; an entry that is deleted leaves it skipped', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    const occurrence = { scheduleId, nominal: '2026-10-31' };
    const status = async () => (await statuses(user, '?from=2026-10-01'))['2026-10-31'];
    const { changeSet } = await call(user, 'skip', occurrence);
    expect(await status()).toBe('skipped');
    await undo(user, changeSet);
    expect(await status()).toBe('missed');
    await call(user, 'skip', occurrence);
    await call(user, 'post', occurrence);
    expect(await refusal(user, 'skip', occurrence)).toMatchObject([409, 'occurrence_closed']);
    const [entry] = await entries(user);
    const { headers } = await expectOk(
      user.post<User>('/transaction/delete-transaction', { transactionId: entry?._id }),
    );
    expect(await status()).toBe('skipped');
    await undo(user, headers.get('Change-Set'));
    expect(await status()).toBe('posted');
  });

  test('learns the names of the entries that it is matched with', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user, { rule: { every: 1, unit: 'month', start: '2026-10-05' } });
    const pay = (title: string, date: string) =>
      expectOk(user.post('/transaction/create-expense', { title, amount: 900, wallet: 'Bank', date }));
    await pay('HAUSVERWALTUNG MEIER GMBH 10/2026', '2026-10-05');
    const [first] = await entries(user);
    await pay('Hausverwaltung Meier GmbH 11/2026', '2026-11-06');
    await pay('Somebody else', '2026-11-05');
    expect((await upcoming(user)).map(({ candidates }) => candidates)).toEqual([[], [], [], [], []]);
    const { changeSet } = await call(user, 'match', { scheduleId, nominal: '2026-10-05', entry: first?._id });
    const second = (await entries(user)).find(({ date }) => date === '2026-11-06')?._id;
    const reason = '1 day later, the same amount, matched by this name before';
    expect((await upcoming(user))[0]).toMatchObject({ day: '2026-11-05', candidates: [{ entry: second, reason }] });
    await undo(user, changeSet);
    expect((await upcoming(user))[1]).toMatchObject({ day: '2026-11-05', candidates: [] });
  });

  test('is matched with an entry of its type that is no other occurrence', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    await expectOk(
      user.post('/transaction/create-expense', {
        ...{ title: 'Landlord, rent', amount: 900.01, wallet: 'Bank', date: '2026-11-01' },
      }),
    );
    await expectOk(user.post('/transaction/create-income', { title: 'Rent back', amount: 900, date: '2026-11-01' }));
    const [income, expense] = await entries(user);
    const [open] = await upcoming(user);
    expect(open?.candidates).toEqual([{ entry: expense?._id, reason: '1 day later, one cent off' }]);
    const occurrence = { scheduleId, nominal: '2026-10-31' };
    expect(await refusal(user, 'match', { ...occurrence, entry: income?._id })).toEqual([
      422,
      'invalid',
      expect.anything(),
    ]);
    expect(await refusal(user, 'match', { ...occurrence, entry: user.userId })).toMatchObject([404, 'entry_not_found']);
    expect(await refusal(user, 'unmatch', occurrence)).toMatchObject([409, 'occurrence_not_matched']);
    const { changeSet } = await call(user, 'match', { ...occurrence, entry: expense?._id });
    const other = { scheduleId, nominal: '2026-11-30', entry: expense?._id };
    expect(await refusal(user, 'match', other)).toMatchObject([409, 'entry_matched']);
    expect((await upcoming(user, '?from=2026-10-01'))[0]).toMatchObject({ status: 'matched', entry: expense?._id });
    await call(user, 'unmatch', occurrence);
    expect((await upcoming(user))[0]).toMatchObject({ status: 'missed' });
    await undo(user, changeSet);
    await call(user, 'match', other);
  });

  test('has one entry, and an entry is one occurrence, whatever is undone and redone', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    const { _id: other } = await add(user, { title: 'Flat' });
    const expense = { title: 'Landlord', amount: 900, wallet: 'Bank', date: '2026-11-01' };
    await expectOk(user.post('/transaction/create-expense', expense));
    const entry = (await entries(user))[0]?._id;
    const nominal = '2026-10-31';
    const undone = async (changeSetId: string | null) => (await undo(user, changeSetId)).headers.get('Change-Set');
    const refused = async (changeSetId: string | null, code: string) => {
      const { status, problem } = await user.post('/ledger/undo', { changeSetId });
      expect([status, problem.code]).toEqual([409, code]);
      const { data } = await expectOk(user.post<UndoPreview>('/ledger/preview-undo', { changeSetId }));
      expect(data).toMatchObject({ possible: false, reason: problem.title });
    };
    const closed = async () =>
      (await upcoming(user, '?from=2026-10-01')).flatMap(({ status, entry }) => (entry ? [[status, entry]] : []));

    // Matched with one, then with the other.
    const matched = await call(user, 'match', { scheduleId, nominal, entry });
    const redo = await undone(matched.changeSet);
    const second = await call(user, 'match', { scheduleId: other, nominal, entry });
    await refused(redo, 'entry_matched');
    await undo(user, second.changeSet);
    await undo(user, redo);
    expect(await closed()).toEqual([['matched', entry]]);

    // The schedule with it comes back.
    const removed = await call(user, 'remove', { scheduleId });
    const third = await call(user, 'match', { scheduleId: other, nominal, entry });
    await refused(removed.changeSet, 'entry_matched');
    await undo(user, third.changeSet);
    await undo(user, removed.changeSet);
    await call(user, 'unmatch', { scheduleId, nominal });

    // Posted, undone and posted again.
    const posted = await call(user, 'post', { scheduleId, nominal });
    const postedAgain = await undone(posted.changeSet);
    const again = await call(user, 'post', { scheduleId, nominal });
    await refused(postedAgain, 'occurrence_closed');
    expect(await entries(user)).toHaveLength(2);
    await undo(user, again.changeSet);
    // A skip or an opening since doesn't keep it open.
    await call(user, 'skip', { scheduleId, nominal });
    await undo(user, postedAgain);
    expect(await closed()).toMatchObject([['posted', expect.anything()]]);
    expect(await entries(user)).toHaveLength(2);
  });

  test.each([
    ['two days before', { date: '2026-10-29' }, 1],
    ['three days before', { date: '2026-10-28' }, 0],
    ['three days after', { date: '2026-11-03' }, 1],
    ['four days after', { date: '2026-11-04' }, 0],
    ['a cent less', { amount: 899.99 }, 1],
    ['two cents more', { amount: 900.02 }, 0],
    ['another title', { title: 'Renting' }, 0],
  ])('may be an entry %s: %o', async (_, more, count) => {
    at(TODAY);
    const user = await server.newUser();
    await add(user);
    const entry = { title: 'The RENT', amount: 900, wallet: 'Bank', date: '2026-10-31', ...more };
    await expectOk(user.post('/transaction/create-expense', entry));
    expect((await upcoming(user))[0]?.candidates).toHaveLength(count);
  });

  test('is proposed with the entry that fits best first', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user);
    const [early, cent, other, equal] = [
      { title: 'Rent', amount: 900, date: '2026-10-30' },
      { title: 'Flat rent', amount: 900.01, date: '2026-10-31' },
      { title: 'Flat rent', amount: 900, date: '2026-10-31' },
      { title: 'RENT', amount: 899.99, date: '2026-10-31' },
    ];
    for (const entry of [early, cent, other, equal]) {
      await expectOk(user.post('/transaction/create-expense', { wallet: 'Bank', ...entry }));
    }
    const recorded = new Map((await entries(user)).map((entry) => [entry._id, entry]));
    const candidates = (await upcoming(user))[0]?.candidates.map(({ entry }) => recorded.get(entry)) ?? [];
    expect(candidates).toMatchObject([equal, other, cent, early]);
  });

  test('of a transfer moves money between accounts', async () => {
    at(TODAY);
    const user = await server.newUser();
    const opened = await expectOk(user.post<User>('/accounts/open-account', { name: 'Reserve', kind: 'Savings' }));
    const reserve = opened.data.accounts.find(({ name }) => name === 'Reserve')?._id;
    const { _id: scheduleId, toAccount } = await add(user, {
      ...{ type: 'Transfer', wallet: undefined, toAccount: reserve, amount: { about: 33.33 } },
    });
    expect(toAccount).toBe(reserve);
    expect((await upcoming(user))[0]).toMatchObject({ low: 30.83, expected: 33.33, high: 35.83, toAccount: reserve });
    const { accounts } = await call(user, 'post', { scheduleId, nominal: '2026-10-31' });
    expect(accounts.map(({ balance }) => balance)).toEqual([-33.33, 33.33]);
  });
});

describe('schedules that post by themselves', () => {
  const DAILY = {
    ...{ title: 'Coffee', amount: { exact: 3 }, post: 'by-itself' },
    rule: { every: 1, unit: 'day', start: '2026-08-22' },
  };

  test('post all that was missed, each on its own day and once, whoever does it and how often', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user, DAILY);
    await Promise.all([postDue(server.services), postDue(server.services)]);
    at('2027-03-01');
    at('2026-10-01');
    await postDue(server.services);
    at('2026-11-21');
    await postDue(server.services);
    const found = await settled(
      () => entries(user),
      (list) => list.length >= 92,
    );
    expect(new Set(found.map(({ date }) => date)).size).toBe(92);
    expect(found).toHaveLength(92);
    expect([found.at(-1)?.date, found[0]?.date]).toEqual(['2026-08-22', '2026-11-21']);
    const [newest] = await changeSets(user);
    expect(newest).toMatchObject({
      ...{ kind: 'post-occurrence', actor: 'schedule', count: 2 },
      summary: 'Coffee of November 21, 2026 posted by itself',
    });
    // A search has 250 ms of the database, which a busy machine may not have to give.
    const find = (q: string) => user.get<{ count: number }>(`/ledger/find?q=${q}`);
    const count = async (q: string) =>
      (
        await settled(
          () => find(q),
          ({ status }) => status === 200,
        )
      ).data.count;
    expect([await count('by:schedule'), await count('by:user')]).toEqual([92, 0]);
  });

  test('of one ledger do not keep those of another waiting', async () => {
    at(TODAY);
    const [many, one] = await Promise.all([server.newUser(), server.newUser()]);
    const rule = { ...DAILY.rule, start: '2026-10-01' };
    for (let count = 0; count < 10; count += 1) await add(many, { ...DAILY, rule });
    const posting = postDue(server.services);
    await settled(
      () => entries(many),
      (list) => list.length > 0,
    );
    await add(one, { ...DAILY, rule: { ...rule, start: TODAY } });
    await settled(
      () => entries(one),
      (list) => list.length === 1,
    );
    const { length } = (await upcoming(many, `?from=2026-10-01&to=${TODAY}`)).filter(
      ({ status }) => status === 'posted',
    );
    await posting;
    expect(length).toBeLessThan(450);
    const all = await upcoming(many, `?from=2026-10-01&to=${TODAY}`);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['posted']));
    expect(all).toHaveLength(510);
  });

  test('are posted by another process once the one that works is frozen', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user, { ...DAILY, rule: { ...DAILY.rule, start: TODAY } });
    const hold = (until: string) =>
      server.database.query(
        `INSERT INTO schedules.lease (holder, held_until) VALUES (gen_random_uuid(), now() + $1::interval)
         ON CONFLICT (only_one) DO UPDATE SET held_until = excluded.held_until`,
        [until],
      );
    await hold('10 seconds');
    await postDue(server.services);
    expect(await statuses(user, `?from=${TODAY}&to=${TODAY}`)).toEqual({ [TODAY]: 'due' });
    await hold('-1 second');
    await postDue(server.services);
    expect(
      await settled(
        () => statuses(user, `?from=${TODAY}&to=${TODAY}`),
        (all) => all[TODAY] === 'posted',
      ),
    ).toEqual({
      [TODAY]: 'posted',
    });
  });

  test('count towards the rows of a day where they are those of the demo user', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user, { ...DAILY, rule: { ...DAILY.rule, start: '2026-11-18' } });
    let left = 2;
    const limits = { ...server.services.limits, takePostedDemoRow: async () => left-- > 0 };
    const setDemo = (isDemo: boolean) =>
      server.database.query('UPDATE identity.users SET is_demo = $2 WHERE user_id = $1', [user.userId, isDemo]);
    await setDemo(true);
    await postDue({ ...server.services, limits });
    const range = `?from=2026-11-18&to=${TODAY}`;
    const counted = await settled(
      async () => Object.values(await statuses(user, range)).filter((status) => status === 'posted').length,
      (count) => count === 2,
    );
    await setDemo(false);
    expect(counted).toBe(2);
  });

  // Browsers name a zone by its present or by its former name.
  test.each(['Asia/Tokyo', 'Asia/Kolkata', 'Asia/Calcutta'])(
    'go by the zone %s, which requests named',
    async (zone) => {
      const user = await server.newUser();
      server.clock.now = new Date('2026-11-20T23:30:00Z');
      await add(user, { ...DAILY, rule: { ...DAILY.rule, start: '2026-11-20' } });
      const dates = async () => (await entries(user)).map(({ date }) => date);
      await postDue(server.services);
      expect(await settled(dates, (days) => days.length > 0)).toEqual(['2026-11-20']);
      await expectOk(user.get('/users/get-current-user', { 'Time-Zone': zone }));
      await postDue(server.services);
      expect(await settled(dates, (days) => days.length > 1)).toEqual(['2026-11-21', '2026-11-20']);
    },
  );

  test('leave what was undone or deleted skipped for ever', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user, { ...DAILY, rule: { ...DAILY.rule, start: '2026-11-19' } });
    await postDue(server.services);
    const [first] = await settled(
      () => changeSets(user),
      (list) => list.length === 3,
    );
    await undo(user, first?._id ?? '');
    const [entry] = await entries(user);
    await expectOk(user.post('/transaction/delete-transaction', { transactionId: entry?._id }));
    server.clock.now = new Date(noon(TODAY).getTime() + 120_000);
    await postDue(server.services);
    await pause(50);
    const range = `?from=2026-11-19&to=${TODAY}`;
    expect(await statuses(user, range)).toEqual({ '2026-11-19': 'skipped', '2026-11-20': 'skipped' });
    expect(await entries(user)).toEqual([]);
    await call(user, 'post', { scheduleId, nominal: TODAY });
    expect((await statuses(user, range))[TODAY]).toBe('posted');
  });

  test('leave missed what a rule of the ledger refuses, say why, and try again', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user, { ...DAILY, wallet: 'Cash', rule: { ...DAILY.rule, start: '2026-11-19' } });
    await postDue(server.services);
    const problem = "You don't have enough balance to make this transaction";
    expect(await upcoming(user, `?from=2026-11-19&to=${TODAY}`)).toMatchObject([
      { status: 'missed', problem },
      { status: 'due', problem },
    ]);
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
    server.clock.now = new Date(noon(TODAY).getTime() + 61_000);
    await postDue(server.services);
    expect(
      await settled(
        () => entries(user),
        (list) => list.length > 0,
      ),
    ).toMatchObject([{ date: '2026-11-19' }]);
  });
});

test('what was matched stays where a change of the rule takes its day away, and can be let go', async () => {
  at(TODAY);
  const user = await server.newUser();
  const weekly = { every: 1, unit: 'week', start: TODAY };
  const { _id: scheduleId } = await add(user, { rule: weekly });
  await expectOk(user.post('/transaction/create-expense', { title: 'Rent', amount: 900, wallet: 'Bank', date: TODAY }));
  const [{ _id: entry } = { _id: '' }] = await entries(user);
  await call(user, 'match', { scheduleId, nominal: TODAY, entry });
  await call(user, 'change', { scheduleId, rule: { ...weekly, start: '2026-11-21' } });
  const days = '?from=2026-11-14&to=2026-11-28';
  expect(await statuses(user, days)).toEqual({
    [TODAY]: 'matched',
    '2026-11-21': 'upcoming',
    '2026-11-28': 'upcoming',
  });
  expect(await schedules(user)).toMatchObject([{ last: { nominal: TODAY, day: TODAY, entry } }]);
  await call(user, 'unmatch', { scheduleId, nominal: TODAY });
  expect(await statuses(user, days)).toEqual({ '2026-11-21': 'upcoming', '2026-11-28': 'upcoming' });
  expect(await refusal(user, 'unmatch', { scheduleId, nominal: TODAY })).toEqual([404, 'occurrence_not_found']);
  await call(user, 'match', { scheduleId, nominal: '2026-11-21', entry });
});

test('schedules and occurrences are as they were known', async () => {
  at(TODAY);
  const user = await server.newUser();
  const { _id: scheduleId } = await add(user);
  const before = await upcoming(user);
  const [{ revision } = { revision: 0 }] = await changeSets(user);
  await call(user, 'post', { scheduleId, nominal: '2026-10-31' });
  await call(user, 'change', { scheduleId, title: 'Flat' });
  const strip = (list: Occurrence[]) => list.map((each) => ({ ...each, candidates: [] }));
  expect(await upcoming(user, `?known=${revision}`)).toEqual(strip(before));
  expect(await schedules(user, `?known=${revision}`)).toMatchObject([{ title: 'Rent', last: null }]);
});

test('another user sees and changes nothing of them', async () => {
  at(TODAY);
  const [user, other] = [await server.newUser(), await server.newUser()];
  const { _id: scheduleId } = await add(user);
  expect([await schedules(other), await upcoming(other)]).toEqual([[], []]);
  for (const name of ['remove', 'change']) {
    expect(await refusal(other, name, { scheduleId })).toMatchObject([404, 'schedule_not_found']);
  }
});

describe('a row of a file', () => {
  const FILE = ['Date,Account,Description,Amount', '2026-11-02,Everyday,LANDLORD Rent 11/26,-900.00'].join('\n');
  type Row = { line: number; status: string; occurrence: { nominal: string; reason: string } | null };

  async function preview(user: Caller): Promise<{ importId: string; rows: Row[] }> {
    const form = new FormData();
    form.set('file', new Blob([FILE]), 'bank.csv');
    const { accounts } = await user.user();
    form.set('answers', JSON.stringify({ account: { Everyday: accounts[0]?._id } }));
    return (await expectOk(user.postForm<{ importId: string; rows: Row[] }>('/import/preview', form))).data;
  }

  test('is proposed as an occurrence, and recorded as it in one change-set', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    const { importId, rows } = await preview(user);
    expect(rows).toMatchObject([
      {
        status: 'new',
        occurrence: {
          scheduleId,
          nominal: '2026-10-31',
          reason: 'Rent of October 31, 2026: 2 days later, the same amount',
        },
      },
    ]);
    const { data } = await expectOk(user.post('/import/commit', { importId }));
    expect(data).toMatchObject({ imported: { recorded: 1, expected: 1 } });
    const status = async () => (await upcoming(user, '?from=2026-10-01'))[0];
    expect(await status()).toMatchObject({ status: 'matched', entry: (await entries(user))[0]?._id });
    await undo(user, importId);
    expect(await status()).toMatchObject({ status: 'missed', entry: null });
  });

  test('is recorded alone where the user says so', async () => {
    at(TODAY);
    const user = await server.newUser();
    await add(user);
    const { importId, rows } = await preview(user);
    const choices = { [rows[0]?.line ?? 0]: 'apart' };
    const { data } = await expectOk(user.post('/import/commit', { importId, choices }));
    expect(data).toMatchObject({ imported: { recorded: 1, expected: 0 } });
    expect(await upcoming(user)).toMatchObject([{ status: 'missed', candidates: [{}] }, {}, {}, {}]);
  });

  test('is no occurrence that is posted already', async () => {
    at(TODAY);
    const user = await server.newUser();
    const { _id: scheduleId } = await add(user);
    await call(user, 'post', { scheduleId, nominal: '2026-10-31', date: '2026-10-20' });
    expect((await preview(user)).rows).toMatchObject([{ status: 'new', occurrence: null }]);
  });
});
