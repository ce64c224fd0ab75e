import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureDemoUser } from '#api/demo/demo-user.ts';
import { CHANGE_SET } from '#contract/addresses.ts';
import type { CallData } from '#contract/calls.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from '#contract/demo.ts';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { PROPOSAL_DAYS, PROPOSALS_OPEN_MAX } from '#contract/limits.ts';
import type { Entry } from '#contract/transaction.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ premium: 'everyone' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = null;
});

const DAY_MS = 24 * 60 * 60 * 1000;
const TODAY = new Date().toISOString().slice(0, 10);
const MONTH = TODAY.slice(0, 7);

type Command = { call: string; input: object };
type Created = CallData<'createProposal'>;
type One = CallData<'getProposal'>;

const expense = (more: object = {}): Command => ({
  call: '/transaction/create-expense',
  input: { title: 'Coffee', amount: 4.5, category: 'Food & Drinks', wallet: 'Cash', date: TODAY, ...more },
});
const create = async (user: Caller, commands: Command[], reason = 'As you asked') =>
  (await expectOk(user.post<Created>('/proposals/create', { commands, reason }))).data;
const one = async (user: Caller, id: string) => (await expectOk(user.get<One>(`/proposals/one?id=${id}`))).data;
const accept = (user: Caller, proposalId: string, more: object = {}) =>
  user.post<CallData<'acceptProposal'>>('/proposals/accept', { proposalId, ...more });
const entries = async (user: Caller, q = '') =>
  (await expectOk(user.get<{ entries: Entry[] }>(`/ledger/entries?q=${encodeURIComponent(q)}`))).data.entries;
const explained = async (user: Caller, figure: string) =>
  (await expectOk(user.get<{ amount: number }>(`/ledger/explain?figure=${encodeURIComponent(figure)}`))).data.amount;

/** A user with money, and an entry of each kind. */
async function withBooks(): Promise<Caller & { userId: string; bankId: string; shopId: string }> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 500 }));
  const opened = await expectOk(
    user.post<{ accounts: { _id: string; name: string }[] }>('/accounts/open-account', {
      ...{ name: 'Bank', kind: 'Checking', openingBalance: 100 },
    }),
  );
  const bankId = opened.data.accounts.find(({ name }) => name === 'Bank')?._id ?? '';
  await expectOk(
    user.post('/transaction/create-expense', { title: 'Shop', amount: 20, wallet: 'Cash', category: 'Other' }),
  );
  const [shop] = await entries(user, 'shop');
  return Object.assign(user, { bankId, shopId: shop?._id ?? '' });
}

/** A caller with a token of a user, as a program is. */
async function program(user: Caller, more: object = {}): Promise<Caller> {
  const { data } = await expectOk(
    user.post<{ token: string }>('/tokens/create', { name: 'The assistant', scope: 'propose', ...more }),
  );
  return Caller.program(server.origin, data.token);
}

test('a program proposes, the user sees what it would do, accepts it, and can undo it as one', async () => {
  const user = await withBooks();
  const assistant = await program(user);
  const commands = [
    expense(),
    { call: '/transaction/update-transaction', input: { transactionId: user.shopId, category: 'Groceries' } },
    { call: '/transfer/create-transfer', input: { from: user.bankId, to: user.bankId, amount: 5 } },
    { call: '/ledger/enter', input: { text: 'bus 2.80' } },
  ];
  const made = await create(assistant, commands, 'Yesterday and the shop');
  expect(made.problems).toMatchObject([{ command: 2, code: 'invalid' }]);
  expect(made.effects).toMatchObject([
    { command: 0, what: 'recorded', name: 'Coffee', then: 'Coffee', type: 'Expense', amount: 4.5, date: TODAY },
    { command: 1, entry: user.shopId, name: 'Shop', what: 'changed', field: 'category' },
    { command: 3, what: 'recorded', name: 'bus', amount: 2.8 },
  ]);
  expect(made.effects[1]).toMatchObject({ now: 'Other', then: 'Groceries' });
  const everyday = made.figures.find(({ figure }) => figure.startsWith('account:'));
  expect(everyday).toMatchObject({ now: 480, then: 472.7 });
  expect(made.figures).toContainEqual({ figure: 'balance', now: 580, then: 572.7 });
  expect(made.figures).toContainEqual({ figure: `category:Groceries:month:${MONTH}`, now: 0, then: 20 });
  expect(made.figures).toContainEqual({ figure: `category:Other:month:${MONTH}`, now: 20, then: 0 });
  // Nothing is written, and the program sees no more than before.
  expect(await entries(user)).toHaveLength(1);
  const { proposals } = (await expectOk(user.get<CallData<'getProposals'>>('/proposals'))).data;
  expect(proposals).toMatchObject([
    { _id: made.proposalId, reason: 'Yesterday and the shop', actor: 'token The assistant', status: 'open', count: 4 },
  ]);
  for (const path of ['/proposals/accept', '/proposals/decline']) {
    const { problem } = await assistant.post(path, { proposalId: made.proposalId });
    expect(problem.code).toBe('token_scope');
  }
  const stopped = await accept(user, made.proposalId);
  expect([stopped.status, stopped.problem.code, stopped.problem.problems]).toEqual([
    409,
    'proposal_unfit',
    made.problems,
  ]);
  expect(await entries(user)).toHaveLength(1);
  const { data, headers } = await expectOk(accept(user, made.proposalId, { unfit: 'leave-out' }));
  expect(data).toMatchObject({ currentBalance: 572.7, left: made.problems });
  for (const { figure, then } of made.figures) expect([figure, await explained(user, figure)]).toEqual([figure, then]);
  const changeSetId = headers.get('Change-Set');
  const page = await expectOk(user.get<{ changeSets: ChangeSet[] }>('/ledger/change-sets'));
  expect(page.data.changeSets[0]).toMatchObject({
    ...{ _id: changeSetId, kind: 'proposal', actor: 'token The assistant', count: 4 },
    summary: 'Proposal accepted: Yesterday and the shop',
  });
  expect(await one(user, made.proposalId)).toMatchObject({
    proposal: { status: 'accepted', changeSetId },
    effects: [],
  });
  expect((await accept(user, made.proposalId)).problem.code).toBe('proposal_closed');
  expect((await user.post('/proposals/decline', { proposalId: made.proposalId })).problem.code).toBe('proposal_closed');
  await expectOk(user.post('/ledger/undo', { changeSetId }));
  expect(await entries(user)).toMatchObject([{ title: 'Shop', category: 'Other' }]);
  expect((await expectOk(user.get<{ intact: boolean }>('/ledger/verify'))).data.intact).toBe(true);
});

test('a command sees those before it, and parts of a proposal can be left out', async () => {
  const user = await withBooks();
  const made = await create(user, [
    { call: '/ledger/add-category', input: { name: 'Bakery', kind: 'Expense' } },
    expense({ title: 'Bread', category: 'Bakery' }),
    expense({ title: 'Too dear', amount: 480 }),
    { call: '/accounts/rename-account', input: { accountId: user.bankId, name: 'Old bank' } },
    { call: '/ledger/enter', input: { text: 'rolls 3 @"Old bank"' } },
    { call: '/ledger/bulk', input: { select: { q: 'shop' }, change: { title: 'The shop' } } },
    { call: '/budget/plan', input: { month: MONTH, plans: [{ category: 'Groceries', amount: 50 }] } },
    { call: '/budget/move', input: { month: MONTH, from: 'Groceries', to: 'Bakery', amount: 40 } },
    { call: '/budget/move', input: { month: MONTH, from: 'Groceries', to: 'Bakery', amount: 20 } },
  ]);
  expect(made.problems).toMatchObject([
    { command: 2, code: 'not_enough_balance' },
    { command: 8, code: 'not_enough_budget' },
  ]);
  expect(made.effects.map(({ command, what, name }) => [command, what, name])).toContainEqual([4, 'recorded', 'rolls']);
  const accepted = await accept(user, made.proposalId, { except: [0, 2, 8], unfit: 'leave-out' });
  expect(accepted.data.left).toMatchObject([
    { command: 1, code: 'invalid' },
    { command: 7, code: 'invalid' },
  ]);
  expect((await entries(user)).map(({ title }) => title).sort()).toEqual(['The shop', 'rolls']);
  expect((await expectOk(user.get<{ intact: boolean }>('/ledger/verify'))).data.intact).toBe(true);
});

test('a proposal is worked out anew: what was overtaken is named, and leaving out all of it is nothing', async () => {
  const user = await withBooks();
  const rename = { call: '/transaction/update-transaction', input: { transactionId: user.shopId, title: 'Market' } };
  const made = await create(user, [rename]);
  expect(made.problems).toEqual([]);
  await expectOk(user.post('/transaction/delete-transaction', { transactionId: user.shopId }));
  const now = await one(user, made.proposalId);
  expect(now).toMatchObject({ commands: [rename], effects: [], figures: [] });
  expect(now.problems).toEqual([
    { command: 0, code: 'transaction_not_found', title: 'This transaction does not exist' },
  ]);
  expect((await accept(user, made.proposalId)).problem.code).toBe('proposal_unfit');
  const all = await accept(user, made.proposalId, { except: [0] });
  expect([all.status, all.problem.code]).toEqual([422, 'proposal_empty']);
  expect((await accept(user, made.proposalId, { unfit: 'leave-out' })).status).toBe(422);
  expect(Object.keys((await accept(user, made.proposalId, { except: [1] })).problem.errors ?? {})).toEqual(['except']);
  expect((await one(user, made.proposalId)).proposal.status).toBe('open');
});

test('of those who decide at once one does, and the books are as it says', async () => {
  const user = await withBooks();
  const assistant = await program(user);
  for (let round = 0; round < 4; round += 1) {
    const title = `Round ${round}`;
    const { proposalId } = await create(assistant, [expense({ title })]);
    const answers = await Promise.all([
      accept(user, proposalId),
      round % 2 === 0 ? user.post('/proposals/decline', { proposalId }) : accept(user, proposalId),
      assistant.post('/proposals/withdraw', { proposalId }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { status } = (await one(user, proposalId)).proposal;
    expect(await entries(user, `"${title}"`)).toHaveLength(status === 'accepted' ? 1 : 0);
    expect(status).toBe(
      answers[0]?.status === 200 || (round % 2 === 1 && answers[1]?.status === 200)
        ? 'accepted'
        : answers[2]?.status === 200
          ? 'withdrawn'
          : 'declined',
    );
  }
});

test('two who accept at once record it once, and a repeat with the same key is answered alike', async () => {
  const user = await withBooks();
  const { proposalId } = await create(user, [expense()]);
  const answers = await Promise.all([accept(user, proposalId), accept(user, proposalId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await entries(user, 'coffee')).toHaveLength(1);
  const again = await create(user, [expense({ title: 'Tea' })]);
  const key = { 'Idempotency-Key': randomUUID() };
  const ask = () => user.post('/proposals/accept', { proposalId: again.proposalId }, key);
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  expect(await entries(user, 'tea')).toHaveLength(1);
});

test('its author alone withdraws a proposal, others don’t see it, and it ends after 30 days', async () => {
  const user = await withBooks();
  const assistant = await program(user);
  const other = await program(user, { name: 'Another' });
  const { proposalId } = await create(assistant, [expense()]);
  expect((await other.post('/proposals/withdraw', { proposalId })).problem.code).toBe('proposal_not_found');
  expect((await user.post('/proposals/withdraw', { proposalId })).problem.code).toBe('proposal_not_found');
  await expectOk(assistant.post('/proposals/withdraw', { proposalId }));
  expect((await accept(user, proposalId)).problem.code).toBe('proposal_closed');
  const stranger = await server.newUser();
  expect((await stranger.get(`/proposals/one?id=${proposalId}`)).problem.code).toBe('proposal_not_found');
  const later = await create(assistant, [expense()]);
  server.clock.now = new Date(Date.now() + (PROPOSAL_DAYS - 1) * DAY_MS);
  expect((await one(user, later.proposalId)).proposal.status).toBe('open');
  server.clock.now = new Date(Date.now() + PROPOSAL_DAYS * DAY_MS);
  expect((await one(user, later.proposalId)).proposal.status).toBe('expired');
  expect((await accept(user, later.proposalId)).problem.code).toBe('proposal_closed');
});

test('the limits of a token hold for its proposals, and there are not more than so many open ones', async () => {
  const user = await withBooks();
  const assistant = await program(user, { limits: { amount: 10 } });
  expect((await assistant.post('/transaction/create-expense', expense().input)).problem.code).toBe('token_scope');
  const beyond = { commands: [expense(), expense({ amount: 11 })], reason: 'Both' };
  const refused = await assistant.post('/proposals/create', beyond);
  expect([refused.status, refused.problem.code]).toEqual([403, 'token_limit']);
  const { proposalId } = await create(assistant, [expense()]);
  await Promise.all(Array.from({ length: PROPOSALS_OPEN_MAX - 1 }, () => create(assistant, [expense()])));
  const more = { commands: [expense()], reason: 'One more' };
  expect((await assistant.post('/proposals/create', more)).problem.code).toBe('too_many_proposals');
  await expectOk(user.post('/proposals/decline', { proposalId }));
  await expectOk(assistant.post('/proposals/create', more));
});

describe('a proposal is refused', () => {
  test.each([
    ['an unknown call', [{ call: '/nothing', input: {} }], 'commands.0.call'],
    ['a call that reads', [{ call: '/ledger/entries', input: {} }], 'commands.0.call'],
    ['an undo', [{ call: '/ledger/undo', input: { changeSetId: 'x' } }], 'commands.0.call'],
    ['an import', [{ call: '/import/commit', input: { importId: randomUUID() } }], 'commands.0.call'],
    ['a call about the account', [{ call: '/users/initial-deposit', input: { depositAmount: 5 } }], 'commands.0.call'],
    [
      'an undo to mend a difference',
      [{ call: '/accounts/mend', input: { date: TODAY, mend: { does: 'undo', changeSetId: 'x' } } }],
      'commands.0.input.mend',
    ],
    ['a wrong input', [expense(), expense({ amount: -1 })], 'commands.1.input.amount'],
    ['an unknown field', [expense({ colour: 'red' })], 'commands.0.input.colour'],
    ['no command', [], 'commands'],
    ['too many', Array.from({ length: 1_001 }, () => expense()), 'commands'],
  ])('for %s', async (_, commands, field) => {
    const user = await server.newUser();
    const { status, problem } = await user.post('/proposals/create', { commands, reason: 'Why not' });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  test('without a reason, and of the demo user', async () => {
    const user = await server.newUser();
    const { problem } = await user.post('/proposals/create', { commands: [expense()], reason: ' ' });
    expect(Object.keys(problem.errors ?? {})).toEqual(['reason']);
    await ensureDemoUser(server.services);
    const demo = server.visitor();
    await expectOk(demo.post('/users/login', { email: DEMO_EMAIL, password: DEMO_PASSWORD }));
    const refused = await demo.post('/proposals/create', { commands: [expense()], reason: 'Why not' });
    expect(refused.problem.code).toBe('not_for_demo');
  });
});

test('a thousand commands are one change-set, and others are answered meanwhile', async () => {
  const user = await withBooks();
  const commands = Array.from({ length: 1_000 }, (_, index) => expense({ title: `Entry ${index}`, wallet: 'Bank' }));
  const made = await create(user, commands);
  expect([made.problems, made.effects.length]).toEqual([[], 1_000]);
  await expectOk(accept(user, made.proposalId));
  expect(await explained(user, 'balance')).toBe(580 - 4_500);
});

test('rules, what they did, merges of categories and mended differences are proposed beside other commands', async () => {
  const user = await withBooks();
  const post = async (path: string, input: object) => (await expectOk(user.post<unknown>(path, input))).data;
  const added = (await post('/ledger/add-rule', { when: 'title:shop', then: { addTags: ['weekly'] } })) as {
    rule: { _id: string };
  };
  await post('/ledger/run-rules', {});
  await post('/ledger/add-category', { name: 'Bakery', kind: 'Expense' });
  await post('/transaction/create-expense', { title: 'Rolls', amount: 3, wallet: 'Cash', category: 'Bakery' });
  await post('/accounts/assert-balance', { date: TODAY, balance: 470 });
  const { categories } = (await expectOk(user.get<CallData<'getCategories'>>('/ledger/categories'))).data;
  const idOf = (name: string) => categories.find((each) => each.name === name)?._id;
  const adjust = { call: '/accounts/mend', input: { date: TODAY, mend: { does: 'adjust' } } };
  const rest: Command[] = [
    expense({ title: 'Cake', category: 'Bakery' }),
    { call: '/ledger/add-rule', input: { when: 'title:rolls', then: { note: 'fresh' } } },
    { call: '/ledger/run-rules', input: { q: 'rolls' } },
    { call: '/ledger/merge-categories', input: { from: idOf('Bakery'), into: idOf('Groceries') } },
    { call: '/ledger/remove-rule', input: { ruleId: added.rule._id, takeBack: true } },
  ];
  const made = await create(user, [adjust, ...rest, adjust]);
  expect(made.problems).toMatchObject([{ command: 6, code: 'invalid' }]);
  expect(made.effects.map(({ command, name, field }) => [command, name, field])).toEqual(
    expect.arrayContaining([
      [0, 'Adjusting entry', null],
      [3, 'Rolls', 'note'],
      [4, 'Rolls', 'category'],
      [4, 'Cake', 'category'],
      [5, 'Shop', 'tags'],
    ]),
  );
  const before = await entries(user);
  const accepted = await expectOk(accept(user, made.proposalId, { unfit: 'leave-out' }));
  const found = new Map((await entries(user)).map((entry) => [entry.title, entry]));
  expect(found.get('Cake')?.category).toBe('Groceries');
  expect(found.get('Rolls')).toMatchObject({ category: 'Groceries', note: 'fresh' });
  expect(found.get('Shop')?.tags).toEqual([]);
  expect(found.get('Adjusting entry')).toMatchObject({ type: 'Expense', amount: 7 });
  const { data: explainedRow } = await expectOk(
    user.get<CallData<'getEntry'>>(`/ledger/entry?id=${found.get('Rolls')?._id}`),
  );
  expect(explainedRow.origins.note).toMatchObject({ by: 'rule', changeSetId: made.proposalId });
  const intact = async () => (await expectOk(user.get<{ intact: boolean }>('/ledger/verify'))).data.intact;
  expect(await intact()).toBe(true);
  await expectOk(user.post('/ledger/undo', { changeSetId: accepted.headers.get(CHANGE_SET) }));
  const plain = (list: readonly Entry[]) =>
    list.map(({ title, category, tags, note }) => [title, category, tags, note]);
  expect(plain(await entries(user)).sort()).toEqual(plain(before).sort());
  expect(await intact()).toBe(true);
});
