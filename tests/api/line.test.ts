import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import type { ReadLine } from '#contract/line-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const NOW = '2026-11-25T12:00:00Z';
const TODAY = '2026-11-25';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  server.clock.now = new Date(NOW);
});
afterAll(() => server.close());

type Entered = CallData<'enter'>;

async function withAccounts() {
  const user = await server.newUser();
  await expectOk(user.post('/accounts/open-account', { name: 'Savings', kind: 'Savings' }));
  await expectOk(user.post('/accounts/open-account', { name: 'Visa', kind: 'Credit card' }));
  const [everyday = '', savings = '', visa = ''] = (await user.user()).accounts.map(({ _id }) => _id);
  const read = async (text: string, today?: string) =>
    (await expectOk(user.post<ReadLine>('/ledger/read-line', { text, ...(today && { today }) }))).data;
  const enter = (text: string, more = {}, headers = {}) =>
    user.post<Entered>('/ledger/enter', { text, ...more }, headers);
  return { user, read, enter, everyday, savings, visa };
}

test('what enter records is what read-line answered, as lists and the user have it', async () => {
  const { user, read, enter, everyday, savings, visa } = await withAccounts();
  const lines = [
    ['coffee 0.80', { type: 'Expense', account: everyday, wallet: 'Bank', category: null }],
    ['tea 3 #Holiday #Spain_26', { tags: ['Holiday', 'Spain_26'] }],
    [`gift ${'for all of us '.repeat(5)}5`, { title: 'gift for all of us for all of us for all' }],
    ['9 from Everyday to Savings #groceries', { type: 'Transfer', tags: ['groceries'] }],
    ['coffee 4.20 yesterday #food', { category: 'Food & Drinks', date: '2026-11-24', wallet: 'Bank' }],
    ['+1,250 november', { type: 'Income', amount: 1250, category: 'Salary', wallet: null }],
    ['shoes $80+9.90 @visa', { account: visa, wallet: 'Credit card', amount: 89.9 }],
    ['30 from Everyday to Savings', { type: 'Transfer', account: everyday, toAccount: savings, title: null }],
    ['Savings > visa 12 back', { type: 'Transfer', account: savings, toAccount: visa, title: 'back' }],
    ['concert 45 2026-12-05', { date: '2026-12-05' }],
  ] as const;
  for (const [text, expected] of lines) {
    const before = await user.user();
    const answer = await read(text);
    expect(await user.user()).toEqual(before);
    expect(answer).toMatchObject({ ...expected, complete: true, problems: [] });
    const { data } = await expectOk(enter(text));
    const { entry, ...rest } = data;
    expect(rest).toEqual(await user.user());
    const { from: _, spans, problems, warnings, complete, ...said } = answer;
    expect(entry).toMatchObject(said);
    const { data: listed } = await expectOk(user.get<CallData<'getEntry'>>(`/ledger/entry?id=${entry._id}`));
    expect(listed.entry).toEqual(entry);
  }
});

test('a tag in use goes before the beginning of a category', async () => {
  const { read, enter } = await withAccounts();
  expect(await read('bread 3 #Foo')).toMatchObject({ category: 'Food & Drinks', tags: [] });
  await expectOk(enter('bar 3 #foo_bar'));
  expect(await read('bread 3 #Foo')).toMatchObject({ category: 'Food & Drinks', tags: [] });
  await expectOk(enter('bar 3 #foo-bar'));
  await expectOk(enter('from Everyday to Savings 3 #foo'));
  expect(await read('bread 3 #Foo')).toMatchObject({ category: null, tags: ['Foo'] });
  expect(await read('bread 3 #groceries')).toMatchObject({ category: 'Groceries', tags: [] });
});

test('an incomplete line is refused with its problems, and records nothing', async () => {
  const { user, read, enter } = await withAccounts();
  const { problems, complete } = await read('#e 5+');
  expect([complete, problems.map(({ code }) => code)]).toEqual([
    false,
    ['category_ambiguous', 'amount_wrong', 'title_missing'],
  ]);
  const { status, problem } = await enter('#e 5+');
  expect([status, problem]).toEqual([422, expect.objectContaining({ code: 'incomplete_line', problems })]);
  expect((await user.user()).transactionCount).toBe(0);
});

test('rules of the ledger hold: cash is limited to the balance', async () => {
  const { enter } = await withAccounts();
  const { status, problem } = await enter('bread 5 @cash');
  expect([status, problem.code]).toEqual([422, 'not_enough_balance']);
});

test('the same key records once and answers the same', async () => {
  const { user, enter } = await withAccounts();
  const key = { 'Idempotency-Key': 'on-the-train' };
  const { data: first, headers } = await expectOk(enter('tea 3', {}, key));
  const { data: again } = await expectOk(enter('tea 3', {}, key));
  expect(again).toEqual(first);
  expect(headers.get('Change-Set')).toBe('on-the-train');
  expect((await user.user()).transactionCount).toBe(1);
  expect((await enter('tea 4', {}, key)).problem.code).toBe('idempotency_key_reused');
});

test('the day on which it was written is today, at most 31 days from now', async () => {
  const { user, read, enter } = await withAccounts();
  const written = shifted(TODAY, -31);
  expect((await read('tea 3 yesterday', written)).date).toBe(shifted(written, -1));
  expect((await expectOk(enter('tea 3', { today: written }))).data.entry.date).toBe(written);
  const refused = await user.post('/ledger/read-line', { text: 'tea 3', today: shifted(TODAY, 32) });
  expect([refused.status, refused.problem.errors]).toEqual([
    422,
    { today: 'This day is more than 31 days from today' },
  ]);
  const { data } = await expectOk(
    user.post<ReadLine>('/ledger/read-line', { text: 'tea 3' }, { 'Time-Zone': 'Pacific/Auckland' }),
  );
  expect(data.date).toBe('2026-11-26');
});

test('the newest entry of the title proposes, however it is written', async () => {
  const { user, read, enter, everyday, savings, visa } = await withAccounts();
  await expectOk(enter('Café Süß 3 #food @visa'));
  await expectOk(enter('market 3'));
  const source = { category: 'past', wallet: 'past', account: 'past' };
  const proposed = { category: 'Food & Drinks', wallet: 'Credit card', account: visa, from: source };
  expect(await read('CAFE  suss 4')).toMatchObject(proposed);
  expect(await read('café süß 4 @savings')).toMatchObject({ account: savings, from: { ...source, account: 'line' } });
  expect(await read('café 4')).toMatchObject({ category: null, from: { category: null } });
  // Newer by its date, though recorded earlier.
  await expectOk(enter('Cafe suss 9 #shop yesterday'));
  expect(await read('café süß 4')).toMatchObject(proposed);
  await expectOk(enter('gift 20 #gifts @savings'));
  expect(await read('gift 5')).toMatchObject({ type: 'Income', category: 'Gifts', account: savings, wallet: null });
  expect(await read('gift -5')).toMatchObject({ type: 'Expense', category: null, account: savings });
  await expectOk(user.post('/transfer/create-transfer', { from: savings, to: everyday, amount: 20 }));
  await expectOk(user.post('/accounts/close-account', { accountId: savings }));
  expect(await read('gift 5')).toMatchObject({ account: everyday, from: { account: null } });
});

test('the order of day and month is the user’s', async () => {
  const { user, read } = await withAccounts();
  expect((await user.user()).dateOrder).toBeNull();
  expect((await read('tea 3.00 5/3')).date).toBe('2026-03-05');
  const { data } = await expectOk(
    user.post<CallData<'updateDateOrder'>>('/users/update-date-order', { dateOrder: 'mdy' }),
  );
  expect(data.dateOrder).toBe('mdy');
  expect((await read('tea 3.00 5/3')).date).toBe('2026-05-03');
  expect((await user.post('/users/update-date-order', { dateOrder: 'ymd' })).status).toBe(422);
  await expectOk(user.post('/users/update-currency', { newCurrency: 'A$' }));
  expect(await read('tea $3')).toMatchObject({ amount: 3, title: 'tea' });
});

test.each([
  [{ text: 'x'.repeat(501) }, "A line can't be longer than 500 characters"],
  [{ text: 'tea\u0000 3' }, "This text contains characters that can't be stored"],
  [{ text: 'tea \ud83d 3' }, "This text contains characters that can't be stored"],
  [{ text: null }, 'This has the wrong form'],
  [{}, 'This has the wrong form'],
])('%j is refused', async (body, message) => {
  const { user } = await withAccounts();
  for (const path of ['/ledger/read-line', '/ledger/enter']) {
    const { status, problem } = await user.post(path, body);
    expect([status, problem.errors]).toEqual([422, { text: message }]);
  }
});
