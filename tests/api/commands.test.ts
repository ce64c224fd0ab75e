import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CallInput, type CommandName, calls } from '#contract/calls.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { type Caller, expectOk } from '../support/caller.ts';
import { eventsOf, openTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => server.worker.resume());
afterAll(() => server.close());

const coffee = { title: 'Coffee', amount: 10, date: '2026-11-20', wallet: 'Cash' };

async function withDeposit(amount = 100): Promise<Caller> {
  const user = await server.newUser();
  await expectOk(user.post('/users/initial-deposit', { depositAmount: amount }));
  return user;
}

const types = async (user: Caller) => (await eventsOf(server, user.userId)).map(({ type }) => type);

describe('while the worker is paused', () => {
  test('a command is decided on the log, and its response has the effect and Projection-Lag', async () => {
    const user = await withDeposit();
    server.worker.pause();
    const first = await expectOk(user.post('/transaction/create-expense', { ...coffee, amount: 60 }));
    expect(first.data).toMatchObject({ currentBalance: 40, transactionCount: 1 });
    expect(first.headers.get('Projection-Lag')).toBe('1');
    const second = await expectOk(
      user.post('/transaction/create-income', { title: 'Bowls', amount: 5, date: '2026-11-21' }),
    );
    expect(second.data.currentBalance).toBe(45);
    expect(second.data.transactionHistory.map(({ title }) => title)).toEqual(['Coffee', 'Bowls']);
    expect(second.headers.get('Projection-Lag')).toBe('2');
    expect(await types(user)).toEqual(['InitialDepositMade', 'ExpenseRecorded', 'IncomeRecorded']);
  });

  test('cash that is spent in the log but not in the read model is refused', async () => {
    const user = await withDeposit();
    server.worker.pause();
    await expectOk(user.post('/transaction/create-expense', { ...coffee, amount: 60 }));
    const refused = await user.post('/transaction/create-expense', { ...coffee, amount: 60 });
    expect(refused.problem.code).toBe('not_enough_balance');
  });

  test('cash that is earned in the log but not in the read model can be spent', async () => {
    const user = await withDeposit();
    server.worker.pause();
    await expectOk(user.post('/transaction/create-income', { title: 'Bowls', amount: 50, date: '2026-11-20' }));
    const { data } = await expectOk(user.post('/transaction/create-expense', { ...coffee, amount: 150 }));
    expect(data.currentBalance).toBe(0);
  });

  test('a transaction that the read model lacks can be deleted', async () => {
    const user = await withDeposit();
    server.worker.pause();
    const [created] = (await user.post('/transaction/create-expense', coffee)).data.transactionHistory;
    const { data } = await expectOk(user.post('/transaction/delete-transaction', { transactionId: created?._id }));
    expect(data).toMatchObject({ currentBalance: 100, transactionCount: 0, transactionHistory: [] });
  });

  test('a repeated command is recognised by the log', async () => {
    const user = await withDeposit();
    server.worker.pause();
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await expectOk(user.post('/transaction/create-expense', coffee, key));
    const again = await expectOk(user.post('/transaction/create-expense', coffee, key));
    expect(again.data).toEqual(first.data);
    expect((await user.post('/transaction/create-expense', { ...coffee, amount: 11 }, key)).status).toBe(409);
    expect(await types(user)).toEqual(['InitialDepositMade', 'ExpenseRecorded']);
  });

  test('a repeated command that the read model has answers with those that it lacks', async () => {
    const user = await withDeposit();
    const key = { 'Idempotency-Key': randomUUID() };
    await expectOk(user.post('/transaction/create-expense', coffee, key));
    await expectOk(user.get('/users/get-current-user'));
    server.worker.pause();
    await expectOk(user.post('/transaction/create-expense', coffee));
    const again = await expectOk(user.post('/transaction/create-expense', coffee, key));
    expect(again.data).toMatchObject({ currentBalance: 80, transactionCount: 2 });
    expect(again.headers.get('Projection-Lag')).toBe('1');
    const changed = await user.post('/transaction/create-expense', { ...coffee, amount: 11 }, key);
    expect(changed.problem.code).toBe('idempotency_key_reused');
  });

  test('a second command follows the first of a new ledger', async () => {
    const user = await server.newUser();
    server.worker.pause();
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }));
    expect((await user.post('/users/initial-deposit', { depositAmount: 5 })).problem.code).toBe('deposit_not_empty');
    expect(await types(user)).toEqual(['InitialDepositMade']);
  });
});

describe('an idempotency key', () => {
  test('sent in a hundred concurrent requests has one effect and equal responses', async () => {
    const user = await withDeposit();
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => user.post('/transaction/create-expense', coffee, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await types(user)).toEqual(['InitialDepositMade', 'ExpenseRecorded']);
  });

  test('is recognised after other commands, and when the read model has it', async () => {
    const user = await withDeposit();
    const key = { 'Idempotency-Key': 'monday' };
    await expectOk(user.post('/transaction/create-expense', coffee, key));
    await expectOk(user.post('/transaction/create-expense', coffee));
    const { data } = await expectOk(user.post('/transaction/create-expense', coffee, key));
    expect(data).toMatchObject({ currentBalance: 80, transactionCount: 2 });
  });

  test('is refused with another input, and independent for another user', async () => {
    const user = await withDeposit();
    const other = await withDeposit();
    const key = { 'Idempotency-Key': 'tuesday' };
    await expectOk(user.post('/transaction/create-expense', coffee, key));
    const refused = await user.post('/transaction/create-expense', { ...coffee, title: 'Tea' }, key);
    expect([refused.status, refused.problem.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await other.post('/transaction/create-expense', coffee, key)).status).toBe(200);
  });

  test('gives the same transaction id on every repeat', async () => {
    const user = await withDeposit();
    const key = { 'Idempotency-Key': 'wednesday' };
    const first = await expectOk(user.post('/transaction/create-expense', coffee, key));
    const again = await expectOk(user.post('/transaction/create-expense', coffee, key));
    expect(again.data.transactionHistory[0]?._id).toBe(first.data.transactionHistory[0]?._id);
  });

  test.each(['x'.repeat(129), 'with space', 'ü'])('is refused when invalid: %s', async (key) => {
    const user = await server.newUser();
    const encoded = Buffer.from(key).toString('latin1');
    expect(
      (await user.post('/users/initial-deposit', { depositAmount: 5 }, { 'Idempotency-Key': encoded })).status,
    ).toBe(400);
    expect(await types(user)).toEqual([]);
  });
});

const goalId = randomUUID();
/** A valid input for each command; a new command without one fails the test. */
const INPUTS: { [Name in CommandName]: CallInput<Name> } = {
  initialDeposit: { depositAmount: 5 },
  acceptProposal: { proposalId: randomUUID() },
  addIncomeAndExpense: { income: 5, expense: 5 },
  updateAccountBalance: { newAmount: 5 },
  createExpense: { title: 'Coffee', amount: 5 },
  createIncome: { title: 'Bowls', amount: 5 },
  updateTransaction: { transactionId: randomUUID(), title: 'Tea' },
  deleteTransaction: { transactionId: randomUUID() },
  createTransfer: { from: randomUUID(), to: randomUUID(), amount: 5 },
  updateTransfer: { transferId: randomUUID(), amount: 5 },
  deleteTransfer: { transferId: randomUUID() },
  openAccount: { name: 'Card', kind: 'Credit card' },
  renameAccount: { accountId: randomUUID(), name: 'Card' },
  closeAccount: { accountId: randomUUID() },
  reopenAccount: { accountId: randomUUID() },
  setBudgeted: { accountId: randomUUID(), isBudgeted: false },
  addCategory: { name: 'Bakery', kind: 'Expense' },
  orderCategories: { categoryIds: ['Shopping', 'Groceries'] },
  renameCategory: { categoryId: randomUUID(), name: 'Bread' },
  moveCategory: { categoryId: randomUUID(), parent: null },
  archiveCategory: { categoryId: 'Movie' },
  restoreCategory: { categoryId: 'Movie' },
  mergeCategories: { from: randomUUID(), into: 'Groceries' },
  assertBalance: { date: '2026-03-31', balance: 5 },
  mend: { date: '2026-03-31', mend: { does: 'adjust' } },
  undo: { changeSetId: 'monday' },
  bulk: { select: { q: '' }, delete: true },
  enter: { text: 'Coffee 5' },
  createGoal: { title: 'Kiln', finalAmount: 5 },
  updateGoal: { goalId, title: 'Kiln', finalAmount: 5 },
  addMoneyToGoal: { goalId, currentAmount: 5 },
  takeBackFromGoal: { goalId, amount: 5 },
  addRule: { when: 'bakery', then: { category: 'Groceries' } },
  changeRule: { ruleId: goalId, stop: true },
  removeRule: { ruleId: goalId },
  orderRules: { ruleIds: [goalId] },
  runRules: {},
  planBudget: { month: '2026-11', plans: [{ category: 'Groceries', amount: 5 }] },
  moveBudget: { month: '2026-11', from: 'to-budget', to: 'Groceries', amount: 5 },
  coverBudget: { month: '2026-11', category: 'Groceries', from: 'to-budget' },
  setCarry: { category: 'Groceries', carry: 'all', from: '2026-11' },
  copyBudget: { from: '2026-10', to: '2026-11', what: 'planned' },
  setTarget: { category: 'Groceries', target: null },
  fillBudget: { month: '2026-11' },
  addSchedule: {
    title: 'Rent',
    type: 'Expense',
    amount: { exact: 500 },
    rule: { every: 1, unit: 'month', start: '2026-12-01' },
    post: 'ask',
  },
  changeSchedule: { scheduleId: goalId, title: 'Rent' },
  removeSchedule: { scheduleId: goalId },
  skipOccurrence: { scheduleId: goalId, nominal: '2026-12-01' },
  postOccurrence: { scheduleId: goalId, nominal: '2026-12-01' },
  matchOccurrence: { scheduleId: goalId, nominal: '2026-12-01', entry: randomUUID() },
  unmatchOccurrence: { scheduleId: goalId, nominal: '2026-12-01' },
  deleteGoal: { goalId },
};

test.each(Object.entries(INPUTS))('%s is of kind command and reads the idempotency key', async (name, input) => {
  const { path, kind } = calls[name as CommandName];
  const user = await server.newUser();
  const { problem } = await user.post(path, input, { 'Idempotency-Key': 'with space' });
  expect([kind, problem.code]).toEqual(['command', 'malformed']);
});

describe('many commands at once', () => {
  test('neither overspend nor duplicate nor lose: of 200 cash expenses of 10 against 500, fifty are recorded', async () => {
    const user = await withDeposit(500);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        user.post('/transaction/create-expense', coffee, { 'Idempotency-Key': `at-once-${at}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ problem }) => problem.code === 'not_enough_balance')).toHaveLength(150);
    expect(await user.user()).toMatchObject({ currentBalance: 0, transactionCount: 50 });
  });

  test('at two APIs do not overspend; a command answered with busy recorded nothing', async () => {
    const user = await withDeposit(100);
    const elsewhere = await server.visitorElsewhere();
    await expectOk(elsewhere.post('/users/login', { email: user.email, password: user.password }));
    const send = async (at: number): Promise<number> => {
      const caller = at % 2 ? user : elsewhere;
      for (;;) {
        const { status } = await caller.post('/transaction/create-expense', coffee, { 'Idempotency-Key': `two-${at}` });
        if (status !== 503) return status;
      }
    };
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, at) => send(at)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 422)).toHaveLength(30);
    expect(await user.user()).toMatchObject({ currentBalance: 0, transactionCount: 10 });
  });

  test('deposit once on a double click', async () => {
    const user = await server.newUser();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => user.post('/users/initial-deposit', { depositAmount: 7 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await types(user)).toEqual(['InitialDepositMade']);
  });
});

test('a snapshot of another read model version is ignored, and the stream folded instead', async () => {
  const user = await withDeposit();
  await server.database.query('UPDATE projections.ledgers SET fold_version = 0, balance = 5 WHERE ledger_id = $1', [
    user.userId,
  ]);
  const { data } = await expectOk(user.post('/transaction/create-expense', { ...coffee, amount: 60 }));
  expect(data.transactionCount).toBe(1);
  expect(await types(user)).toEqual(['InitialDepositMade', 'ExpenseRecorded']);
});

test('a read model ahead of the log gives an error, and nothing is recorded', async () => {
  const user = await withDeposit();
  await server.database.query('UPDATE projections.ledgers SET revision = 7 WHERE ledger_id = $1', [user.userId]);
  const refused = await user.post('/transaction/create-expense', coffee);
  expect([refused.status, refused.problem.code]).toEqual([503, 'unavailable']);
  expect(refused.headers.get('Retry-After')).toBe('2');
  expect(await types(user)).toEqual(['InitialDepositMade']);
});

test("an event's metadata has the command id, input hash, time and version", async () => {
  const user = await server.newUser();
  server.clock.now = new Date('2026-11-20T18:30:00Z');
  try {
    await expectOk(user.post('/users/initial-deposit', { depositAmount: 5 }, { 'Idempotency-Key': 'first' }));
  } finally {
    server.clock.now = null;
  }
  const recorded: DecodedEvent['metadata'][] = [];
  for await (const event of server.log.readAfter(user.userId, -1n)) recorded.push(decodeEvent(event).metadata);
  expect(recorded).toEqual([
    {
      commandId: 'first',
      inputHash: expect.stringMatching(/^[\w-]{43}$/),
      recordedAt: '2026-11-20T18:30:00.000Z',
      version: 1,
    },
  ]);
});

describe('the monthly figures', () => {
  test('are set, and setting them again changes nothing', async () => {
    const user = await server.newUser();
    const set = { email: user.email, income: 4850, expense: 3120 };
    const { data } = await expectOk(user.post('/users/add-income-and-expense', set));
    expect(data).toMatchObject({ income: 4850, expense: 3120, hasSetIncomeAndExpense: true, currentBalance: 0 });
    await expectOk(user.post('/users/add-income-and-expense', { income: 4850, expense: 3120 }));
    expect(await types(user)).toEqual(['MonthlyFiguresSet']);
  });

  test.each([
    [{ income: 5, expense: 5.01 }, { expense: "Expenses can't be greater than income." }],
    [{ income: 5 }, { expense: 'Income and expense is required' }],
    [{ income: 5, expense: -1 }, { expense: "Income and expense can't be less than 0" }],
    [{ email: 'somebody@example.com', income: 5, expense: 5 }, { email: 'This is not your email' }],
  ])('are refused with %j', async (input, errors) => {
    const user = await server.newUser();
    const refused = await user.post('/users/add-income-and-expense', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
  });
});

describe('an initial deposit', () => {
  test.each([
    [{}, { depositAmount: 'Initial deposit is required' }],
    [{ depositAmount: 0.5 }, { depositAmount: "Initial deposit can't be less than $1" }],
  ])('is refused with %j', async (input, errors) => {
    const user = await server.newUser();
    const refused = await user.post('/users/initial-deposit', input);
    expect([refused.status, refused.problem.errors]).toEqual([422, errors]);
    expect(await types(user)).toEqual([]);
  });
});
